import JSON

/// A value of a file, with its place.
public typealias Node = LocatedTree.Node
/// A key and its value, with their places.
public typealias Member = LocatedTree.Member

/// A file as it was read, with what is needed to point into it.
public struct SourceText: Sendable {
    /// As the user named it.
    public let path: String
    public let tree: LocatedTree
    public let lines: LineMap
    /// Secrets that stand in the file though they should not: never shown.
    public var secrets: [Range<Int>] = []

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        tree = LocatedTree.parse(bytes)
        lines = LineMap(bytes)
    }

    public var bytes: [UInt8] { tree.bytes }

    /// Where a byte stands. An offset past the end stands behind the last character.
    public func place(of offset: Int) -> Place {
        let place = lines.place(of: offset)
        return Place(line: place.line, column: place.column)
    }

    public func place(of node: Node) -> Place { place(of: node.range.lowerBound) }

    /// The key or value that stands at a place: a whole text in quotes, else one byte.
    public func range(of place: Place) -> Range<Int> {
        let line = lines.range(ofLine: place.line)
        var start = line.lowerBound
        var column = 1
        while start < line.upperBound, column < place.column {
            start += 1
            while start < line.upperBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
            column += 1
        }
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
            return start..<min(start + 1, bytes.count)
        }
        var end = start + 1
        while end < line.upperBound, bytes[end] != UInt8(ascii: "\"") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<min(end + 1, line.upperBound)
    }

    /// Where a part of a JSON string stands in the file, escapes counted.
    /// - Parameters:
    ///   - part: UTF-8 offsets into the string's value.
    ///   - text: The string as it stands in the file, with its quotes.
    public func range(of part: Range<Int>, inTextAt text: Range<Int>) -> Range<Int> {
        let start = tree.byteOffset(inString: text, at: part.lowerBound)
        return start..<max(start, tree.byteOffset(inString: text, at: part.upperBound))
    }
}
