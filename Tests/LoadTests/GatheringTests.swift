import Testing
import Time

@testable import Load

@Suite("How long replies gather")
struct GatheringTests {
    private func gathering(after replies: some Sequence<Int64>) -> Interval {
        var gathering = Gathering()
        for reply in replies { gathering.see(Interval(nanoseconds: reply * 1000)) }
        return gathering.time
    }

    @Test("nothing gathers before a reply came")
    func none() { #expect(Gathering().time == .zero) }

    @Test("it is a fortieth of the time to a reply's first sign, none where that is short, and a millisecond at most")
    func share() {
        #expect(gathering(after: repeatElement(200, count: 2000)) == .zero)
        #expect(gathering(after: repeatElement(1_500, count: 2000)) == .zero)
        let some = gathering(after: repeatElement(20_000, count: 2000))
        #expect((475_000...525_000).contains(some.nanoseconds))
        #expect(gathering(after: repeatElement(500_000, count: 2000)) == .milliseconds(1))
    }

    @Test("a few replies that are far off do not change it, and many do soon")
    func robust() {
        let usual = [Int64](repeating: 20_000, count: 2000)
        let before = gathering(after: usual)
        let after = gathering(after: usual + repeatElement(9_000_000, count: 5))
        #expect(after.nanoseconds * 10 < before.nanoseconds * 11)
        #expect(gathering(after: usual + repeatElement(1_000, count: 300)) == .zero)
    }

    @Test("no time is too long or too short for it")
    func extremes() {
        var gathering = Gathering()
        for _ in 0..<10_000 { gathering.see(.zero) }
        #expect(gathering.time == .zero)
        for _ in 0..<10_000 { gathering.see(Interval(nanoseconds: .max)) }
        #expect(gathering.time == Gathering.longest)
        for _ in 0..<10_000 { gathering.see(Interval(nanoseconds: .min)) }
        #expect(gathering.time == .zero)
    }
}
