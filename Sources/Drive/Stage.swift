import Bot
import Files
import Net

/// What the bots of one loop share: the loop, its connections, the buffer of effects, and those who do errands.
public final class Stage {
    public let loop: Loop
    public let sockets: WebSockets
    public let journal: Journal
    /// For what may wait on a disk.
    public let worker: Worker
    /// Reads what the system has in its memory, and so hardly ever waits: what it is asked for waits for no disk that the
    /// worker waits for.
    let reader = Worker()
    var effects = Effects()

    public init(loop: Loop, sockets: WebSockets, journal: Journal, worker: Worker) {
        self.loop = loop
        self.sockets = sockets
        self.journal = journal
        self.worker = worker
    }

    /// Lends the effects out, and leaves an empty buffer in their place.
    func takeEffects() -> Effects {
        var taken = Effects()
        swap(&taken, &effects)
        return taken
    }

    /// Takes the buffer back for the next event, with its capacity.
    func returnEffects(_ used: consuming Effects) {
        guard effects.isEmpty else { return }
        effects = used
        effects.removeAll()
    }
}
