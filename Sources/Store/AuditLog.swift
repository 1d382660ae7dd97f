import Files
import Synchronization

// The audit log: append-only NDJSON, each record chained by SHA-256 to the one before. `append` returns only when the
// record is on the disk, and then notes the end of the chain in a second file, LOG.head: so a record that was acknowledged
// can be neither changed nor cut off, at any place, without `AuditReading.verify` naming it. (Whoever can write both files
// can write another history; keep `head` elsewhere against that.)

public final class AuditLog: Sendable {
    public struct Receipt: Hashable, Sendable {
        /// From 1.
        public var number: Int
        /// 64 hexadecimal digits.
        public var hash: String
    }

    enum HeadFile {
        case missing, unreadable
        case known(AuditHead)

        var known: AuditHead? {
            if case .known(let head) = self { return head }
            return nil
        }
    }

    private struct State: ~Copyable {
        let log: File
        let headFile: File
        var head: AuditHead
        /// Bytes of the log.
        var length: Int
        /// Why nothing can be appended any more.
        var fault: StateFault?
    }

    public let path: String
    private let state: Mutex<State>

    private init(_ path: String, _ state: consuming sending State) {
        self.path = path
        self.state = Mutex(state)
    }

    /// Opens a log, mode 0600, and verifies it from its beginning; a broken one is a fault. What the end of a process left
    /// unfinished, and so never acknowledged, is taken off.
    public static func open(_ path: String) throws(StateFault) -> AuditLog {
        let outcome = try AuditReading.verify(path)
        if let found = outcome.found { throw StateFault(.broken, "the audit log \(path) is broken: \(found)") }
        do {
            let log = try File.update(path)
            let headFile = try File.update(path + ".head")
            if outcome.hasRemains { try log.truncate(to: outcome.length) }
            try log.seekToEnd()
            let head = AuditHead(number: outcome.count, hash: outcome.hash)
            try headFile.write(head.bytes, at: 0)
            try headFile.sync()
            try Folder.sync(Folder.parent(of: path))
            return AuditLog(
                path, State(log: log, headFile: headFile, head: head, length: outcome.length, fault: nil))
        } catch {
            throw StateFault(error)
        }
    }

    /// The last record.
    public var head: Receipt { state.withLock { Receipt(number: $0.head.number, hash: $0.head.hash) } }

    /// Appends a record, the text of one JSON object on one line. On the disk when this returns; if it throws, it counts as
    /// not written, and nothing may be done that needs it.
    public func append(_ record: [UInt8]) throws(StateFault) -> Receipt {
        guard record.first == UInt8(ascii: "{"), record.last == UInt8(ascii: "}"),
            record.count <= AuditReading.longest - 512,
            !record.contains(where: { $0 < 0x20 })
        else { throw StateFault(.unsound, "an audit record is a JSON object on one line, of at most 1 MiB") }
        return try state.withLock { state throws(StateFault) in
            if let fault = state.fault { throw fault }
            guard let line = AuditLine(number: state.head.number + 1, previous: state.head.hash, record: record) else {
                throw StateFault(.denied, "the audit log cannot be written: SHA-256 is not to be had")
            }
            let bytes = line.bytes
            do throws(FileFault) {
                try state.log.write(bytes)
                try state.log.sync()
            } catch {
                let fault = StateFault(error)
                // Half a line would break the chain: it is taken off, or nothing is appended any more.
                do { try state.log.truncate(to: state.length) } catch { state.fault = fault }
                throw fault
            }
            state.length += bytes.count
            state.head = AuditHead(number: line.number, hash: line.hash)
            do throws(FileFault) {
                try state.headFile.write(state.head.bytes, at: 0)
                try state.headFile.sync()
            } catch {
                throw StateFault(error)
            }
            return Receipt(number: line.number, hash: line.hash)
        }
    }

    static func head(of path: String) throws(FileFault) -> HeadFile {
        let found: [UInt8]?
        do { found = try Folder.contents(path + ".head", atMost: 4096) } catch  where error.isForeign {
            return .unreadable
        }
        guard let bytes = found else { return .missing }
        // Made, and nothing written into it yet: it says as much as none.
        if bytes.isEmpty { return .missing }
        return AuditHead(bytes).map { .known($0) } ?? .unreadable
    }
}
