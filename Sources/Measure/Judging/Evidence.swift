/// What thresholds are judged on: a whole run, or some seconds of it.
public struct Evidence: Sendable {
    public let counters: Counters
    public let metrics: MetricSet
    public let seconds: Double
    let shards: PlanRecord.Shards?

    public init(_ record: RunRecord) {
        counters = record.counters
        metrics = record.metrics
        seconds = record.seconds
        shards = record.plan.shards
    }

    /// Some points of a series; values have two digits there.
    ///
    /// - Parameter interval: seconds a point.
    public init(_ points: some Sequence<SeriesPoint>, interval: Int = 1) {
        var counters = Counters()
        var histograms = Metric.allCases.map { _ in Histogram(.series) }
        var seconds = 0
        for point in points {
            counters.merge(point.counters)
            for metric in Metric.allCases where !point[metric].isEmpty {
                point[metric].add(to: &histograms[metric.rawValue])
            }
            seconds.add(interval)
        }
        var metrics = MetricSet()
        for metric in Metric.allCases { metrics[metric] = histograms[metric.rawValue] }
        self.counters = counters
        self.metrics = metrics
        self.seconds = Double(seconds)
        shards = nil
    }

    public func judge(_ threshold: Threshold) -> Judgement {
        let got = value(of: threshold.subject)
        return Judgement(
            threshold: threshold, got: got, isMet: got.map { threshold.relation.holds($0, threshold.limit) } ?? false)
    }

    /// In the unit of a threshold on it; nil: no samples.
    public func value(of subject: Threshold.Subject) -> Double? {
        switch subject {
        case .metric(let metric, let statistic):
            let histogram = metrics[metric]
            if histogram.isEmpty { return nil }
            return switch statistic {
            case .count: Double(histogram.count)
            case .mean: histogram.mean / 1000
            case .min: Double(histogram.min) / 1000
            case .max: Double(histogram.max) / 1000
            case .percentile(let percentile): Double(histogram.value(at: percentile)) / 1000
            }
        case .counter(let counter):
            // Where nothing at all was counted there was no run.
            return counters.isEmpty ? nil : Double(counters[counter])
        case .share(let counter):
            guard let base = counter.shareBase, counters[base] > 0 else { return nil }
            return Double(counters[counter]) / Double(counters[base]) * 100
        case .rate(let counter):
            return seconds > 0 ? Double(counters[counter]) / seconds : nil
        case .shards:
            return shards.map { Double($0.present.count) }
        case .readiness:
            return Double(metrics[.ready].count)
        }
    }
}
