import Random
import Rules
import Testing
import Time

@testable import Bot

@Suite("A stream sends its newest state only")
struct TextStreamTests {
    static let style = StreamStyle(unit: .word, every: .milliseconds(100), cursor: " ▉")
    var random = SplitMix(seed: 1)

    func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    @Test("a known text shows a word each time, and ends with the last")
    mutating func paced() {
        var stream = TextStream(id: "s", text: "one two three", isWhole: true, style: Self.style, now: at(0))
        #expect(stream.due == at(0))
        #expect(stream.step(now: at(0), mayShow: true, random: &random) == .show("one ▉", isFirst: true))
        #expect(stream.due == at(100))
        #expect(stream.step(now: at(50), mayShow: true, random: &random) == .nothing)
        #expect(stream.step(now: at(100), mayShow: true, random: &random) == .show("one two ▉", isFirst: false))
        #expect(stream.step(now: at(200), mayShow: true, random: &random) == .end)
        #expect(stream.hasBegun)
    }

    @Test("a text that is whole in its first state ends at once")
    mutating func whole() {
        var stream = TextStream(id: "s", text: "one", isWhole: true, style: Self.style, now: at(0))
        #expect(stream.step(now: at(0), mayShow: true, random: &random) == .end)
        #expect(!stream.hasBegun)
    }

    @Test("states that cannot go are skipped, and the text grows on")
    mutating func skipped() {
        var stream = TextStream(id: "s", text: "a b c d e", isWhole: true, style: Self.style, now: at(0))
        #expect(stream.step(now: at(0), mayShow: false, random: &random) == .nothing)
        #expect(stream.step(now: at(100), mayShow: false, random: &random) == .nothing)
        #expect(stream.step(now: at(200), mayShow: true, random: &random) == .show("a b c ▉", isFirst: true))
    }

    @Test("a late call shows what the missed ones would have")
    mutating func late() {
        var stream = TextStream(id: "s", text: "a b c d e f", isWhole: true, style: Self.style, now: at(0))
        _ = stream.step(now: at(0), mayShow: true, random: &random)
        #expect(stream.step(now: at(350), mayShow: true, random: &random) == .show("a b c d ▉", isFirst: false))
        #expect(stream.due == at(450))
    }

