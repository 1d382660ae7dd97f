import Files

/// Reads an audit log from its beginning, in however many files, and checks each link of the chain.
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
            /// A file between two others is gone.
            case missing
            /// Records at the end that were acknowledged are gone.
            case cut
            /// The record of the last one acknowledged is gone or not readable, or names another hash.
            case head
        }
        public var kind: Kind
        /// The name of the closed file that it is in; nil: it is in the one that is written to, or in none.
        public var file: String?
        /// Of the file, from 1: the first that is not as it should be, also if it is gone; 0 where it is not about one line.
        public var line: Int
        /// For people. It names the file, if it is a closed one.
        public var text: String

        public var description: String { text }

        static func malformed(_ line: Int) -> Break {
            Break(kind: .malformed, line: line, text: "line \(line) is no record: it was changed or cut")
        }

        func inside(_ file: String) -> Break {
            Break(kind: kind, file: file, line: line, text: "\(file): \(text)")
        }
    }

    public struct Outcome: Hashable, Sendable {
        /// The number of the first record that is here: more than 1 where the oldest files were moved away.
        public var first = 1
        /// Records that are well, up to the first break.
        public var count: Int { end.number - first + 1 }
        /// The hash of the last of them.
        public var hash: String { end.hash }
        /// Files that hold records or are made to.
        public var files = 0
        /// Nil: the chain is whole.
        public var found: Break?
        /// The line without an end that was never acknowledged: the process ended while it was written.
        public var unfinishedLine: Int?
        /// The last record that is well.
        var end = AuditMark.beginning
        /// The record that the open file follows.
        var base = AuditMark.beginning
        /// Bytes of the open file that hold whole records.
        var length = 0
    }

    /// Bytes of one line; a longer one is malformed.
    static let longest = 1 << 20

    /// How often its files are looked for, should records come so fast.
    private static let mostLooks = 100

    /// How much of a log is read.
    enum Extent {
        case all
        /// The open file; of the one before it only how it ends.
        case openFile
    }

    /// Verifies the log at `path`, its closed files and its head file; each sound record is handed out in order. A log that
    /// does not exist is an empty one. It may grow meanwhile, and have a file closed.
    public static func verify(_ path: String, each: (Record) -> Void = { _ in }) throws(StateFault) -> Outcome {
        try verify(path, .all, each: each)
    }

    static func verify(
        _ path: String, _ extent: Extent, each: (Record) -> Void = { _ in }
    ) throws(StateFault) -> Outcome {
        do {
            // The head is read first: a log that grows meanwhile is only longer. Then the open file is opened: should it be
            // closed meanwhile, it is found once more among the others, and left out there. But between the two no record may
            // have been acknowledged: the file opened could be one that the head does not know of.
            var head: AuditFiles.HeadFile
            var file: File?
            var closed: [AuditFiles.Closed]
            var isSettled = false
            var looks = 0
            repeat {
                head = try AuditFiles.head(of: path)
                do {
                    file = try File.read(path)
                } catch  where error.code == .missing {
                    file = nil
                } catch  where error.isForeign {
                    let text = "another thing stands in the place of the log"
                    return Outcome(found: Break(kind: .malformed, line: 0, text: text))
                }
                closed = try AuditFiles.closed(of: path)
                isSettled = try AuditFiles.head(of: path).known == head.known
                looks += 1
            } while !isSettled && looks < mostLooks
            if let inode = try file?.status().inode, let last = closed.last,
                (try? Folder.status(last.path))?.inode == inode
            {
                closed.removeLast()
            }

            var outcome = Outcome()
            var chain = try read(closed, extent, head.known, &outcome, each)
            outcome.base = chain.end
            outcome.end = chain.end
            if outcome.found != nil { return outcome }
            if let file {
                let open = try chain.read(file, each: each)
                outcome.files += 1
                outcome.end = chain.end
                outcome.length = open.length
                outcome.found = open.found
                if open.hasRemains { outcome.unfinishedLine = open.lines + 1 }
            }
            if outcome.found == nil { outcome.found = compare(outcome, head, chain.hashOfAwaited) }
            return outcome
        } catch {
            throw StateFault(error)
        }
    }

    /// Reads the closed files, or only how the last of them ends; gives the chain that the open file goes on with.
    private static func read(
        _ closed: [AuditFiles.Closed], _ extent: Extent, _ head: AuditHead?, _ outcome: inout Outcome,
        _ each: (Record) -> Void
    ) throws(FileFault) -> AuditChain {
        let awaited = head?.last.number
        guard let oldest = closed.first, let newest = closed.last else {
            let base = head?.base ?? .beginning
            outcome.first = base.number + 1
            return AuditChain(behind: base, awaiting: awaited)
        }
        outcome.first = oldest.first
        outcome.files = closed.count
        var chain: AuditChain
        switch extent {
        case .openFile:
            let end = try AuditChain.end(of: try File.read(newest.path))
            if end == nil {
                let text = "does not end with a record: it was changed or cut"
                outcome.found = Break(kind: .malformed, file: newest.name, line: 0, text: "\(newest.name) \(text)")
            }
            chain = AuditChain(behind: end ?? .beginning, awaiting: awaited)
        case .all:
            let before = AuditMark(number: oldest.first - 1, hash: AuditMark.beginning.hash)
            chain = AuditChain(behind: before, isAnchored: oldest.first == 1, awaiting: awaited)
            for file in closed where outcome.found == nil {
                if file.first > chain.end.number + 1 {
                    outcome.found = missing(chain.end.number + 1, file.first - 1)
                } else {
                    outcome.found = try chain.read(closed: file, each)
                }
            }
        }
        if outcome.found == nil, let base = head?.base, base.number > chain.end.number {
            outcome.found = missing(chain.end.number + 1, base.number)
        }
        return chain
    }

    private static func missing(_ first: Int, _ last: Int) -> Break {
        let which = first == last ? "record \(first) is" : "records \(first) to \(last) are"
        return Break(
            kind: .missing, line: 0,
            text: "\(which) missing between others: the file that held \(first == last ? "it" : "them") is not here")
    }

    /// Holds what was read against what was acknowledged.
    private static func compare(_ outcome: Outcome, _ head: AuditFiles.HeadFile, _ hashAtHead: String?) -> Break? {
        let base = outcome.base.number
        switch head {
        case .known(let head) where head.last.number > outcome.end.number:
            let first = outcome.end.number + 1
            let line = first - base
            let which = first == head.last.number ? "record \(first)" : "records \(first) to \(head.last.number)"
            return Break(kind: .cut, line: line, text: "from line \(line) on, \(which) at the end: cut off")
        case .known(let head) where head.last.number < base:
            let text = "the head file names record \(head.last.number), which is in a closed file: it is an old one"
            return Break(kind: .head, line: 0, text: text)
        case .known(let head) where head.last.number > 0 && hashAtHead != head.last.hash:
            let text = "record \(head.last.number) is not the one that was acknowledged: the log was rewritten"
            return Break(kind: .head, line: head.last.number - base, text: text)
        case .known: return nil
        case .missing where outcome.end.number == 0: return nil
        case .missing: return lost("is missing")
        case .unreadable: return lost("cannot be read")
        }
    }

    private static func lost(_ how: String) -> Break {
        Break(
            kind: .head, line: 0, text: "the head file beside the log \(how): records cut off the end could not be seen"
        )
    }
}

extension AuditChain {
    /// Reads a closed file, which holds whole records alone.
    fileprivate mutating func read(
        closed file: AuditFiles.Closed, _ each: (AuditReading.Record) -> Void
    ) throws(FileFault) -> AuditReading.Break? {
        let outcome: FileOutcome
        do {
            outcome = try read(try File.read(file.path), each: each)
        } catch  where error.isForeign {
            return .init(kind: .malformed, line: 0, text: "another thing stands in its place").inside(file.name)
        } catch  where error.code == .missing {
            let text = "was moved away while the log was read: read it once more"
            return .init(kind: .missing, file: file.name, line: 0, text: "\(file.name) \(text)")
        }
        if let found = outcome.found { return found.inside(file.name) }
        return outcome.hasRemains || outcome.lines == 0 ? .malformed(outcome.lines + 1).inside(file.name) : nil
    }
}
