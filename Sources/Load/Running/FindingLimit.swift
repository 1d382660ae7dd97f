import Measure
import Time

// A rate is held for a window, the thresholds are judged on the window's own figures, and the search says which rate is
// next. The first seconds of a window are still those of the rate before, and do not count.

/// Raises the rate until a threshold breaks.
struct FindingLimit {
    static let settling = 2
    static let window = 8
    /// Nobody waits longer.
    static let longest = Interval.seconds(3600)

    private var search: LimitSearch
    private let thresholds: [Threshold]
    private let workers: Int
    private(set) var rate: Double
    /// Of the window, after its settling.
    private var points: [SeriesPoint] = []
    private var from: Int?
    private var spoken: [Int]

    /// - Parameter start: a second; the first rate.
    init(start: Double, thresholds: [Threshold], workers: Int) {
        search = LimitSearch(start: start, most: 1_000_000)
        self.thresholds = thresholds
        self.workers = workers
        rate = start
        spoken = Array(repeating: -1, count: workers)
    }

    /// A rate has been tried.
    private(set) var hasBegun = false

    enum Outcome {
        case goOn
        case attempt(Double)
        case found(LimitSearch.Limit)
    }

    /// The rate is on from that second on.
    mutating func begins(at second: Int) {
        hasBegun = true
        from = second + Self.settling
        points = []
    }

    /// A second of one worker is over.
    mutating func second(_ point: SeriesPoint, worker: Int) -> Outcome {
        guard let from, spoken.indices.contains(worker) else { return .goOn }
        spoken[worker] = max(spoken[worker], point.second)
        if (from..<(from + Self.window)).contains(point.second) { points.append(point) }
        guard let all = spoken.min(), all >= from + Self.window - 1 else { return .goOn }
        self.from = nil
        let evidence = Evidence(points)
        let reasons = Lateness.reasons(lag: evidence.metrics[.lag], measured: evidence.metrics[.reply])
        switch search.next(thresholds.map { evidence.judge($0) }, bottleneck: reasons) {
        case .attempt(let next):
            rate = next
            return .attempt(next)
        case .found(let limit): return .found(limit)
        }
    }
}
