import Time

/// Why two records are not one run.
public struct MergeFault: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public var description: String { message }
}

extension RunRecord {
    /// Adds what another worker process of the same run measured. Judge again afterwards.
    public mutating func merge(worker other: RunRecord) {
        add(other, sameMachine: true)
    }

    /// Adds another run, or another shard of the same run, and judges the thresholds of both on the sum.
    ///
    /// - Throws: the same shard twice, or shards of a run that is divided otherwise.
    public mutating func merge(run other: RunRecord) throws(MergeFault) {
        switch (plan.shards, other.plan.shards) {
        case (let ours?, let others?):
            guard ours.of == others.of else {
                throw MergeFault(message: "one run is divided into \(ours.of) shards, the other into \(others.of)")
            }
            if let twice = ours.present.first(where: others.present.contains) {
                throw MergeFault(message: "shard \(twice)/\(ours.of) is there twice")
            }
            plan.shards = .init(of: ours.of, present: ours.present + others.present)
        case (nil, nil):
            plan.devices.add(other.plan.devices)
            plan.runs.add(other.plan.runs)
        default:
            throw MergeFault(message: "one run is a shard, the other is a whole run")
        }
        add(other, sameMachine: false)
        let ours = judgements.map(\.threshold)
        let more = other.judgements.map(\.threshold).filter { !ours.contains($0) }
        judge((ours + more).filter { !$0.isOfShards })
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

    /// Two starts within an hour are placed in time as the clocks say; others are laid over each other.
    private mutating func mergeTime(_ other: RunRecord) {
        let apart = Double(other.started.milliseconds) / 1000 - Double(started.milliseconds) / 1000
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
