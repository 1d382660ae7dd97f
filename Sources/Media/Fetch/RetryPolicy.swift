import Time

/// Whether and when a request is made again. Time and chance come from outside.
///
/// The delay before the n-th repetition is drawn uniformly from 0 to `backoff` * 2^n; a Retry-After of the server is a
/// floor under it. A delay that the time limit has no room for is not begun.
struct RetryPolicy: Sendable, Hashable {
    enum Decision: Sendable, Hashable {
        case again(after: Interval)
        /// No attempt is left.
        case spent
        /// The server asks to wait longer than the time limit leaves.
        case tooLate(asked: Interval)
    }

    private(set) var left: Int
    private var ceiling: Interval

    init(retries: Int, backoff: Interval) {
        left = max(0, retries)
        ceiling = backoff
    }

    /// Statuses that may be other the next time: too many requests, and faults of the server or of what stands before it.
    static func isPassing(status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

    /// Methods that may be repeated (RFC 9110 section 9.2.2).
    static func isRepeatable(method: String) -> Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) }

    mutating func next(
        retryAfter: Interval?, room: Interval, random: inout some RandomNumberGenerator
    ) -> Decision {
        guard left > 0 else { return .spent }
        let drawn = random.jitter(max(.zero, ceiling))
        let delay = max(drawn, retryAfter ?? .zero)
        guard delay < room else { return retryAfter.map { .tooLate(asked: $0) } ?? .spent }
        left -= 1
        ceiling = min(ceiling * 2, .seconds(60))
        return .again(after: delay)
    }
}