    @Test("a text that comes in shows all whole words, no sooner than the interval allows")
    mutating func growing() {
        var stream = TextStream(id: "s", text: "", isWhole: false, style: Self.style, now: at(0))
        #expect(stream.due == nil)
        stream.append("Hel")
        #expect(stream.due == nil)
        stream.append("lo wor")
        #expect(stream.step(now: at(10), mayShow: true, random: &random) == .show("Hello ▉", isFirst: true))
        stream.append("ld and ")
        #expect(stream.due == at(110))
        #expect(stream.step(now: at(60), mayShow: true, random: &random) == .nothing)
        stream.append("more ")
        #expect(
            stream.step(now: at(110), mayShow: true, random: &random) == .show("Hello world and more ▉", isFirst: false)
        )
        stream.finish()
        #expect(stream.due == at(210))
        #expect(stream.step(now: at(210), mayShow: true, random: &random) == .end)
        #expect(stream.text == "Hello world and more ")
    }

    @Test("a unit that does not end is not searched with each piece, and yet shown soon after it ends")
    mutating func endless() {
        var stream = TextStream(id: "s", text: "", isWhole: false, style: Self.style, now: at(0))
        for _ in 0..<20_000 { stream.append("word") }
        #expect(stream.due == nil)
        stream.append(" ")
        // At the latest a quarter of it later.
        var more = 0
        while stream.due == nil, more < 80_000 {
            stream.append("more ")
            more += 5
        }
        #expect(more <= 25_000)
        guard case .show(let text, true) = stream.step(now: at(0), mayShow: true, random: &random) else {
            Issue.record("nothing is shown")
            return
        }
        #expect(text.utf8.count > 80_000)
        stream.append("and the next ")
        #expect(stream.due == at(100))
    }

    @Test("a cut stream shows nothing more until it is whole")
    mutating func cut() {
        var stream = TextStream(id: "s", text: "", isWhole: false, style: Self.style, now: at(0))
        stream.append("Hello world ")
        _ = stream.step(now: at(0), mayShow: true, random: &random)
        stream.cut()
        stream.append("and more ")
        #expect(stream.due == nil)
        #expect(stream.step(now: at(500), mayShow: true, random: &random) == .nothing)
        stream.finish()
        #expect(stream.step(now: at(501), mayShow: true, random: &random) == .end)
    }

    @Test("one that has not begun is not cut")
    mutating func notBegun() {
        var stream = TextStream(id: "s", text: "a b", isWhole: true, style: Self.style, now: at(0))
        stream.cut()
        #expect(!stream.isCut)
        #expect(stream.step(now: at(0), mayShow: true, random: &random) == .show("a ▉", isFirst: true))
    }

    @Test("stopped where it is, it ends with what was shown")
    mutating func stopped() {
        var stream = TextStream(id: "s", text: "a b c d", isWhole: true, style: Self.style, now: at(0))
        _ = stream.step(now: at(0), mayShow: true, random: &random)
        _ = stream.step(now: at(100), mayShow: true, random: &random)
        stream.stopHere()
        #expect(stream.text == "a b")
        #expect(stream.step(now: at(200), mayShow: true, random: &random) == .end)
    }

    @Test("jitter comes on top of the interval, from the seed")
    mutating func jitter() {
        let style = StreamStyle(unit: .character, every: .milliseconds(100), jitter: .milliseconds(50))
        var stream = TextStream(
            id: "s", text: String(repeating: "x", count: 200), isWhole: true, style: style, now: at(0))
        var gaps: Set<Int64> = []
        var now = at(0)
        for _ in 0..<100 {
            _ = stream.step(now: now, mayShow: true, random: &random)
            let due = stream.due!
            gaps.insert((due - now).milliseconds)
            now = due
        }
        #expect(gaps.allSatisfy { (100...150).contains($0) })
        #expect(gaps.count > 20)
    }

    @Test("for any text, states grow, are never equal, never closer than the interval, and the end is the text")
    mutating func property() {
        for seed in 0..<300 as Range<UInt64> {
            var chance = SplitMix(seed: seed)
            let isPaced = Bool.random(using: &chance)
            let pieces = (0..<Int.random(in: 1..<40, using: &chance)).map { _ in
                ["a", "word ", " ", "e", "\u{301}", "👩‍", "👧 ", ". ", "\n"].randomElement(using: &chance)!
            }
            let unit = StreamStyle.Unit.allCases.randomElement(using: &chance)!
            let style = StreamStyle(unit: unit, every: .milliseconds(100), jitter: .milliseconds(30), cursor: "|")
            var stream = TextStream(
                id: "s", text: isPaced ? pieces.joined() : "", isWhole: isPaced, style: style, now: .zero)
            var now = Instant.zero
            var shown: [(Instant, String)] = []
            var piece = 0
            var ended = false
            for _ in 0..<1_000 where !ended {
                if !isPaced, piece < pieces.count {
                    stream.append(pieces[piece])
                    piece += 1
                } else if !isPaced {
                    stream.finish()
                }
                let step = stream.step(now: now, mayShow: Bool.random(using: &chance), random: &random)
                switch step {
                case .show(let text, _): shown.append((now, text))
                case .end: ended = true
                case .nothing: break
                }
                now = now + .milliseconds(Int64.random(in: 1..<60, using: &chance))
            }
            #expect(ended)
            #expect(stream.text == pieces.joined())
            for (a, b) in zip(shown, shown.dropFirst()) {
                #expect(b.0 - a.0 >= .milliseconds(100))
                #expect(a.1 != b.1)
                #expect(b.1.hasPrefix(a.1.dropLast()))
            }
        }
    }
}
