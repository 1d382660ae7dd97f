import Time

// What the devices of one loop measure. A value costs one array increment: it goes into the histogram of the running
// second, and only at the second's end into the whole run's.

/// The measurements of one loop; it belongs to that loop's thread. A value may carry a tag, such as the bot's name.
public final class Meter {
    /// Tags that are told apart.
    public static let mostTags = 64

    public let tags: [String]
    /// All devices as they stand now.
    public private(set) var devices = DeviceCounts()
    /// How late the loop came to its timers.
    public private(set) var loopLag = Histogram()

    /// Of the running second and of the whole run: the untagged metrics, then those of each tag. What each message counts in
    /// is not checked for overlapping accesses at run time: while it changes, nothing else runs that knows this meter.
    @exclusivity(unchecked) private var running: [Histogram]
    private var whole: [Histogram]
    @exclusivity(unchecked) private var runningCounters = Counters()
    private var wholeCounters = Counters()
    private var runningErrors = CodeCounts()
    private var wholeErrors = CodeCounts()
    private var runningCloses = CodeCounts()
    private var wholeCloses = CodeCounts()
    private var series = Series()

    /// - Parameter tags: at most `mostTags`; values of further ones count as untagged.
    public init(tags: [String] = []) {
        self.tags = Array(tags.prefix(Self.mostTags))
        running = [Histogram](repeating: Histogram(), count: (self.tags.count + 1) * Metric.allCases.count)
        whole = running
    }

    // MARK: Measuring

    /// Records how long something took, to the microsecond.
    ///
    /// - Parameter tag: an index of `tags`.
    @inline(__always)
    public func record(_ metric: Metric, _ interval: Interval, tag: Int? = nil) {
        let group = tag.map { $0 >= 0 && $0 < tags.count ? $0 + 1 : 0 } ?? 0
        running[group * Metric.allCases.count + metric.rawValue].record(interval.microseconds)
    }

    /// Records how late the loop came to a timer.
    public func recordLoopLag(_ interval: Interval) { loopLag.record(interval.microseconds) }

    @inline(__always)
    public func count(_ counter: Counter, by times: Int = 1) { runningCounters[counter].add(times) }

    /// Counts an error by its code; counts `errors` as well.
    public func error(_ code: String) {
        runningCounters[.errors].add(1)
        runningErrors.count(code)
    }

    /// Counts a connection's end by its code; counts `closes` as well.
    public func close(_ code: String) {
        runningCounters[.closes].add(1)
        runningCloses.count(code)
    }

    /// A device goes from one state to another; nil: from nowhere, to nowhere.
    public func move(from: DeviceState?, to: DeviceState?) {
        if let from { devices[from] &-= 1 }
        if let to { devices[to] &+= 1 }
    }

    /// Ends the running second, or what there was since the last call.
    ///
    /// - Parameter second: whole seconds from the run's start to the second's start.
    public func endSecond(_ second: Int) -> SeriesPoint {
        var point = SeriesPoint(second: second)
        point.counters = runningCounters
        point.devices = devices
        for metric in Metric.allCases {
            // Most metrics have no value in most seconds.
            var all = Histogram()
            for group in 0...tags.count {
                let index = group * Metric.allCases.count + metric.rawValue
                if running[index].isEmpty { continue }
                whole[index].merge(running[index])
                all.merge(running[index])
                running[index].clear()
            }
            point[metric] = PackedHistogram(all)
        }
        wholeCounters.merge(runningCounters)
        wholeErrors.merge(runningErrors)
        wholeCloses.merge(runningCloses)
        // A server that makes up codes must not make a column of each in the series.
        point.errors = runningErrors.named(in: wholeErrors)
        point.closes = runningCloses.named(in: wholeCloses)
        runningCounters = Counters()
        runningErrors = CodeCounts()
        runningCloses = CodeCounts()
        series.append(point)
        return point
    }

    // MARK: The record

    /// All that was measured up to the last `endSecond`.
    ///
    /// - Parameter seconds: how long the run took.
    public func record(
        plan: PlanRecord, started: WallTime, seconds: Double, generator: GeneratorRecord
    ) -> RunRecord {
        var record = RunRecord(plan: plan, started: started, seconds: seconds)
        record.counters = wholeCounters
        record.errors = wholeErrors
        record.closes = wholeCloses
        record.series = series
        record.generator = generator
        record.generator.loopLag.merge(loopLag)
        for metric in Metric.allCases {
            for group in 0...tags.count {
                let histogram = whole[group * Metric.allCases.count + metric.rawValue]
                if histogram.isEmpty { continue }
                record[metric].merge(histogram)
                if group > 0 { record.tags[tags[group - 1], default: MetricSet()][metric].merge(histogram) }
            }
        }
        return record
    }
}

extension Interval {
    /// The nearest microsecond.
    var microseconds: Int { Int((nanoseconds &+ (nanoseconds < 0 ? -500 : 500)) / 1000) }
}
