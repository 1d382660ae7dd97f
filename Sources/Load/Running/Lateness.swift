import Measure

// Whether the generator was late by so much that its lateness is a good part of what it measured. It compares like with
// like: the slowest hundredth of its own steps with the slowest hundredth of the replies.

enum Lateness {
    /// Microseconds that never matter: a loop that other processes push aside for a moment.
    private static let least = 20_000
    /// The part of a latency that may be ours.
    private static let part = 4

    /// Why a run's latencies are not the server's; empty: they are.
    static func reasons(_ record: RunRecord) -> [String] {
        let measured = record[.reply].isEmpty ? record[.ready] : record[.reply]
        var reasons = reasons(lag: record[.lag], measured: measured)
        let loops = record.generator.loopLag
        if !loops.isEmpty, loops.value(at: 99) > most(measured) {
            reasons.append("the loops were \(loops.value(at: 99) / 1000) ms late at p99")
        }
        return reasons
    }

    /// The same of what was due alone.
    static func reasons(lag: Histogram, measured: Histogram) -> [String] {
        guard !lag.isEmpty, lag.value(at: 99) > most(measured) else { return [] }
        return ["what was due left \(lag.value(at: 99) / 1000) ms late at p99"]
    }

    private static func most(_ measured: Histogram) -> Int {
        max(least, measured.isEmpty ? 0 : measured.value(at: 99) / part)
    }
}
