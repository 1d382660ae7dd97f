import Time

/// The end of a connection: how far it has come. What waits may take its time, as long as the peer takes of it.
final class Farewell {
    /// Then it is over.
    let limit: Instant
    /// Bytes that the peer had acknowledged when that was looked at last.
    private var taken: UInt64
    /// Since when it has taken no more.
    private(set) var standsSince: Instant
    /// Our direction is to be ended once all is out.
    var owesEnd = false

    init(limit: Instant, taken: UInt64, now: Instant) {
        self.limit = limit
        self.taken = taken
        standsSince = now
    }

    /// So many bytes are acknowledged now.
    func look(_ taken: UInt64, now: Instant) {
        guard taken > self.taken else { return }
        self.taken = taken
        standsSince = now
    }

    /// The peer has done its part of what was waited for, and has the next to do.
    func step(now: Instant) { standsSince = now }
}
