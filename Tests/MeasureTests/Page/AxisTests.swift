import Testing

@testable import Measure

@Suite("An axis")
struct AxisTests {
    @Test("of counts begins at 0 and ends at a round number")
    func counts() {
        #expect(Axis.counts(upTo: 1600).ticks.map(\.label) == ["0", "500", "1k", "1.5k", "2k"])
        #expect(Axis.counts(upTo: 5000).ticks.map(\.label) == ["0", "2k", "4k", "6k"])
        #expect(Axis.counts(upTo: 0).ticks.map(\.label) == ["0", "1"])
        #expect((Axis.counts(upTo: 0.3).high - 0.3).magnitude < 1e-9)
    }

    @Test("of times is logarithmic only where they lie far apart")
    func times() {
        #expect(Axis.times(from: 50_000, to: 110_000).ticks.map(\.label) == ["0", "50 ms", "100 ms", "150 ms"])
        let wide = Axis.times(from: 50_000, to: 1_100_000)
        #expect(wide.isLogarithmic)
        #expect(wide.ticks.map(\.label) == ["50 ms", "100 ms", "200 ms", "500 ms", "1 s", "2 s"])
        #expect(wide.position(50_000) == 0 && wide.position(2_000_000) == 1)
        #expect((wide.position(316_228) - 0.5).magnitude < 0.001)
    }

    @Test("of a run's time has marks that a clock shows")
    func clock() {
        #expect(
            Axis.clock(upTo: 90, ticks: 7).ticks.map(\.label) == [
                "0:00", "0:15", "0:30", "0:45", "1:00", "1:15", "1:30",
            ])
        #expect(
            Axis.clock(upTo: 7200, ticks: 4).ticks.map(\.label) == ["0:00", "30:00", "1:00:00", "1:30:00", "2:00:00"])
        #expect(Axis.clock(upTo: 1e8, ticks: 4).ticks.count <= 5)
    }

    @Test("never traps, whatever the values are")
    func extremes() {
        for value in [0, 1e-9, 1, 1e9, 1e18] {
            let axis = Axis.counts(upTo: value)
            #expect((0...1).contains(axis.position(value)))
            _ = Axis.times(from: value, to: value)
            _ = Axis.times(from: 0, to: Swift.min(value, 1e12))
        }
        #expect(Axis(low: 3, high: 3, ticks: []).position(3) == 0)
    }

    @Test("has logarithms and powers that undo each other")
    func logarithms() {
        for exponent in stride(from: -9.0, through: 18, by: 0.37) {
            #expect((Logarithm.base10(Logarithm.power10(exponent)) - exponent).magnitude < 1e-9)
        }
        #expect((Logarithm.base10(1000) - 3).magnitude < 1e-12)
        #expect(Logarithm.base10(0) == 0)
    }
}
