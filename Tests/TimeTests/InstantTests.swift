import Testing
import Time

@Suite("Points in time")
struct InstantTests {
    private let century = Interval.hours(100 * 365 * 24)

    @Test("are moved by a length of time, on both clocks at once")
    func moves() {
        let now = Now(instant: .zero, wall: WallTime(milliseconds: 1000))
        let later = now + .milliseconds(1500)
        #expect(later == Now(instant: Instant(nanoseconds: 1_500_000_000), wall: WallTime(milliseconds: 2500)))
        #expect(later.wall - now.wall == .milliseconds(1500))
        #expect(later.instant - now.instant == .milliseconds(1500))
        #expect(WallTime(milliseconds: 1000) + .seconds(-2) == WallTime(milliseconds: -1000))
    }

    @Test("stop at the ends of time instead of coming round to the other one")
    func saturate() {
        let first = WallTime(milliseconds: .min)
        let last = WallTime(milliseconds: .max)
        #expect(last + .milliseconds(1) == last)
        #expect(last + century == last)
        #expect(first + .milliseconds(-1) == first)
        #expect(WallTime(milliseconds: .max - 1000) + .milliseconds(1000) == last)
        #expect(WallTime(milliseconds: .max - 1000) + .milliseconds(999) == WallTime(milliseconds: .max - 1))
        #expect(first + century > first)
        let end = Now(instant: .distantFuture, wall: last)
        #expect(end + century == end)
        #expect(Now(instant: Instant(nanoseconds: .min), wall: first) + .seconds(-1) < end)
    }

    @Test("are never further apart than a length of time can say")
    func apart() {
        #expect(WallTime(milliseconds: .max) - WallTime(milliseconds: .min) == Interval(nanoseconds: .max))
        #expect(WallTime(milliseconds: .min) - WallTime(milliseconds: .max) == Interval(nanoseconds: .min))
        #expect(Instant(nanoseconds: .min) - .distantFuture == Interval(nanoseconds: .min))
    }
}

/// For comparing in tests: the wall clock decides.
extension Now {
    fileprivate static func < (a: Now, b: Now) -> Bool { a.wall < b.wall }
}
