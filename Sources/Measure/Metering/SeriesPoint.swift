/// What happened in one interval of a run.
public struct SeriesPoint: Hashable, Sendable {
    /// Whole seconds from the run's start to the interval's start.
    public var second: Int
    /// What was counted in the interval.
    public var counters = Counters()
    /// Of the errors and closes among them, by code.
    public var errors = CodeCounts()
    public var closes = CodeCounts()
    /// The devices at its end.
    public var devices = DeviceCounts()
    private var metrics = [PackedHistogram](repeating: PackedHistogram(), count: Metric.allCases.count)

    public init(second: Int) { self.second = second }

    /// The values of a metric in the interval, two digits.
    public subscript(_ metric: Metric) -> PackedHistogram {
        get { metrics[metric.rawValue] }
        set { metrics[metric.rawValue] = newValue }
    }

    /// Adds what happened elsewhere in the same interval.
    public mutating func merge(_ other: SeriesPoint) {
        add(other)
        devices.merge(other.devices)
    }

    /// Adds what happened later.
    mutating func extend(by next: SeriesPoint) {
        add(next)
        devices = next.devices
    }

    private mutating func add(_ other: SeriesPoint) {
        counters.merge(other.counters)
        errors.merge(other.errors)
        closes.merge(other.closes)
        for index in metrics.indices { metrics[index].merge(other.metrics[index]) }
    }
}
