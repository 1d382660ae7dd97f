import Time

// What must outlive a crash is written before the frame that depends on it goes out. So a disk that hangs silences a bot,
// without anything being wrong with the bot: after a while that is said, once, and also when it is over.

/// How long what is to be kept has waited for the disk.
struct DiskWait {
    /// After so long without a word from the disk it is said.
    static let patience = Interval.seconds(5)

    private var waiting = 0
    /// When the disk last took something, or was given the first of what waits.
    private var since = Instant.zero
    private var isTold = false

    /// Something is on its way to the disk.
    mutating func handed(at now: Instant) {
        if waiting == 0 { since = now }
        waiting += 1
    }

    /// One that was handed over is there, or has failed.
    ///
    /// - Returns: how long it took, if it was said that it waits.
    mutating func ended(at now: Instant) -> Interval? {
        waiting -= 1
        let waited = now - since
        since = now
        guard isTold else { return nil }
        isTold = false
        return waited
    }

    /// Looks whether the disk has been silent for too long.
    ///
    /// - Returns: for how long, if that is to be said now.
    mutating func look(at now: Instant) -> Interval? {
        guard waiting > 0, !isTold, now - since >= Self.patience else { return nil }
        isTold = true
        return now - since
    }

    /// When to look next; nil: there is nothing to look for.
    var deadline: Instant? { waiting > 0 && !isTold ? since + Self.patience : nil }
}
