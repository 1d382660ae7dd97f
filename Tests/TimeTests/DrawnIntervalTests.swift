import Random
import Testing
import Time

@Suite("Intervals drawn at random")
struct DrawnIntervalTests {
    @Test("fill a range from end to end")
    func interval() {
        var random = SplitMix(seed: 1)
        let drawn = (0..<1_000).map { _ in random.interval(from: .milliseconds(10), to: .milliseconds(20)) }
        #expect(drawn.allSatisfy { $0 >= .milliseconds(10) && $0 <= .milliseconds(20) })
        #expect(drawn.contains { $0 < .milliseconds(11) } && drawn.contains { $0 > .milliseconds(19) })
    }

    @Test("are the lower end, and draw nothing, where there is no range")
    func none() {
        var random = SplitMix(seed: 1)
        #expect(random.interval(from: .seconds(1), to: .seconds(1)) == .seconds(1))
        #expect(random.interval(from: .seconds(2), to: .seconds(1)) == .seconds(2))
        #expect(random.jitter(.zero) == .zero)
        #expect(random == SplitMix(seed: 1))
    }

    @Test("are those that the standard library draws", arguments: 0..<50 as Range<UInt64>)
    func asTheStandardLibrary(seed: UInt64) {
        for (least, most): (Int64, Int64) in [
            (0, 1), (0, 999), (-7, 7), (1, .max), (.min, .max), (.min, 0), (.max - 1, .max), (0, 1 << 40),
        ] {
            var (ours, theirs) = (SplitMix(seed: seed), SplitMix(seed: seed))
            let drawn = ours.interval(from: Interval(nanoseconds: least), to: Interval(nanoseconds: most))
            #expect(drawn.nanoseconds == Int64.random(in: least...most, using: &theirs))
            #expect(ours == theirs)
        }
    }
}
