import Files
import Synchronization
import Time

/// What must outlive a crash: values by bot and key, in SQLite (WAL, `synchronous=FULL`), written by one thread.
///
/// What is handed over while a transaction is on its way to the disk goes together in the next one, whichever bots it is
/// of; each bot's changes are applied in their order. A closure hears `nil` once its changes are on the disk. If they could
/// not be written, it hears why, and nothing is lost: they are held in memory, and go with the next attempt.
public final class Store: Sendable {
    /// What is kept under one key.
    public struct Entry: Hashable, Sendable {
        public var key: String
        public var value: [UInt8]
        public var time: WallTime
    }

    public struct Change: Hashable, Sendable {
        public var key: String
        /// Nil removes.
        public var value: [UInt8]?

        public init(key: String, value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    struct Place: Hashable, Sendable {
        var bot: String
        var key: String
    }

    struct Value: Sendable {
        var bytes: [UInt8]?
        var time: WallTime
    }

    struct Pruning: Sendable {
        var bot: String
        var prefix: String
        var olderThan: WallTime
        var keeping: Int
    }

    public typealias Completion = @Sendable (StateFault?) -> Void

    private struct Pending {
        var changes: [Place: Value] = [:]
        var prunings: [Pruning] = []
        var completions: [Completion] = []
        var isClosed = false
    }

    private let worker = Worker()
    private let database: Mutex<Database?>
    private let pending = Mutex(Pending())

    private init(_ database: sending Database) { self.database = Mutex(database) }

    /// Opens a database, and makes it, mode 0600, where it is missing. One that is damaged, no database at all, or a later
    /// version's is a fault and is left as it is.
    public static func open(_ path: String) throws(StateFault) -> Store { Store(try Database(path, pages: nil)) }

    /// With a limit to its size, as a full disk is one: for tests.
    package static func open(_ path: String, pages: Int) throws(StateFault) -> Store {
        Store(try Database(path, pages: pages))
    }

    package func setPages(_ count: Int) throws(StateFault) {
        try database.withLock { database throws(StateFault) in try database?.setPages(count) }
    }

    deinit { close() }

    /// All that is kept of a bot, by key: at its start.
    public func load(bot: String) throws(StateFault) -> [Entry] {
        try database.withLock { database throws(StateFault) in
            guard let database else { throw Self.closed }
            return try database.load(bot: bot)
        }
    }

    /// The bots of which something is kept, by name.
    public func bots() throws(StateFault) -> [String] {
        try database.withLock { database throws(StateFault) in
            guard let database else { throw Self.closed }
            return try database.bots()
        }
    }

    /// Keeps changes, all of them or none. The closure is called on the store's thread.
    public func commit(bot: String, _ changes: [Change], at time: WallTime, then: @escaping Completion = { _ in }) {
        if let large = changes.first(where: { ($0.value?.count ?? 0) + $0.key.utf8.count > Self.largest }) {
            return then(
                StateFault(.unsound, "\(large.key.prefix(80)): over \(Self.largest) bytes are not kept under one key"))
        }
        enqueue(then) { pending in
            for change in changes {
                pending.changes[Place(bot: bot, key: change.key)] = Value(bytes: change.value, time: time)
            }
        }
    }

    /// Forgets those keys of a bot that begin with `prefix` and are older than a time, or more than so many.
    public func prune(
        bot: String, prefix: String, olderThan: WallTime, keeping: Int, then: @escaping Completion = { _ in }
    ) {
        enqueue(then) { pending in
            pending.prunings.append(Pruning(bot: bot, prefix: prefix, olderThan: olderThan, keeping: max(0, keeping)))
        }
    }

    /// Tries again what could not be written, and says when all that was handed over is on the disk.
    public func flush(then: @escaping Completion) { enqueue(then) { _ in } }

    /// Writes what is pending, and closes. Not to be called on the store's thread.
    public func close() {
        pending.withLock { $0.isClosed = true }
        worker.finish()
        database.withLock { $0 = nil }
    }

    /// Bytes of one key and its value.
    public static let largest = 16 << 20

    private static let closed = StateFault(.closed, "the store is closed")

    private func enqueue(_ then: @escaping Completion, _ add: (inout Pending) -> Void) {
        let isOpen = pending.withLock { pending in
            if pending.isClosed { return false }
            add(&pending)
            pending.completions.append(then)
            return true
        }
        // Of several calls in a row the first writes for all; the others find nothing to do.
        guard isOpen else { return then(Self.closed) }
        if !worker.perform({ [self] in write() }) { write() }
    }

    private func write() {
        let batch = pending.withLock { pending in
            defer { pending = Pending(isClosed: pending.isClosed) }
            return pending
        }
        if batch.completions.isEmpty { return }
        var fault: StateFault?
        do {
            try database.withLock { database throws(StateFault) in
                guard let database else { throw Self.closed }
                if batch.changes.isEmpty, batch.prunings.isEmpty { return }
                try database.write(batch.changes, prunings: batch.prunings)
            }
        } catch {
            fault = error
            // What came meanwhile is newer, and stands.
            pending.withLock { pending in
                pending.changes.merge(batch.changes) { newer, _ in newer }
                pending.prunings = Array((batch.prunings + pending.prunings).suffix(64))
            }
        }
        for completion in batch.completions { completion(fault) }
    }
}
