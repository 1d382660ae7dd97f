import Time

/// Why two records are not one run.
public struct MergeFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    /// What to do.
    public let hint: String
    public var description: String { message }

    static func shards(_ message: String) -> MergeFault {
        MergeFault(message: message, hint: "give each shard of one run once")
    }
}

extension RunRecord {
    /// Adds what another worker process of the same run measured. Judge again afterwards.
    public mutating func merge(worker other: RunRecord) {
        add(other, sameMachine: true)
    }

    /// Adds another run, or another shard of the same run, and judges the thresholds of both on the sum.
    ///
    /// - Throws: the same run or shard twice, shards of a run that is divided otherwise, or a run of another plan.
    public mutating func merge(run other: RunRecord) throws(MergeFault) {
        switch (plan.shards, other.plan.shards) {
        case (let ours?, let others?):
            guard ours.of == others.of else {
                throw .shards("one run is divided into \(ours.of) shards, the other into \(others.of)")
            }
            if let twice = ours.present.first(where: others.present.contains) {
                throw .shards("shard \(twice)/\(ours.of) is there twice")
            }
        case (nil, nil): break
        default: throw .shards("one run is a shard, the other is a whole run")
        }
        guard !isThere(other) else {
            throw MergeFault(message: "this run is there twice", hint: "its figures would count double")
        }
        let differences = plan.differences(from: other.plan)
        guard differences.isEmpty else {
            throw MergeFault(
                message: "this is a run of another plan: " + differences.joined(separator: "; "),
                hint: "report each plan by itself, or set one beside the other with --compare")
        }
        if let ours = plan.shards, let others = other.plan.shards {
            plan.shards = .init(of: ours.of, present: ours.present + others.present)
        } else {
            plan.devices.add(other.plan.devices)
            plan.runs.add(other.plan.runs)
        }
        add(other, sameMachine: false)
        ids += other.ids
        let ours = judgements.map(\.threshold)
        judge(ours + other.judgements.map(\.threshold).filter { !ours.contains($0) })
    }

    /// Whether the other run is in this one already. A record without ids is known by all that it holds.
    private func isThere(_ other: RunRecord) -> Bool {
        ids.isEmpty || other.ids.isEmpty ? self == other : !Set(ids).isDisjoint(with: other.ids)
    }

    private mutating func add(_ other: RunRecord, sameMachine: Bool) {
        metrics.merge(other.metrics)
        counters.merge(other.counters)
        errors.merge(other.errors)
        closes.merge(other.closes)
        for (tag, metrics) in other.tags { tags[tag, default: MetricSet()].merge(metrics) }
        generator.merge(other.generator, sameMachine: sameMachine)
        mergeTime(other)
        for bot in other.plan.bots where !plan.bots.contains(bot) { plan.bots.append(bot) }
        if plan.stages.isEmpty { plan.stages = other.plan.stages }
    }

    /// Whole runs that followed each other are put one behind the other, so that a rate is that of their time and not of the
    /// pause between them. What ran at the same time is placed as the clocks say; shards whose clocks are an hour apart are
    /// laid over each other.
    private mutating func mergeTime(_ other: RunRecord) {
        let apart = Double(other.started.milliseconds) / 1000 - Double(started.milliseconds) / 1000
        if plan.shards == nil, apart >= seconds || -apart >= other.seconds {
            var (first, second) = apart < 0 ? (other, self) : (self, other)
            let end = first.series.points.last.map { $0.second.adding(first.series.interval) } ?? 0
            first.series.merge(second.series, shift: Swift.max(end, Int(first.seconds.rounded(.up))))
            series = first.series
            seconds = Swift.min(first.seconds + second.seconds, 1e9)
            started = first.started
            return
        }
        guard apart.magnitude < 3600 else {
            series.merge(other.series)
            seconds = Swift.max(seconds, other.seconds)
            return
        }
        let shift = Int(apart.rounded())
        if shift >= 0 {
            series.merge(other.series, shift: shift)
        } else {
            var earlier = other.series
            earlier.merge(series, shift: -shift)
            series = earlier
        }
        let end = Swift.max(seconds, apart + other.seconds)
        seconds = end - Swift.min(0, apart)
        started = Swift.min(started, other.started)
    }
}
