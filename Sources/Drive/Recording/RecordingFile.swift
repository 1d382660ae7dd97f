import Files
import JSON
import Synchronization

// Where recordings are written, by the processes of a day one after another: lines are appended on a thread of their own,
// so that a slow disk never stops a loop. A disk that is full costs lines, and never the bot: it is said once, and the
// lines that are missing are counted in the recording itself as soon as it can be written again.

/// The file of a recording.
public final class RecordingFile: Sendable {
    /// What is worth telling: it cannot be written, or it can be again.
    public typealias Report = @Sendable (_ isFault: Bool, _ text: String) -> Void

    private struct State: ~Copyable {
        let file: File
        /// Bytes of whole lines.
        var length: Int
        /// Lines that could not be written since.
        var missing = 0
        /// Bytes that the disk takes: for tests.
        var room = Int.max
    }

    private let path: String
    private let state: Mutex<State>
    private let worker = Worker()
    /// Bytes that wait to be written.
    private let backlog = Mutex(0)
    private let report: Report
    private static let bound = 16 << 20

    /// Opens a recording, mode 0600, and makes it where it is missing; one that is there is gone on with.
    /// - Throws: `cannotWrite`, also if the file holds something else than a recording: that is left as it is.
    public init(_ path: String, report: @escaping Report) throws(ExitFault) {
        self.path = path
        self.report = report
        do throws(FileFault) {
            guard let opened = try Self.open(path) else {
                throw FileFault("open", path, code: .system, reason: "It is no recording, and is left as it is")
            }
            state = Mutex(opened)
        } catch {
            throw ExitFault(.cannotWrite, "\(error)", hint: "name another file")
        }
    }

    /// Nil: the file holds something else.
    private static func open(_ path: String) throws(FileFault) -> State? {
        let file = try File.update(path)
        guard let length = try wholeLines(file) else { return nil }
        // A line that the end of an earlier process cut off.
        try file.truncate(to: length)
        _ = try file.seekToEnd()
        return State(file: file, length: length)
    }

    /// Bytes up to the last line's end; nil: it does not begin as a recording does.
    private static func wholeLines(_ file: borrowing File) throws(FileFault) -> Int? {
        let size = try file.status().size
        if size == 0 { return 0 }
        var bytes: [UInt8] = []
        _ = try file.read(64, at: 0, appendTo: &bytes)
        guard bytes.starts(with: Recording.firstBytes) else { return nil }
        var end = size
        while end > 0 {
            let start = max(0, end - (1 << 16))
            bytes.removeAll(keepingCapacity: true)
            let got = try file.read(end - start, at: start, appendTo: &bytes)
            if let last = bytes.prefix(got).lastIndex(of: 0x0A) { return start + last + 1 }
            end = start
        }
        return 0
    }

    enum Recording {
        /// What each line begins with.
        static let firstBytes = Array(#"{"at":""#.utf8)
    }

    /// Appends whole lines.
    func append(_ lines: [UInt8]) {
        let count = lines.count { $0 == 0x0A }
        let isTaken = backlog.withLock { waiting in
            guard waiting + lines.count <= Self.bound else { return false }
            waiting += lines.count
            return true
        }
        guard isTaken else {
            // The disk is too slow: the lines are counted as missing.
            worker.perform { [self] in miss(count, "it is too slow") }
            return
        }
        worker.perform { [self] in
            write(lines, count)
            backlog.withLock { $0 -= lines.count }
        }
    }

    /// From here on as if the disk took so many bytes: for tests.
    package func setRoom(_ bytes: Int) { worker.perform { [self] in state.withLock { $0.room = bytes } } }

    /// Waits until all is written.
    public func finish() { worker.finish() }

    private func write(_ lines: [UInt8], _ count: Int) {
        let failed = state.withLock { state -> FileFault? in
            var bytes = lines
            if state.missing > 0 { bytes = Self.gap(state.missing, before: lines) + lines }
            do throws(FileFault) {
                guard state.length + bytes.count <= state.room else {
                    try state.file.write(Array(bytes.prefix(max(0, state.room - state.length))))
                    throw FileFault("write", path, code: .full, reason: "No space left on device")
                }
                try state.file.write(bytes)
                state.length += bytes.count
                return nil
            } catch {
                // Half a line would spoil the next.
                try? state.file.truncate(to: state.length)
                _ = try? state.file.seekToEnd()
                return error
            }
        }
        if let failed { return miss(count, "\(failed)") }
        let missed = state.withLock { state in
            defer { state.missing = 0 }
            return state.missing
        }
        if missed > 0 { report(false, "the recording \(path) is written again; \(missed) lines of it are missing") }
    }

    private func miss(_ count: Int, _ why: String) {
        let before = state.withLock { state in
            defer { state.missing += count }
            return state.missing
        }
        if before == 0 { report(true, "the recording cannot be written: \(why); the bot goes on without it") }
    }

    /// A line that says how many are missing, with the time of the line behind it.
    private static func gap(_ count: Int, before lines: [UInt8]) -> [UInt8] {
        guard let end = lines.firstIndex(of: 0x0A) else { return [] }
        let root = LocatedTree.parse(Array(lines[..<end])).root
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                for key in ["at", "us", "bot"] {
                    switch root?[key]?.kind {
                    case .string(let text)?: json.member(key, text)
                    case .number(let number)?: json.member(key, Int(exactly: number) ?? 0)
                    default: break
                    }
                }
                json.member("event", "gap")
                json.member("lines", count)
            }
        }
        return bytes + [0x0A]
    }
}
