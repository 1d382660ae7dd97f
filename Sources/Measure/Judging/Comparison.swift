// A run beside an older one, with the noise of the difference. The noise is a bootstrap over time: from the points of each
// series, runs of the same length are drawn again and again, block by block, since neighbouring seconds resemble each
// other, and the figure is computed of each. The noise is how far the middle 95 % of the changes drawn reach from the change that was measured.
// It knows what varied within the two runs; what differs from one start of a server to the next it cannot know.

/// What changed between two runs.
public struct Comparison: Hashable, Sendable {
    public enum Meaning: String, Hashable, Sendable {
        case better, worse
        case withinNoise = "within_noise"
        /// One of the runs is too short to know its noise, or had nothing to compare.
        case unknown
    }

    public struct Row: Hashable, Sendable {
        /// `reply.p99`, `sent.rate`.
        public let name: String
        /// `ms`, `/s` or `%`.
        public let unit: String
        /// In `unit`.
        public let before: Double?
        public let now: Double?
        /// A part of `before`: 0.1 is ten percent more. nil where `before` is 0 or missing.
        public let change: Double?
        /// The same for the noise.
        public let noise: Double?
        public let meaning: Meaning
    }

    /// Points that a series needs at least to know its noise.
    public static let fewestPoints = 10
    /// The width of a place of a series, 1/128: no noise is said to be smaller.
    static let resolution = 0.008
    static let draws = 200
    static let percentiles = [50.0, 90, 99]

    public let rows: [Row]

    /// - Parameter seed: of the draws; the same for the same figures.
    public init(_ now: RunRecord, with before: RunRecord, seed: UInt64 = 1) {
        var draws = (DrawnSeries(now.series, seed: seed), DrawnSeries(before.series, seed: seed &+ 1))
        var rows: [Row] = []
        for metric in Metric.allCases where !now[metric].isEmpty && !before[metric].isEmpty {
            let changes = Self.changes(draws.0.percentiles(of: metric), draws.1.percentiles(of: metric))
            for (index, percentile) in Self.percentiles.enumerated() {
                rows.append(
                    Row(
                        "\(metric.name).p\(percentile.text(digits: 0))", "ms",
                        before: Double(before[metric].value(at: percentile)) / 1000,
                        now: Double(now[metric].value(at: percentile)) / 1000, drawn: changes?[index],
                        lessIsBetter: true))
            }
        }
        for counter in [Counter.sent, .received] {
            let changes = Self.changes(draws.0.rate(of: counter), draws.1.rate(of: counter))
            rows.append(
                Row(
                    "\(counter.name).rate", "/s", before: Evidence(before).value(of: .rate(counter)),
                    now: Evidence(now).value(of: .rate(counter)), drawn: changes?[0], lessIsBetter: false))
        }
        rows.append(
            Row(
                "errors", "%", before: Evidence(before).value(of: .share(.errors)),
                now: Evidence(now).value(of: .share(.errors)), drawn: nil, lessIsBetter: true))
        self.rows = rows
    }

    /// The relative changes of each of the figures that were drawn together, ascending.
    private static func changes(_ now: [[Double]]?, _ before: [[Double]]?) -> [[Double]]? {
        guard let now, let before, let first = now.first else { return nil }
        return first.indices.map { figure in
            zip(now, before).compactMap { now, before in
                before[figure] > 0 ? now[figure] / before[figure] - 1 : nil
            }.sorted()
        }
    }
}

extension Comparison.Row {
    fileprivate init(
        _ name: String, _ unit: String, before: Double?, now: Double?, drawn: [Double]?, lessIsBetter: Bool
    ) {
        self.name = name
        self.unit = unit
        self.before = before
        self.now = now
        guard let before, let now, before > 0 else {
            change = nil
            noise = nil
            meaning = .unknown
            return
        }
        let change = now / before - 1
        self.change = change
        guard let drawn, drawn.count >= 40 else {
            noise = nil
            meaning = .unknown
            return
        }
        let edge = drawn.count / 40
        let reach = Swift.max(change - drawn[edge], drawn[drawn.count - 1 - edge] - change)
        let noise = Swift.max(reach, Comparison.resolution)
        self.noise = noise
        meaning = change.magnitude <= noise ? .withinNoise : (change < 0) == lessIsBetter ? .better : .worse
    }
}
