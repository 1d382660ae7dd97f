import Random
import Testing
import Time

@testable import Bot

// What holds for streams whatever happens meanwhile: pieces that come as they like, a slow socket, connections that end,
// a budget. A whole bot in virtual time, by seeds.

@Suite("Whatever happens, a stream")
struct StreamPropertyTests {
    static let every = Interval.milliseconds(100)

    /// A frame as the peer saw it.
    struct Shown {
        var time: Instant
        var connection: Int
        var id: String
        var text: String
        var edit: Bool
        var final: Bool
    }

    /// A bot that asks a model, under a storm of events; what went out, and what each reply was in the end.
    struct Storm {
        var stage: Stage
        var chance: SplitMix
        var shown: [Shown] = []
        /// All frames, for the budget.
        var times: [Instant] = []
        /// By ticket: the reply so far.
        var replies: [UInt64: String] = [:]
        var open: [UInt64] = []
        var whole: Set<String> = []
        var connection = 1
        var wantsConnection = false
        var asked = 0

        init(seed: UInt64, budget: Bool) throws {
            chance = SplitMix(seed: seed)
            stage = try Stage(
                (budget ? #""budget": { "frames_per_second": 20 }, "# : "")
                    + #""rules": [{ "id": "ai", "on": "message", "on_overlap": "parallel", "do": [{ "ask_ai": { "url": "http://h/v1", "model": "m", "timeout": "1h", "stream": { "by": "BY", "every": "100ms", "cursor": " ▉" } } }] }]"#
                    .replacing("BY", with: ["character", "word", "sentence"].randomElement(using: &chance)!),
                seed: seed)
            stage.begin()
        }

        mutating func tell(_ event: Event) {
            stage.tell(event)
            note()
        }

        mutating func note() {
            for line in stage.look() {
                if line == "connect" { wantsConnection = true }
                if line.hasPrefix("ai "), let ticket = UInt64(line.split(separator: " ")[1]) {
                    replies[ticket] = ""
                    open.append(ticket)
                }
                guard line.hasPrefix("{") else { continue }
                let frame = Frame(line)
                guard frame.text("t") == "message" else { continue }
                times.append(stage.now.instant)
                shown.append(
                    Shown(
                        time: stage.now.instant, connection: connection, id: frame.text("id") ?? "",
                        text: frame.text("text") ?? "", edit: frame.flag("edit") ?? false,
                        final: frame.flag("final") ?? false))
            }
        }

        mutating func pass(_ interval: Interval) {
            let end = stage.now.instant + interval
            var wakes = 0
            while let deadline = stage.bot.deadline, deadline <= end, wakes < 5_000 {
                stage.pass(max(.zero, deadline - stage.now.instant))
                tell(.wake)
                wakes += 1
            }
            #expect(wakes < 5_000)
            stage.pass(end - stage.now.instant)
        }

        mutating func reconnect() {
            wantsConnection = false
            tell(.closed(.failed(reason: "cut")))
            for _ in 0..<200 where !wantsConnection { pass(.milliseconds(100)) }
            connection += 1
            stage.marks = []
            tell(.opened(token: nil))
            stage.receive(#"{"t":"ready"}"#)
            note()
        }

        mutating func finish(_ ticket: UInt64) {
            open.removeAll { $0 == ticket }
            whole.insert(replies[ticket] ?? "")
            tell(.ai(Ticket(ticket), .finished))
        }

        mutating func step() {
            switch Int.random(in: 0..<20, using: &chance) {
            case 0 where asked < 4:
                asked += 1
                stage.hear("q\(asked)")
                note()
            case 0...9:
                guard let ticket = open.randomElement(using: &chance) else { return }
                let isFirst = replies[ticket] == ""
                let piece =
                    isFirst
                    ? "s\(ticket) "
                    : ["a", "word ", " ", "e", "\u{301}", "👩‍", "👧 ", "🇵", "🇹", ". ", "\n", "क", "्ष"].randomElement(
                        using: &chance)!
                replies[ticket]? += piece
                tell(.ai(Ticket(ticket), .piece(piece)))
            case 10: if let ticket = open.randomElement(using: &chance), replies[ticket] != "" { finish(ticket) }
            case 11: tell(.congested)
            case 12: tell(.writable)
            case 13: if Int.random(in: 0..<4, using: &chance) == 0 { reconnect() }
            case 14, 15:
                stage.acknowledge()
                note()
            default: pass(.milliseconds(Int64.random(in: 1..<80, using: &chance)))
            }
        }

        mutating func run() {
            for _ in 0..<400 { step() }
            for ticket in open where replies[ticket] == "" {
                replies[ticket] = "s\(ticket) "
                tell(.ai(Ticket(ticket), .piece("s\(ticket) ")))
            }
            for ticket in open { finish(ticket) }
            tell(.writable)
            for _ in 0..<3 {
                pass(.seconds(5))
                stage.acknowledge()
                note()
            }
        }
    }

    @Test("shows no state twice, none too soon, none inside a character, and never loses its last")
    func states() throws {
        for seed in 0..<40 as Range<UInt64> {
            var storm = try Storm(seed: seed, budget: seed % 2 == 0)
            storm.run()
            let streams = Dictionary(grouping: storm.shown, by: \.id)
            #expect(Set(streams.values.compactMap { $0.last?.text }) == storm.whole, "seed \(seed)")
            for (_, frames) in streams {
                let last = try #require(frames.last)
                #expect(last.final, "seed \(seed): the last frame of an id ends it")
                #expect(frames.first?.edit == false)
                #expect(frames.dropFirst().allSatisfy { $0.edit })
                let ends = Set(last.text.indices.map { last.text.utf8.distance(from: last.text.startIndex, to: $0) })
                for frame in frames where !frame.final {
                    let text = frame.text.dropLast(2)
                    #expect(ends.contains(text.utf8.count) || text.utf8.count == last.text.utf8.count, "seed \(seed)")
                    #expect(last.text.utf8.starts(with: text.utf8), "seed \(seed)")
                }
                for (a, b) in zip(frames, frames.dropFirst()) where a.connection == b.connection {
                    #expect(b.final || a.text != b.text, "seed \(seed): two equal states")
                    #expect(a.final || b.time - a.time >= Self.every, "seed \(seed): too soon")
                }
                for (a, b) in zip(frames, frames.dropFirst()) where a.connection != b.connection {
                    #expect(b.final && b.edit, "seed \(seed): a cut stream goes on as one last edit")
                }
            }
        }
    }

    @Test("keeps the budget in any stretch of time")
    func budget() throws {
        for seed in stride(from: 100 as UInt64, to: 120, by: 1) {
            var storm = try Storm(seed: seed, budget: true)
            storm.run()
            for (index, start) in storm.times.enumerated() {
                let inSecond = storm.times[index...].prefix { $0 - start < .seconds(1) }.count
                #expect(inSecond <= 40, "seed \(seed)")
            }
        }
    }
}
