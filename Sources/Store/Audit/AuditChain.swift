import Files

// The chain as it is read. Its rule: each line is the record behind the one before it, in whichever file that stood; the
// first that is not ends the reading, and is named.

struct AuditChain {
    /// The last record that is well.
    private(set) var end: AuditMark
    /// False until the first line, where what comes before it is not here: then its own word is taken for what it follows.
    private var isAnchored: Bool
    /// A record's number, and its hash once it was passed.
    private let awaited: Int?
    private(set) var hashOfAwaited: String?

    init(behind mark: AuditMark, isAnchored: Bool = true, awaiting number: Int?) {
        end = mark
        self.isAnchored = isAnchored
        awaited = number
        if isAnchored, mark.number == number { hashOfAwaited = mark.hash }
    }

    /// What one file of the log held.
    struct FileOutcome {
        var found: AuditReading.Break?
        /// Whole records, and their bytes.
        var lines = 0
        var length = 0
        /// Bytes behind the last line's end.
        var hasRemains = false
    }

    /// Reads a file to its end, or to the first break.
    mutating func read(_ file: borrowing File, each: (AuditReading.Record) -> Void) throws(FileFault) -> FileOutcome {
        var outcome = FileOutcome()
        var buffer: [UInt8] = []
        var offset = 0
        while outcome.found == nil {
            let start = buffer.count
            let got = try file.read(1 << 16, at: offset, appendTo: &buffer)
            offset += got
            if got == 0 { break }
            var begin = 0
            var search = start
            while outcome.found == nil, let end = buffer[search...].firstIndex(of: UInt8(ascii: "\n")) {
                outcome.found = take(Array(buffer[begin..<end]), line: outcome.lines + 1, each)
                begin = end + 1
                search = begin
                guard outcome.found == nil else { break }
                outcome.lines += 1
                outcome.length = offset - buffer.count + begin
            }
            buffer.removeFirst(begin)
            if buffer.count > AuditReading.longest { outcome.found = .malformed(outcome.lines + 1) }
        }
        outcome.hasRemains = !buffer.isEmpty && outcome.found == nil
        return outcome
    }

    private mutating func take(
        _ bytes: [UInt8], line: Int, _ each: (AuditReading.Record) -> Void
    ) -> AuditReading.Break? {
        guard bytes.count <= AuditReading.longest, let read = AuditLine(bytes) else { return .malformed(line) }
        guard read.isSound else {
            return .init(kind: .changed, line: line, text: "line \(line) (record \(read.number)) was changed")
        }
        let wanted = end.number + 1
        guard read.number == wanted, read.previous == end.hash || !isAnchored else {
            let what = read.number == wanted ? "follows another record \(wanted - 1)" : "is record \(read.number)"
            let text =
                "line \(line) \(what), where record \(wanted) should follow: records were cut out, put in or moved"
            return .init(kind: .unlinked, line: line, text: text)
        }
        isAnchored = true
        end = AuditMark(number: wanted, hash: read.hash)
        if wanted == awaited { hashOfAwaited = read.hash }
        each(AuditReading.Record(number: read.number, json: read.record, hash: read.hash))
        return nil
    }

    /// The last record of a file that was closed, read from its end alone; nil: it does not end with one.
    static func end(of file: borrowing File) throws(FileFault) -> AuditMark? {
        let size = try file.status().size
        let start = max(0, size - AuditReading.longest - 1)
        var bytes: [UInt8] = []
        try file.read(size - start, at: start, appendTo: &bytes)
        guard bytes.popLast() == UInt8(ascii: "\n") else { return nil }
        let line = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[($0 + 1)...] } ?? bytes[...]
        guard let read = AuditLine(Array(line)), read.isSound else { return nil }
        return AuditMark(number: read.number, hash: read.hash)
    }
}
