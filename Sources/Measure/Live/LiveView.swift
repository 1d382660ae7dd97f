// A run while it runs: the points of all workers, put together by their seconds. Workers report a second at slightly
// different times, so that only a second of which all have spoken is shown.

/// What is known of a running run; it keeps the last minute, and sums of all before.
public struct LiveView: Sendable {
    /// Seconds that are kept apart.
    public static let window = 60

    public private(set) var counters = Counters()
    public private(set) var errors = CodeCounts()
    public private(set) var closes = CodeCounts()
    /// Of the whole run, two digits.
    private var histograms = Metric.allCases.map { _ in Histogram(.series) }
    /// The devices of each worker, and the last second that it spoke of.
    private var workers: [(devices: DeviceCounts, second: Int)]
    /// The last seconds, in order.
    private var recent: [SeriesPoint] = []

    public init(workers: Int) {
        self.workers = Array(repeating: (DeviceCounts(), -1), count: Swift.max(workers, 0))
    }

    public var devices: DeviceCounts {
        workers.reduce(into: DeviceCounts()) { $0.merge($1.devices) }
    }

    public func histogram(of metric: Metric) -> Histogram { histograms[metric.rawValue] }

    /// Takes a worker's point of a second.
    public mutating func add(_ point: SeriesPoint, worker: Int) {
        counters.merge(point.counters)
        errors.merge(point.errors)
        closes.merge(point.closes)
        for metric in Metric.allCases where !point[metric].isEmpty {
            point[metric].add(to: &histograms[metric.rawValue])
        }
        if workers.indices.contains(worker) {
            workers[worker] = (point.devices, Swift.max(workers[worker].second, point.second))
        }
        if let index = recent.lastIndex(where: { $0.second <= point.second }), recent[index].second == point.second {
            recent[index].merge(point)
        } else {
            let index = recent.firstIndex { $0.second > point.second } ?? recent.count
            recent.insert(point, at: index)
        }
        if recent.count > Self.window { recent.removeFirst(recent.count - Self.window) }
    }

    /// The seconds that all workers have spoken of, the last of them at the end.
    var complete: ArraySlice<SeriesPoint> {
        let second = workers.map(\.second).min() ?? -1
        let end = recent.firstIndex { $0.second > second } ?? recent.count
        return recent[..<end]
    }

    /// The run as it stands.
    ///
    /// - Parameters:
    ///   - phase: the stage's name.
    ///   - elapsed: seconds since the start.
    ///   - planned: seconds that the run takes; nil: until it is stopped.
    public func snapshot(phase: String, elapsed: Double, of planned: Double?) -> LiveSnapshot {
        var snapshot = LiveSnapshot(phase: phase, elapsed: elapsed, planned: planned)
        snapshot.devices = devices
        snapshot.counters = counters
        snapshot.errors = errors.sorted.map { .init(code: $0.code, count: $0.count) }
        snapshot.closes = closes.sorted.map { .init(code: $0.code, count: $0.count) }
        let complete = self.complete
        for counter in Counter.allCases {
            snapshot.rates[counter.rawValue] = complete.map { Double($0.counters[counter]) }
        }
        let last = Evidence(complete.suffix(LiveSnapshot.window))
        for metric in Metric.allCases where !histograms[metric.rawValue].isEmpty {
            snapshot.rows.append(
                .init(
                    metric, last.metrics[metric],
                    history: complete.map { $0[metric].isEmpty ? nil : Double($0[metric].histogram.value(at: 99)) }))
        }
        return snapshot
    }
}

/// A running run at one moment, with all that the panel, the plain line and the metrics page show.
public struct LiveSnapshot: Sendable {
    /// Seconds that the figures of a row cover.
    public static let window = 10

    public struct Row: Sendable {
        public let metric: Metric
        /// Of the last `window` seconds; times in microseconds.
        public let count: Int
        public let p50: Int
        public let p90: Int
        public let p99: Int
        public let max: Int
        /// The 99th percentile of each second.
        let history: [Double?]

        init(_ metric: Metric, _ histogram: Histogram, history: [Double?]) {
            self.metric = metric
            count = histogram.count
            let values = histogram.values(at: [50, 90, 99, 100])
            (p50, p90, p99, max) = (values[0], values[1], values[2], values[3])
            self.history = history
        }
    }

    public struct Code: Hashable, Sendable {
        public let code: String
        public let count: Int
    }

    public var phase: String
    public var elapsed: Double
    public var planned: Double?
    public var devices = DeviceCounts()
    /// Of the whole run.
    public var counters = Counters()
    public var rows: [Row] = []
    public var errors: [Code] = []
    public var closes: [Code] = []
    /// What the person should know, such as why the generator is behind.
    public var warnings: [String] = []
    /// By counter: each second of the last minute.
    var rates = [[Double]](repeating: [], count: Counter.allCases.count)

    public init(phase: String, elapsed: Double, planned: Double? = nil) {
        self.phase = phase
        self.elapsed = elapsed
        self.planned = planned
    }

    /// How much of it the last second saw.
    public func rate(_ counter: Counter) -> Double { rates[counter.rawValue].last ?? 0 }
}
