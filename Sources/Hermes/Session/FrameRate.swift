import Time

/// Counts frames against a rate: a bucket that holds one second's worth, and fills steadily.
public struct FrameRate: Sendable, Hashable {
    /// Frames that may still come at once.
    private var left: Double
    private var filled: Instant

    public init(perSecond: Double, now: Instant) {
        left = max(perSecond, 1)
        filled = now
    }

    /// A frame came. False: it is one too many.
    public mutating func take(perSecond: Double, now: Instant) -> Bool {
        let passed = max(0, (now - filled).inSeconds)
        filled = max(filled, now)
        left = min(max(perSecond, 1), left + passed * perSecond)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
