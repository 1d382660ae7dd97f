import Time

/// A token bucket over frames: at most `rate` a second in the long run, and a second's worth at once.
///
/// Kept as the one time at which the bucket will be full again (GCRA), so it costs eight bytes and no refills.
struct Budget: Sendable, Hashable {
    /// When the bucket is full again; in the past: it is.
    private var full = Instant.zero

    /// Takes a frame's token; false: none is left.
    mutating func take(rate: Double?, now: Instant) -> Bool {
        guard let rate, rate > 0 else { return true }
        guard opens(rate: rate) <= now else { return false }
        charge(1, rate: rate, now: now)
        return true
    }

    /// Takes tokens that were used without asking; the bucket may go below empty.
    mutating func charge(_ frames: Int64, rate: Double?, now: Instant) {
        guard let rate, rate > 0 else { return }
        full = max(full, now) + Self.interval(rate) * frames
    }

    /// When the next token is there.
    func opens(rate: Double?) -> Instant {
        guard let rate, rate > 0 else { return .zero }
        let burst = Self.interval(rate) * (Int64(min(rate, 1e9).rounded(.down)) - 1)
        return full + Interval(nanoseconds: -max(0, burst.nanoseconds))
    }

    private static func interval(_ rate: Double) -> Interval {
        Interval(nanoseconds: Int64((1e9 / max(rate, 1e-6)).rounded(.up)))
    }
}
