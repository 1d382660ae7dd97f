import Time

/// How long a device waits before it tries again: `first * 2^n`, at most `cap`, spread by jitter.
public struct Backoff: Sendable, Hashable {
    public enum Jitter: Sendable, Hashable {
        /// Uniform from 0 to the delay.
        case full
        case none
        /// The delay, more or less this part of it (0...1).
        case part(Double)
    }

    /// n grows no further (protocol.md, "Connection").
    public static let mostDoublings = 5

    public var first: Interval
    public var cap: Interval
    /// How long `ready` must hold before n starts at 0 again.
    public var settle: Interval
    public var jitter: Jitter
    /// Failures in a row after which the device gives up; nil: never.
    public var maxAttempts: Int?

    public init(
        first: Interval = .milliseconds(500), cap: Interval = .seconds(15), settle: Interval = .seconds(5),
        jitter: Jitter = .full, maxAttempts: Int? = nil
    ) {
        self.first = first
        self.cap = cap
        self.settle = settle
        self.jitter = jitter
        self.maxAttempts = maxAttempts
    }

    /// The delay after that many failures in a row before this one.
    public func delay(after failures: Int, using random: inout some RandomNumberGenerator) -> Interval {
        let doublings = min(max(failures, 0), Backoff.mostDoublings)
        let whole = max(Interval.zero, min(first * (1 << Int64(doublings)), cap))
        switch jitter {
        case .none: return whole
        case .full: return random.jitter(whole)
        case .part(let part):
            // A part over 1 would make a delay negative; NaN fails both comparisons and counts as 0.
            let part = part > 0 ? (part < 1 ? part : 1) : 0
            // Far below the end of Int64, and still more than a century.
            let spread = Interval(nanoseconds: Int64(min(Double(whole.nanoseconds) * part, 0x1p62)))
            let shift = random.interval(from: .zero - spread, to: spread)
            let (sum, overflow) = whole.nanoseconds.addingReportingOverflow(shift.nanoseconds)
            return overflow ? whole : max(.zero, Interval(nanoseconds: sum))
        }
    }
}
