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
    public internal(set) var secrets: [Range<Int>] = []

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

    /// Where a part of a JSON string stands in the file, escapes counted.
    /// - Parameters:
    ///   - part: UTF-8 offsets into the string's value.
    ///   - text: The string as it stands in the file, with its quotes.
    public func range(of part: Range<Int>, inTextAt text: Range<Int>) -> Range<Int> {
        let start = tree.byteOffset(inString: text, at: part.lowerBound)
        return start..<max(start, tree.byteOffset(inString: text, at: part.upperBound))
    }
}
