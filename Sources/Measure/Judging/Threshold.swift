// What a run must show: a name (`reply.p99`, `errors`, `ready.count`) and a comparison (`< 250ms`, `< 0.1%`, `>= 9900`).
// A threshold without samples is not met: a run that measured nothing has proved nothing.

/// One threshold of a load plan.
public struct Threshold: Hashable, Sendable {
    /// What is compared.
    public enum Subject: Hashable, Sendable {
        case metric(Metric, Statistic)
        case counter(Counter)
        /// Of a base that docs/run-json.md names for each counter, in percent.
        case share(Counter)
        /// A second, over the whole run.
        case rate(Counter)
        /// Shards of a divided run that are there.
        case shards
        /// Devices that became ready.
        case readiness
    }

    public enum Statistic: Hashable, Sendable {
        case count, mean, min, max
        /// Above 0, up to 100.
        case percentile(Double)
    }

    public enum Relation: String, Hashable, Sendable, CaseIterable {
        case atMost = "<="
        case atLeast = ">="
        case equal = "=="
        case below = "<"
        case above = ">"

        func holds(_ got: Double, _ limit: Double) -> Bool {
            switch self {
            case .atMost: got <= limit
            case .atLeast: got >= limit
            case .equal: got == limit
            case .below: got < limit
            case .above: got > limit
            }
        }
    }

    /// As the plan writes it.
    public let name: String
    public let want: String
    public let subject: Subject
    public let relation: Relation
    /// Times in milliseconds, shares in percent, rates a second.
    public let limit: Double

    init(name: String, want: String, subject: Subject, relation: Relation, limit: Double) {
        self.name = name
        self.want = want
        self.subject = subject
        self.relation = relation
        self.limit = limit
    }

    /// That all shards of a divided run are there.
    static func shards(_ count: Int) -> Threshold {
        Threshold(
            name: "shards", want: "== \(count)", subject: .shards, relation: .equal, limit: Double(count))
    }

    /// That some device became ready: without one, nothing was tried.
    static let readiness = Threshold(name: "ready", want: ">= 1", subject: .readiness, relation: .atLeast, limit: 1)

    /// No plan says it: it is judged of every run, and told only where it is not met.
    var isImplied: Bool { subject == .shards || subject == .readiness }

    /// What the limit and the measured value are in.
    public var unit: String {
        switch subject {
        case .metric(_, .count), .counter, .shards, .readiness: ""
        case .metric: "ms"
        case .share: "%"
        case .rate: "/s"
        }
    }
}

/// A threshold and what a run showed.
public struct Judgement: Hashable, Sendable {
    public let threshold: Threshold
    /// In the threshold's unit; nil: there were no samples.
    public let got: Double?
    public let isMet: Bool
}
