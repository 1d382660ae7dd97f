import Time

// A load run as its run.json keeps it: what was planned, what was measured, and how it was judged. The one rule: records
// merge exactly. The record of ten shards, merged, equals the record of one run that measured the same.

/// A load run.
public struct RunRecord: Hashable, Sendable {
    /// The version of run.json that is written and read.
    public static let version = 1

    public var plan: PlanRecord
    /// The run's start on the wall clock.
    public var started: WallTime
    /// From the start to the end.
    public var seconds: Double
    /// Of the runs, or parts of one, that are in it: each has one of its own, so that none is merged twice.
    public var ids: [String] = []
    public var metrics = MetricSet()
    public var counters = Counters()
    public var errors = CodeCounts()
    public var closes = CodeCounts()
    /// The same metrics again, for the values of each tag.
    public var tags: [String: MetricSet] = [:]
    public var series = Series()
    public var generator = GeneratorRecord()
    /// The thresholds of the plan, judged on this record by `judge`.
    public internal(set) var judgements: [Judgement] = []
    public internal(set) var verdict = Verdict.passed

    public init(plan: PlanRecord, started: WallTime, seconds: Double) {
        self.plan = plan
        self.started = started
        self.seconds = seconds
    }

    public subscript(_ metric: Metric) -> Histogram {
        get { metrics[metric] }
        _modify { yield &metrics[metric] }
    }

    public var ended: WallTime {
        started + .milliseconds(Int64(Swift.min(Swift.max(seconds, 0), 1e12) * 1000))
    }

    /// No device became ready, or none was even started: whatever the thresholds say, nothing was tried.
    public var reachedNobody: Bool { judgements.contains { $0.threshold == .readiness } }

    /// A part of a run has done what it was to do; whether the thresholds are met is a question for the whole.
    public var isPartDone: Bool { generator.bottleneck.isEmpty && !reachedNobody }

    /// Nobody was reached, and each device was told why: no slowness of the generator explains that.
    private var wasRefused: Bool { reachedNobody && counters[.devices] > 0 && counters[.errors] >= counters[.devices] }

    /// Judges thresholds on what was measured, and gives the verdict: a bottleneck in the generator goes before all but a
    /// server that took nobody.
    public mutating func judge(_ thresholds: [Threshold]) {
        let evidence = Evidence(self)
        judgements = thresholds.filter { !$0.isImplied }.map { evidence.judge($0) }
        if let shards = plan.shards, !shards.missing.isEmpty { judgements.append(evidence.judge(.shards(shards.of))) }
        let isEmpty = counters.isEmpty && plan.devices > 0
        if isEmpty || counters[.devices] > 0, metrics[.ready].isEmpty { judgements.append(evidence.judge(.readiness)) }
        let wasLimit = !generator.bottleneck.isEmpty && !wasRefused
        verdict = wasLimit ? .bottleneck : judgements.allSatisfy(\.isMet) ? .passed : .failed
    }

    /// Judges the thresholds that it has again.
    public mutating func judge() { judge(judgements.map(\.threshold)) }
}

/// What a run says.
public enum Verdict: String, Hashable, Sendable {
    /// All thresholds are met; there may be none.
    case passed
    case failed
    /// The generator was the bottleneck: the run proves nothing.
    case bottleneck
}
