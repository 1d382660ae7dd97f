import Files

/// Reads an audit log from its beginning and checks each link of the chain.
public enum AuditReading {
    public struct Record: Hashable, Sendable {
        /// From 1.
        public var number: Int
        /// The JSON object that was handed over.
        public var json: [UInt8]
        public var hash: String
    }

    /// Where the chain breaks, and how.
    public struct Break: Hashable, Sendable, CustomStringConvertible {
        public enum Kind: String, Sendable, CaseIterable {
            /// The line is not a record of this log.
            case malformed
            /// The record's bytes do not give its hash.
            case changed
            /// The record does not follow the one before it: something between was cut out, put in, or moved.
            case unlinked
            /// Records at the end that were acknowledged are gone.
            case cut
            /// The record of the last one acknowledged is gone or not readable, or names another hash.
            case head
        }
        public var kind: Kind
        /// Of the log, from 1: the first that is not as it should be, also if it is gone; 0 where it is not about one line.
        public var line: Int
        /// For people.
        public var text: String

        public var description: String { text }
    }

    public struct Outcome: Hashable, Sendable {
        /// Records that are well, up to the first break.
        public var count = 0
        /// The hash of the last of them.
        public var hash = AuditLine.beginning
        /// Nil: the chain is whole.
        public var found: Break?
        /// A line without an end that was never acknowledged: the process ended while it was written.
        public var hasRemains = false
        /// Bytes of the log that hold whole records.
        var length = 0
    }

    /// Bytes of one line; a longer one is malformed.
    static let longest = 1 << 20

    /// Verifies the log at `path` and its head file; each sound record is handed out in order. A log that does not exist is
    /// an empty one.
    public static func verify(_ path: String, each: (Record) -> Void = { _ in }) throws(StateFault) -> Outcome {
        do {
            // The head is read first: a log that grows meanwhile is only longer.
            let head = try AuditLog.head(of: path)
            var outcome = Outcome()
            let file: File
            do {
                file = try File.read(path)
            } catch  where error.code == .missing {
                return close(outcome, head, hashAtHead: nil)
            } catch  where error.isForeign {
                outcome.found = Break(kind: .malformed, line: 0, text: "another thing stands in the place of the log")
                return outcome
            }
            var buffer: [UInt8] = []
            var offset = 0
            var line = 0
            var hashAtHead: String?
            while outcome.found == nil {
                let start = buffer.count
                let got = try file.read(1 << 16, at: offset, appendTo: &buffer)
                offset += got
                if got == 0 { break }
                var begin = 0
                var search = start
                while outcome.found == nil, let end = buffer[search...].firstIndex(of: UInt8(ascii: "\n")) {
                    line += 1
                    take(Array(buffer[begin..<end]), line, &outcome, each)
                    if outcome.count == head.known?.number { hashAtHead = outcome.hash }
                    begin = end + 1
                    search = begin
                }
                buffer.removeFirst(begin)
                if buffer.count > longest { outcome.found = malformed(line + 1) }
            }
            outcome.hasRemains = !buffer.isEmpty && outcome.found == nil
            return close(outcome, head, hashAtHead: hashAtHead)
        } catch {
            throw StateFault(error)
        }
    }

    private static func take(_ bytes: [UInt8], _ line: Int, _ outcome: inout Outcome, _ each: (Record) -> Void) {
        guard bytes.count <= longest, let read = AuditLine(bytes) else {
            outcome.found = malformed(line)
            return
        }
        guard read.isSound else {
            outcome.found = Break(kind: .changed, line: line, text: "line \(line) (record \(read.number)) was changed")
            return
        }
        let wanted = outcome.count + 1
        guard read.number == wanted, read.previous == outcome.hash else {
            let what = read.number == wanted ? "follows another record \(wanted - 1)" : "is record \(read.number)"
            let text =
                "line \(line) \(what), where record \(wanted) should follow: records were cut out, put in or moved"
            outcome.found = Break(kind: .unlinked, line: line, text: text)
            return
        }
        outcome.count = wanted
        outcome.hash = read.hash
        outcome.length += bytes.count + 1
        each(Record(number: read.number, json: read.record, hash: read.hash))
    }

    private static func malformed(_ line: Int) -> Break {
        Break(kind: .malformed, line: line, text: "line \(line) is no record: it was changed or cut")
    }

    private static func close(_ outcome: Outcome, _ head: AuditLog.HeadFile, hashAtHead: String?) -> Outcome {
        var outcome = outcome
        if outcome.found != nil { return outcome }
        switch head {
        case .known(let head) where head.number > outcome.count:
            let first = outcome.count + 1
            let which = first == head.number ? "record \(first)" : "records \(first) to \(head.number)"
            outcome.found = Break(
                kind: .cut, line: first, text: "from line \(first) on, \(which) at the end: cut off")
        case .known(let head) where head.number > 0 && hashAtHead != head.hash:
            let text = "record \(head.number) is not the one that was acknowledged: the log was rewritten"
            outcome.found = Break(kind: .head, line: head.number, text: text)
        case .known: break
        case .missing where outcome.count == 0: break
        case .missing: outcome.found = lost("is missing")
        case .unreadable: outcome.found = lost("cannot be read")
        }
        return outcome
    }

    private static func lost(_ how: String) -> Break {
        Break(
            kind: .head, line: 0, text: "the head file beside the log \(how): records cut off the end could not be seen"
        )
    }
}
