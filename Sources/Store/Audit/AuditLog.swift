import Files
import Synchronization

// The audit log: append-only NDJSON, each record chained by SHA-256 to the one before. `append` returns only when the
// record is on the disk, and then notes the end of the chain in a second file, LOG.head: so a record that was acknowledged
// can be neither changed nor cut off, at any place, without `AuditReading.verify` naming it. (Whoever can write both files
// can write another history; keep `head` elsewhere against that.)
//
// A file that has reached its size is closed: it is renamed after its first record (AuditFiles), and the next record begins
// a new file, whose first link is to the last record of the closed one. So a start reads one file of some MiB, however long
// the bot has run. There is no moment at which a killed process leaves more to mend than a missing or an empty open file.

public final class AuditLog: Sendable {
    public struct Receipt: Hashable, Sendable {
        /// From 1.
        public var number: Int
        /// 64 hexadecimal digits.
        public var hash: String

        init(_ mark: AuditMark) {
            number = mark.number
            hash = mark.hash
        }
    }

    private struct State: ~Copyable {
        var log: File
        let headFile: File
        var head: AuditHead
        /// Bytes of the open file.
        var length: Int
        /// Names were changed, and it is not known to be on the disk.
        var owesFolder = false
        /// Why nothing can be appended any more.
        var fault: StateFault?
    }

    public let path: String
    private let size: Int
    private let state: Mutex<State>

    private init(_ path: String, size: Int, _ state: consuming sending State) {
        self.path = path
        self.size = size
        self.state = Mutex(state)
    }

    /// Bytes at which a file is closed: some 7,000 records, which take a third of a second to verify.
    public static let fileSize = 4 << 20

    /// Opens a log, mode 0600, and verifies its open file and that it follows the one closed before; a broken one is a fault.
    /// The closed files are `AuditReading.verify`'s. What the end of a process left unfinished, and so never acknowledged, is
    /// taken off.
    public static func open(_ path: String, fileSize: Int = fileSize) throws(StateFault) -> AuditLog {
        let outcome = try AuditReading.verify(path, .openFile)
        if let found = outcome.found { throw StateFault(.broken, "the audit log \(path) is broken: \(found)") }
        do {
            try AuditFiles.takeSecondName(off: path, first: outcome.base.number + 1)
            let log = try File.update(path)
            let headFile = try File.update(path + ".head")
            // The head must not know of a closed file whose name could still be lost.
            try Folder.sync(Folder.parent(of: path))
            if outcome.unfinishedLine != nil { try log.truncate(to: outcome.length) }
            try log.seekToEnd()
            let head = AuditHead(last: outcome.end, base: outcome.base)
            try headFile.write(head.bytes, at: 0)
            try headFile.sync()
            return AuditLog(
                path, size: fileSize, State(log: log, headFile: headFile, head: head, length: outcome.length))
        } catch {
            throw StateFault(error)
        }
    }

    /// Whether there is anything of a log at this path. One that was removed, with its head or a closed file still there, is
    /// one too: that it is gone must be said.
    public static func isThere(_ path: String) -> Bool {
        (try? Folder.status(path)) != nil || (try? Folder.status(path + ".head")) != nil
            || (try? AuditFiles.closed(of: path))?.isEmpty == false
    }

    /// The last record.
    public var head: Receipt { state.withLock { Receipt($0.head.last) } }

    /// Appends a record, the text of one JSON object on one line. On the disk when this returns; if it throws, it counts as
    /// not written, and nothing may be done that needs it.
    public func append(_ record: [UInt8]) throws(StateFault) -> Receipt {
        guard record.first == UInt8(ascii: "{"), record.last == UInt8(ascii: "}"),
            record.count <= AuditReading.longest - 512,
            !record.contains(where: { $0 < 0x20 })
        else { throw StateFault(.unsound, "an audit record is a JSON object on one line, of at most 1 MiB") }
        return try state.withLock { state throws(StateFault) in
            if let fault = state.fault { throw fault }
            let last = state.head.last
            guard let line = AuditLine(number: last.number + 1, previous: last.hash, record: record) else {
                throw StateFault(.denied, "the audit log cannot be written: SHA-256 is not to be had")
            }
            if state.length >= size { try close(&state) }
            do throws(FileFault) {
                try settleNames(&state)
                try write(line.bytes, &state)
                state.head.last = AuditMark(number: line.number, hash: line.hash)
                try state.headFile.write(state.head.bytes, at: 0)
                try state.headFile.sync()
            } catch {
                throw StateFault(error)
            }
            return Receipt(state.head.last)
        }
    }

    private func write(_ bytes: [UInt8], _ state: inout State) throws(FileFault) {
        do {
            try state.log.write(bytes)
            try state.log.sync()
        } catch {
            // Half a line would break the chain: it is taken off, or nothing is appended any more.
            do { try state.log.truncate(to: state.length) } catch { state.fault = StateFault(error) }
            throw error
        }
        state.length += bytes.count
    }

    /// Closes the open file and begins the next. Where that cannot be, the file that is there is gone on with, and it is
    /// tried again with the next record: nothing depends on a file being short.
    private func close(_ state: inout State) throws(StateFault) {
        let closed = AuditFiles.closed(path, first: state.head.base.number + 1)
        do {
            // What a file follows is known by the head file alone once the files before it were moved away.
            try state.headFile.write(state.head.bytes, at: 0)
            try state.headFile.sync()
            guard try Folder.renameIfFree(path, to: closed) else { return }
        } catch { return }
        let next: File
        do {
            next = try File.create(path)
        } catch {
            do { try Folder.rename(closed, to: path) } catch {
                let fault = StateFault(error)
                state.fault = fault
                throw fault
            }
            return
        }
        state.owesFolder = true
        state.log = next
        state.length = 0
        state.head.base = state.head.last
    }

    /// A record in a file whose name could be lost is not on the disk.
    private func settleNames(_ state: inout State) throws(FileFault) {
        guard state.owesFolder else { return }
        try Folder.sync(Folder.parent(of: path))
        state.owesFolder = false
    }
}
