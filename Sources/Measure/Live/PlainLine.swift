import JSON

/// A running run in a pipe: one line each few seconds.
public enum PlainLine {
    /// Without its line break.
    public static func text(_ snapshot: LiveSnapshot) -> String {
        var parts = ["\(LivePanel.clock(snapshot.elapsed)) \(snapshot.phase)"]
        let others = DeviceState.allCases.filter { $0 != .ready && snapshot.devices[$0] > 0 }
        parts.append(
            (["\(snapshot.devices[.ready]) ready"] + others.map { "\(snapshot.devices[$0]) \($0.name)" })
                .joined(separator: ", "))
        parts.append(
            "sent \(Quantity.compact(snapshot.rate(.sent)))/s, received \(Quantity.compact(snapshot.rate(.received)))/s"
        )
        // The reply is what counts; before there is one, what comes nearest to it.
        if let row = [Metric.reply, .first, .ready, .connect].lazy
            .compactMap({ metric in snapshot.rows.first { $0.metric == metric && $0.count > 0 } }).first
        {
            let (p50, p99, max) = (Quantity.time(row.p50), Quantity.time(row.p99), Quantity.time(row.max))
            parts.append("\(row.metric.name) p50 \(p50), p99 \(p99), max \(max)")
        }
        for (name, counter) in [("errors", Counter.errors), ("closes", .closes), ("lost", .lost)]
        where snapshot.counters[counter] > 0 || counter == .errors {
            parts.append("\(name) \(snapshot.counters[counter])")
        }
        return visible((parts + snapshot.warnings.map { "WARNING: \($0)" }).joined(separator: " | "))
    }
}
