import CSQLite
import Files
import Time

/// The SQLite database behind `Store`: one table, statements prepared once. Used by one thread at a time.
final class Database {
    private let path: String
    private let handle: OpaquePointer
    private var statements: [Statement: OpaquePointer] = [:]

    private enum Statement: String, CaseIterable {
        case begin = "BEGIN IMMEDIATE"
        case commit = "COMMIT"
        case rollback = "ROLLBACK"
        case put = """
            INSERT INTO kept(bot, key, value, time) VALUES(?1, ?2, ?3, ?4)
            ON CONFLICT(bot, key) DO UPDATE SET value = excluded.value, time = excluded.time
            """
        case remove = "DELETE FROM kept WHERE bot = ?1 AND key = ?2"
        case bots = "SELECT DISTINCT bot FROM kept ORDER BY bot"
        case load = "SELECT key, value, time FROM kept WHERE bot = ?1 ORDER BY key"
        case prune = """
            DELETE FROM kept WHERE bot = ?1 AND key >= ?2 AND key < ?2 || char(1114111) AND (time < ?3 OR key NOT IN (
            SELECT key FROM kept WHERE bot = ?1 AND key >= ?2 AND key < ?2 || char(1114111)
            ORDER BY time DESC, key DESC LIMIT ?4))
            """
    }

    /// The layout of the table; a database with a higher number is a later program's.
    private static let version: Int32 = 1

