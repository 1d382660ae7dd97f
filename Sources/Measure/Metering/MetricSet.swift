/// A histogram for each metric, in microseconds.
public struct MetricSet: Hashable, Sendable {
    private var histograms = [Histogram](repeating: Histogram(), count: Metric.allCases.count)

    public init() {}

    public subscript(_ metric: Metric) -> Histogram {
        get { histograms[metric.rawValue] }
        _modify { yield &histograms[metric.rawValue] }
    }

    public mutating func merge(_ other: MetricSet) {
        for index in histograms.indices { histograms[index].merge(other.histograms[index]) }
    }

    /// The metrics that have values, in their order.
    public var measured: [Metric] { Metric.allCases.filter { !self[$0].isEmpty } }
}
