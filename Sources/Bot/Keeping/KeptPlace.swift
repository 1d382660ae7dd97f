import Time

// Where a bot's rows stand in its store. Its rule: what is about a server is taken up only by a process that talks to the
// same one. What was asked, answered, handled and not delivered there means nothing to another, and a reply must not
// reach a stranger. Variables, limits, timers and the pause of approvals are the bot's own, wherever it connects.

/// Which of a bot's kept rows are taken up, and where new ones go.
public struct KeptPlace: Sendable, Equatable {
    /// The server's URL; nil: an embedded gateway, which ends with its process.
    public let server: String?
    private let folder: String

    /// Rows of a server that has not been connected to for so long are forgotten.
    static let longest = Interval.seconds(30 * 86_400)
    private static let root = "server/"
    /// The first words of the keys that are about a server.
    private static let about: Set<Substring> = ["outbox", "acting", "handled", "prompt"]

    public init(server: String?) {
        self.server = server
        folder = Self.folder(of: server)
    }

    private static func folder(of server: String?) -> String {
        guard let server else { return root + "embedded" }
        let digits = String(Handled.hash(server, .message), radix: 16)
        return root + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The key in the store of what a bot persists under `key`.
    public func key(of key: String) -> String { Self.isAboutServer(key) ? "\(folder)/\(key)" : key }

    private static func isAboutServer(_ key: String) -> Bool {
        about.contains(key.prefix { $0 != "/" })
    }

    /// A row of a store.
    public struct Row: Sendable, Equatable {
        public var key: String
        public var value: [UInt8]
        public var time: WallTime

        public init(key: String, value: [UInt8], time: WallTime) {
            self.key = key
            self.value = value
            self.time = time
        }
    }

    /// What was not delivered to another server.
    public struct Remainder: Sendable, Equatable {
        /// Its URL; nil: an embedded gateway.
        public var server: String?
        /// Texts, files and answers.
        public var undelivered: Int
        /// It is forgotten now; false: it waits until the bot connects there again.
        public var isGone: Bool
    }

    public struct Sorted: Sendable {
        /// For `Bot.init`.
        public var own: [(key: String, value: [UInt8])] = []
        /// To be committed before the bot begins.
        public var changes: [(key: String, value: [UInt8]?)] = []
        public var remainders: [Remainder] = []
    }

    /// Sorts all that is kept of a bot.
    public func sort(_ rows: [Row], now: WallTime) -> Sorted {
        var sorted = Sorted()
        var others: [String: [Row]] = [:]
        for row in rows {
            if let (name, key) = Self.split(row.key) {
                if Self.root + name == folder, server != nil {
                    if let key { sorted.own.append((key, row.value)) }
                } else {
                    others[name, default: []].append(row)
                }
            } else {
                sorted.own.append((row.key, row.value))
                // Rows of a version that did not tell servers apart: they are this one's from now on.
                guard Self.isAboutServer(row.key) else { continue }
                sorted.changes.append((row.key, nil))
                sorted.changes.append((key(of: row.key), row.value))
            }
        }
        for (name, rows) in others.sorted(by: { $0.key < $1.key }) { sorted.leave(rows, name, now: now) }
        if let server { sorted.changes.append((folder, Array(server.utf8))) }
        return sorted
    }

    /// `server/NAME/KEY`, or `server/NAME`, whose value is the URL.
    static func split(_ key: String) -> (name: String, key: String?)? {
        guard key.hasPrefix(root) else { return nil }
        let parts = key.dropFirst(root.count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    }
}

extension KeptPlace.Sorted {
    /// Leaves the rows of another server where they are, or forgets them.
    fileprivate mutating func leave(_ rows: [KeptPlace.Row], _ name: String, now: WallTime) {
        var server: String?
        var undelivered = 0
        for row in rows {
            guard let (_, key) = KeptPlace.split(row.key) else { continue }
            if let key {
                undelivered += key.hasPrefix("outbox/") ? 1 : 0
            } else {
                server = String(decoding: row.value, as: UTF8.self)
            }
        }
        // The row with the URL is written at each start.
        let last = rows.map(\.time).max() ?? now
        let isGone = server == nil || now - last > KeptPlace.longest
        if isGone { for row in rows { changes.append((row.key, nil)) } }
        if undelivered > 0 { remainders.append(.init(server: server, undelivered: undelivered, isGone: isGone)) }
    }
}
