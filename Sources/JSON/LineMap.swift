/// Turns byte offsets of a text into lines and columns, as people count them.
public struct LineMap: Sendable {
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// From 1.
        public var line: Int
        /// From 1, in Unicode scalars.
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public var description: String { "\(line):\(column)" }
    }

    private let bytes: [UInt8]
    /// The first byte of each line.
    private let starts: [Int]

    /// Lines end with LF or CR LF.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
        self.starts = starts
    }

    /// Lines of the text; one at least. A line break at the very end begins one more, an empty one.
    public var lineCount: Int { starts.count }

    /// The place of a byte; offsets past the end are taken as the end, those before the start as the start.
    public func place(of offset: Int) -> Place {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: offset)
        var column = 1
        for index in starts[line]..<offset where bytes[index] & 0xC0 != 0x80 { column += 1 }
        return Place(line: line + 1, column: column)
    }

    /// The bytes of a line (from 1) without its line break; an empty range at the end for a line that is not there.
    public func range(ofLine line: Int) -> Range<Int> {
        guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
        let start = starts[line - 1]
        var end = line < starts.count ? starts[line] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// A line's text (from 1), U+FFFD standing for what is not UTF-8.
    public func text(ofLine line: Int) -> String {
        String(decoding: bytes[range(ofLine: line)], as: UTF8.self)
    }

    /// Binary search for the last start that is not behind `offset`.
    private func lineIndex(of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
