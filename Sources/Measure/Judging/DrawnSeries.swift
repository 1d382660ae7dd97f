import Random

/// Figures of a series as they might have been: its points drawn anew, with repetition, in blocks of neighbours.
struct DrawnSeries {
    private let points: [SeriesPoint]
    private let interval: Int
    private var random: SplitMix

    init(_ series: Series, seed: UInt64) {
        points = series.points
        interval = series.interval
        random = SplitMix(seed: seed)
    }

    /// A row a draw, with a metric's percentiles in microseconds; nil: too few points have values.
    mutating func percentiles(of metric: Metric) -> [[Double]]? {
        let histograms = points.filter { !$0[metric].isEmpty }.map { point in
            point[metric].histogram.bars.map { (value: $0.highest, count: $0.count) }
        }
        guard histograms.count >= Comparison.fewestPoints else { return nil }
        return (0..<Comparison.draws).map { _ in
            var sum = Histogram(.series)
            for index in draw(histograms.count) {
                for bar in histograms[index] { sum.record(bar.value, times: bar.count) }
            }
            return sum.values(at: Comparison.percentiles).map { Double($0) }
        }
    }

    /// A row a draw, with how much a second saw of a counter; nil: too few points.
    mutating func rate(of counter: Counter) -> [[Double]]? {
        guard points.count >= Comparison.fewestPoints else { return nil }
        let counts = points.map { Double($0.counters[counter]) / Double(interval) }
        return (0..<Comparison.draws).map { _ in
            [draw(counts.count).reduce(0) { $0 + counts[$1] } / Double(counts.count)]
        }
    }

    /// As many indices as there are, in blocks as long as the cube root of their number.
    private mutating func draw(_ count: Int) -> [Int] {
        var length = 1
        while length * length * length < count { length += 1 }
        var indices: [Int] = []
        while indices.count < count {
            let start = Int(random.next(upperBound: UInt64(count - length + 1)))
            indices += start..<start + length
        }
        return Array(indices.prefix(count))
    }
}
