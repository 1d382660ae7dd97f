import Files

// The files of one log: LOG, which is written to; LOG.head; and beside it those that were closed, each named after its first
// record: of `audit.ndjson` the closed ones are `audit.000000000001.ndjson`, `audit.000000007001.ndjson` and so on, so that
// the order of their names is that of their records.

enum AuditFiles {
    /// A file that was closed.
    struct Closed: Hashable {
        let path: String
        let name: String
        /// The number of its first record.
        let first: Int
    }

    enum HeadFile {
        case missing, unreadable
        case known(AuditHead)

        var known: AuditHead? {
            if case .known(let head) = self { return head }
            return nil
        }
    }

    private static let suffix = ".ndjson"

    /// What a file of the log is called once it is closed.
    static func closed(_ log: String, first: Int) -> String {
        let digits = String(first)
        let stem = log.hasSuffix(suffix) ? String(log.dropLast(suffix.count)) : log
        return stem + "." + String(repeating: "0", count: max(0, 12 - digits.count)) + digits + suffix
    }

    /// The closed files, oldest first.
    static func closed(of log: String) throws(FileFault) -> [Closed] {
        let folder = Folder.parent(of: log)
        let names: [String]
        do { names = try Folder.names(folder) } catch  where error.code == .missing { return [] }
        return names.compactMap { name in
            let first = name.split(separator: ".").dropLast().last.flatMap { Int($0) } ?? 0
            let path = (folder == "." && !log.hasPrefix("./") ? "" : folder == "/" ? "/" : folder + "/") + name
            return first > 0 && path == closed(log, first: first) ? Closed(path: path, name: name, first: first) : nil
        }.sorted { $0.first < $1.first }
    }

    /// Where the file system cannot rename without replacing, a file that is closed has both names for a moment
    /// (`Folder.renameIfFree`). A process that ended in it left them: then the file is still the open one.
    static func takeSecondName(off log: String, first: Int) throws(FileFault) {
        let second = closed(log, first: first)
        guard let one = try? Folder.status(log), let other = try? Folder.status(second) else { return }
        if one.device == other.device, one.inode == other.inode { try Folder.remove(second) }
    }

    static func head(of log: String) throws(FileFault) -> HeadFile {
        let found: [UInt8]?
        do { found = try Folder.contents(log + ".head", atMost: 4096) } catch  where error.isForeign {
            return .unreadable
        }
        guard let bytes = found else { return .missing }
        // Made, and nothing written into it yet: it says as much as none.
        if bytes.isEmpty { return .missing }
        return AuditHead(bytes).map { .known($0) } ?? .unreadable
    }
}
