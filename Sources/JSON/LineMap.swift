// A file may be one long line: columns are counted from marks along the text, so that each costs the same wherever it is.

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
    /// How many scalars begin before each stride of the text.
    private let scalars: [Int]
    private static let stride = 256

    /// Lines end with LF or CR LF.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var scalars: [Int] = []
        scalars.reserveCapacity(bytes.count / Self.stride + 1)
        var count = 0
        for (index, byte) in bytes.enumerated() {
            if index % Self.stride == 0 { scalars.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == 0x0A { starts.append(index + 1) }
        }
        self.starts = starts
        self.scalars = scalars
    }

    /// Lines of the text; one at least. A line break at the very end begins one more, an empty one.
    public var lineCount: Int { starts.count }

    /// The place of a byte; offsets past the end are taken as the end, those before the start as the start.
    public func place(of offset: Int) -> Place {
        let offset = min(max(offset, 0), bytes.count)
        let line = lineIndex(of: offset)
        return Place(line: line + 1, column: 1 + scalarCount(before: offset) - scalarCount(before: starts[line]))
    }

    private func scalarCount(before offset: Int) -> Int {
        let mark = max(0, min(offset / Self.stride, scalars.count - 1))
        guard mark < scalars.count else { return 0 }
        var count = scalars[mark]
        for index in mark * Self.stride..<offset where bytes[index] & 0xC0 != 0x80 { count += 1 }
        return count
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
