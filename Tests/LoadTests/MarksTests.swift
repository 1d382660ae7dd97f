import Bot
import Measure
import Testing
import Time

@testable import Load

@Suite("What a device waits for")
struct MarksTests {
    private static func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    /// A whole reply comes.
    private func reply(_ marks: inout Marks, at milliseconds: Int64, _ meter: Meter) {
        _ = marks.see(Seen(.message, final: true), now: Self.at(milliseconds), into: meter, tag: nil)
    }

    /// The replies in milliseconds.
    private func replies(_ meter: Meter) -> [Int] {
        meter.endSecond(0)[.reply].histogram.bars.flatMap { Array(repeating: $0.lowest / 1000, count: $0.count) }
    }

    @Test("a mark is small")
    func size() { #expect(MemoryLayout<Marks>.size <= 56) }

    @Test("the first sign of a reply is typing or its first message, whichever comes first, and comes once")
    func began() {
        let meter = Meter()
        var marks = Marks()
        func see(_ seen: Seen, at milliseconds: Int64) -> Marks.Step {
            marks.see(seen, now: Self.at(milliseconds), into: meter, tag: nil)
        }
        marks.ask(at: Self.at(1000))
        #expect(see(Seen(.typing), at: 1002).began == .milliseconds(2))
        #expect(see(Seen(.typing), at: 1003).began == nil)
        #expect(see(Seen(.message, final: false), at: 1004).began == nil)
        let end = see(Seen(.message, final: true), at: 1050)
        #expect(end.began == nil && end.isReplied)
        marks.ask(at: Self.at(2000))
        let whole = see(Seen(.message, final: true), at: 2005)
        #expect(whole.began == .milliseconds(5) && whole.isReplied)
        #expect(see(Seen(.message, final: true), at: 2006).began == nil)
    }

    @Test("texts are answered in the order in which they were planned")
    func order() {
        let meter = Meter()
        var marks = Marks()
        for planned in [1000, 1100, 1200] { marks.ask(at: Self.at(Int64(planned))) }
        for now in [1001, 1102, 1204] { reply(&marks, at: Int64(now), meter) }
        #expect(marks.outstanding == 0)
        #expect(replies(meter) == [1, 2, 4])
    }

    @Test("a text that waits for its way out is waited for since it was planned, and asked once")
    func planned() {
        let meter = Meter()
        var marks = Marks()
        marks.plan(at: Self.at(1000))
        marks.ask(at: Self.at(1500))
        #expect(marks.outstanding == 1)
        reply(&marks, at: 1510, meter)
        #expect(replies(meter) == [509])
        marks.ask(at: Self.at(1600))
        #expect(marks.oldest == Self.at(1600))
    }

    @Test("of the texts of a broken connection, the oldest are lost and those that go again are not")
    func disconnected() {
        let meter = Meter()
        var marks = Marks()
        for planned in [1000, 1100, 1200] { marks.ask(at: Self.at(Int64(planned))) }
        #expect(marks.disconnect(open: 1) == 2)
        #expect(marks.outstanding == 1)
        #expect(marks.oldest == Self.at(1200))
        marks.ask(at: Self.at(3000))
        #expect(marks.outstanding == 1)
        marks.ask(at: Self.at(3100))
        #expect(marks.outstanding == 2)
        reply(&marks, at: 3201, meter)
        #expect(replies(meter).first.map { $0 >= 1990 } == true)
        #expect(marks.disconnect(open: 0) == 1)
        #expect(marks.disconnect(open: 0) == 0)
    }

    @Test("a text that had its reply and goes again is not waited for")
    func answeredAndAgain() {
        var marks = Marks()
        #expect(marks.disconnect(open: 1) == 0)
        marks.ask(at: Self.at(1000))
        #expect(marks.outstanding == 0)
        marks.ask(at: Self.at(1001))
        #expect(marks.outstanding == 1)
    }

    @Test("texts expire together, the oldest first, and what is younger stays")
    func expire() {
        var marks = Marks()
        for planned in 0..<5 { marks.ask(at: Self.at(Int64(planned))) }
        #expect(marks.expire(before: Self.at(0)) == 0)
        #expect(marks.expire(before: Self.at(3)) == 3)
        #expect(marks.oldest == Self.at(3))
        #expect(marks.expire(before: Self.at(100)) == 2)
        #expect(marks.oldest == nil)
        #expect(marks.expire(before: Self.at(100)) == 0)
    }

    @Test("what is forgotten is told")
    func forget() {
        var marks = Marks()
        for planned in 0..<3 { marks.ask(at: Self.at(Int64(planned))) }
        #expect(marks.forget() == 3)
        #expect(marks.forget() == 0)
    }
}