    /// Opens it, and makes it, mode 0600, where it is missing.
    init(_ path: String, pages: Int?) throws(StateFault) {
        do {
            _ = try File.update(path).status()
        } catch { throw StateFault(error) }
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw Self.fault(code, path, handle)
        }
        self.handle = handle
        self.path = path
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 1000)
        try run("PRAGMA journal_mode = WAL")
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA journal_size_limit = 4194304")
        if let pages { try run("PRAGMA max_page_count = \(pages)") }
        guard try ask("PRAGMA quick_check(1)") == "ok" else { throw fault(SQLITE_CORRUPT) }
        let version = try ask("PRAGMA user_version").flatMap { Int32($0) } ?? 0
        guard version <= Self.version else {
            throw StateFault(.newer, "\(path) was written by a later version of talaria")
        }
        if version == 0 {
            try run(
                """
                BEGIN IMMEDIATE;
                CREATE TABLE IF NOT EXISTS kept(
                    bot TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, time INTEGER NOT NULL,
                    PRIMARY KEY(bot, key)) WITHOUT ROWID;
                PRAGMA user_version = \(Self.version);
                COMMIT
                """)
        }
        for statement in Statement.allCases {
            var prepared: OpaquePointer?
            let code = sqlite3_prepare_v3(
                handle, statement.rawValue, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard code == SQLITE_OK, let prepared else { throw fault(code) }
            statements[statement] = prepared
        }
    }

    deinit {
        statements.values.forEach { sqlite3_finalize($0) }
        sqlite3_close_v2(handle)
    }

    // MARK: What a store asks

    func bots() throws(StateFault) -> [String] {
        var names: [String] = []
        try perform(.bots, []) { names.append(Self.text(of: $0, 0)) }
        return names
    }

    func load(bot: String) throws(StateFault) -> [Store.Entry] {
        var entries: [Store.Entry] = []
        try perform(.load, [.text(bot)]) { row in
            let count = Int(sqlite3_column_bytes(row, 1))
            let value = sqlite3_column_blob(row, 1).map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
            let time = WallTime(milliseconds: sqlite3_column_int64(row, 2))
            entries.append(Store.Entry(key: Self.text(of: row, 0), value: value, time: time))
        }
        return entries
    }

    /// All of it in one transaction, on the disk when this returns; or none.
    func write(_ changes: [Store.Place: Store.Value], prunings: [Store.Pruning]) throws(StateFault) {
        try perform(.begin, [])
        do {
            for (place, change) in changes {
                if let bytes = change.bytes {
                    let values: [Value] = [
                        .text(place.bot), .text(place.key), .bytes(bytes), .number(change.time.milliseconds),
                    ]
                    try perform(.put, values)
                } else {
                    try perform(.remove, [.text(place.bot), .text(place.key)])
                }
            }
            for pruning in prunings {
                try perform(
                    .prune,
                    [
                        .text(pruning.bot), .text(pruning.prefix), .number(pruning.olderThan.milliseconds),
                        .number(Int64(pruning.keeping)),
                    ])
            }
            try perform(.commit, [])
        } catch {
            // After some faults SQLite has rolled back by itself.
            if sqlite3_get_autocommit(handle) == 0 { try? perform(.rollback, []) }
            throw error
        }
    }

    func setPages(_ count: Int) throws(StateFault) { try run("PRAGMA max_page_count = \(count)") }

    // MARK: SQLite

    private enum Value {
        case text(String)
        case bytes([UInt8])
        case number(Int64)
    }

    private func perform(
        _ name: Statement, _ values: [Value], row: (OpaquePointer) -> Void = { _ in }
    ) throws(StateFault) {
        guard let statement = statements[name] else { throw StateFault(.closed, "\(path): the store is closed") }
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, to: statement, Int32(index + 1))
            if code != SQLITE_OK { throw fault(code) }
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            if code != SQLITE_ROW { throw fault(code) }
            row(statement)
        }
    }

    private func bind(_ value: Value, to statement: OpaquePointer, _ place: Int32) -> Int32 {
        switch value {
        case .number(let number): return sqlite3_bind_int64(statement, place, number)
        case .text(var text):
            return text.withUTF8 { buffer in
                guard buffer.count < Int32.max else { return SQLITE_TOOBIG }
                return buffer.withMemoryRebound(to: CChar.self) {
                    // An empty string must be empty, not NULL.
                    talaria_sqlite_bind_text(
                        statement, place, $0.baseAddress ?? UnsafePointer(sqlite3_libversion()), Int32($0.count))
                }
            }
        case .bytes(let bytes):
            guard bytes.count < Int32.max else { return SQLITE_TOOBIG }
            return bytes.withUnsafeBytes {
                talaria_sqlite_bind_bytes(statement, place, $0.baseAddress, Int32($0.count))
            }
        }
    }

    private static func text(of row: OpaquePointer, _ column: Int32) -> String {
        let length = Int(sqlite3_column_bytes(row, column))
        return String(
            decoding: UnsafeBufferPointer(start: sqlite3_column_text(row, column), count: length), as: UTF8.self)
    }

    private func run(_ text: String) throws(StateFault) {
        let code = sqlite3_exec(handle, text, nil, nil, nil)
        if code != SQLITE_OK { throw fault(code) }
    }

    /// The first column of the first row.
    private func ask(_ text: String) throws(StateFault) -> String? {
        var statement: OpaquePointer?
        var code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
        guard code == SQLITE_OK else { throw fault(code) }
        defer { sqlite3_finalize(statement) }
        code = sqlite3_step(statement)
        guard code == SQLITE_ROW else {
            if code == SQLITE_DONE { return nil }
            throw fault(code)
        }
        return sqlite3_column_text(statement, 0).map { String(cString: $0) }
    }

    private func fault(_ code: Int32) -> StateFault { Self.fault(code, path, handle) }

    /// What SQLite's code means to a person. What it only knows as an input or output error, the system knows more of.
    private static func fault(_ code: Int32, _ path: String, _ handle: OpaquePointer?) -> StateFault {
        switch code & 0xFF {
        case SQLITE_NOTADB: return StateFault(.unreadable, "\(path) is not a database; move it away to begin anew")
        case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_SCHEMA:
            return StateFault(.unreadable, "\(path) is damaged; move it away to begin anew, or restore a copy")
        case SQLITE_FULL: return StateFault(.full, "\(path) cannot grow: the disk is full")
        case SQLITE_BUSY, SQLITE_LOCKED: return StateFault(.locked, "\(path) is in use by another process")
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            let number = sqlite3_system_errno(handle)
            if number != 0 { return StateFault(FileFault("write", path, errno: number)) }
            // Half a page was written before, or the file of its shared memory cannot grow.
            if code & 0xFF == SQLITE_IOERR {
                return StateFault(.full, "\(path) cannot be read or written whole: the disk is full, or failing")
            }
        default: break
        }
        return StateFault(.denied, "\(path): \(String(cString: sqlite3_errstr(code)))")
    }
}
