import Random
import Testing

@testable import Measure

@Suite("A histogram")
struct HistogramTests {
    @Test("that holds nothing has no memory and says 0 everywhere")
    func empty() {
        let histogram = Histogram()
        #expect(histogram.isEmpty)
        #expect(histogram.counts.capacity == 0)
        #expect(histogram.min == 0 && histogram.max == 0 && histogram.mean == 0)
        #expect(histogram.values(at: [0, 50, 100]) == [0, 0, 0])
        #expect(histogram.bars.isEmpty)
    }

    @Test("keeps small values as they are")
    func small() {
        var histogram = Histogram()
        for value in [5, 1, 2047, 7, 7] { histogram.record(value) }
        #expect(histogram.count == 5)
        #expect(histogram.min == 1)
        #expect(histogram.max == 2047)
        #expect(histogram.values(at: [0, 20, 50, 80, 100]) == [1, 1, 7, 7, 2047])
        #expect(histogram.mean == 413.4)
    }

    @Test(
        "is off by less than one in a thousand",
        arguments: [0, 1, 2047, 2048, 2049, 123_456, 50_000, 3_599_999_999, 3_600_000_000])
    func precision(value: Int) {
        var histogram = Histogram()
        histogram.record(value)
        let bar = histogram.bars[0]
        #expect(bar.lowest <= value && value <= bar.highest)
        #expect(bar.highest - bar.lowest <= value / 1000)
        #expect(histogram.outOfRange == 0)
    }

    @Test("finds a place for every value, and the places follow each other without a gap")
    func places() throws {
        for layout in [
            Histogram.Layout.latency, .series, try #require(Histogram.Layout(digits: 1, lowest: 8, highest: 5000)),
        ] {
            var next = 0
            for place in 0..<layout.placeCount {
                #expect(layout.lowest(at: place) == next)
                #expect(layout.place(of: layout.lowest(at: place)) == place)
                #expect(layout.place(of: layout.highest(at: place)) == place)
                next = layout.highest(at: place) + 1
            }
            #expect(next > layout.highest)
        }
    }

    @Test("counts what is out of range as the nearest value, and says how many they were")
    func outOfRange() {
        var histogram = Histogram()
        histogram.record(-1)
        histogram.record(.min)
        histogram.record(.max)
        histogram.record(.max, times: 3)
        histogram.record(10)
        #expect(histogram.count == 7)
        #expect(histogram.outOfRange == 6)
        #expect(histogram.min == 0)
        #expect(histogram.max == Histogram.Layout.latency.highest(at: Histogram.Layout.latency.placeCount - 1))
    }

    @Test("of ten shards equals the histogram of the whole, to the last count")
    func merging() {
        var numbers = SplitMix(seed: 1)
        var whole = Histogram()
        var shards = [Histogram](repeating: Histogram(), count: 10)
        for index in 0..<50_000 {
            let value = numbers.latency()
            whole.record(value)
            shards[index % 10].record(value)
        }
        var merged = Histogram()
        for shard in shards.reversed() { merged.merge(shard) }
        #expect(merged == whole)
        #expect(merged.values(at: [50, 90, 99, 99.9, 100]) == whole.values(at: [50, 90, 99, 99.9, 100]))
        #expect(merged.mean == whole.mean)
    }

    @Test("that was cleared equals one that is new, and keeps its memory")
    func clearing() {
        var histogram = Histogram()
        histogram.record(5_000_000)
        histogram.record(-1)
        let memory = histogram.counts.capacity
        histogram.clear()
        #expect(histogram == Histogram())
        #expect(histogram.counts.capacity == memory)
        histogram.record(3)
        var other = Histogram()
        other.record(3)
        #expect(histogram == other)
    }

    @Test("with fewer digits takes each value into the place that holds it")
    func coarser() {
        var numbers = SplitMix(seed: 2)
        var fine = Histogram()
        var direct = Histogram(.series)
        for _ in 0..<10_000 {
            let value = numbers.latency()
            fine.record(value)
            direct.record(value)
        }
        var coarse = Histogram(.series)
        coarse.merge(fine)
        #expect(coarse == direct)
    }

    @Test("stops at the largest number that there is")
    func saturation() {
        var histogram = Histogram()
        histogram.record(1, times: .max)
        histogram.record(1, times: .max)
        histogram.record(2, times: .max)
        var other = histogram
        other.merge(histogram)
        #expect(other.count == .max)
        #expect(other.value(at: 50) == 1)
        #expect(other.part(atMost: 1) == 1)
    }

    @Test("names the percentiles that HdrHistogram's C and Python libraries name")
    func ranks() {
        var histogram = Histogram()
        for value in 1...16 { histogram.record(value) }
        // 14.4 values are rounded to 14.
        #expect(histogram.value(at: 90) == 14)
        #expect(histogram.value(at: 91) == 15)
        #expect(histogram.value(at: 0) == 1)
        #expect(histogram.value(at: 1000) == 16)
        #expect(histogram.value(at: -5) == 1)
        #expect(histogram.value(at: .nan) == 1)
    }

    @Test("says which part of its values a limit covers")
    func part() {
        var histogram = Histogram()
        for value in 1...100 { histogram.record(value) }
        #expect(histogram.part(atMost: 0) == 0)
        #expect(histogram.part(atMost: 25) == 0.25)
        #expect(histogram.part(atMost: 1_000_000) == 1)
        #expect(Histogram().part(atMost: 5) == 0)
    }

    @Test("has no layout that is impossible")
    func layouts() {
        #expect(Histogram.Layout(digits: 0, highest: 100) == nil)
        #expect(Histogram.Layout(digits: 6, highest: 100) == nil)
        #expect(Histogram.Layout(digits: 3, lowest: 0, highest: 100) == nil)
        #expect(Histogram.Layout(digits: 3, lowest: 60, highest: 100) == nil)
        #expect(Histogram.Layout(digits: 5, lowest: 1 << 50, highest: .max) == nil)
        #expect(Histogram.Layout(digits: 3, lowest: -5, highest: .min) == nil)
        #expect(Histogram.Layout(digits: 3, highest: .max)?.placeCount == 54 * 1024)
    }
}
