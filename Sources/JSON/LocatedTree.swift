/// A JSON text as a tree in which every value, key and comment knows its place, for files that people write.
///
/// It is strict JSON (RFC 8259) plus `//` and `/* */` comments; a key that comes twice in one object is a fault. What is
/// wrong is never thrown: `parse` goes on behind a fault where it can tell what was meant, so that one look finds several.
public struct LocatedTree: Sendable {
    /// The text itself; all ranges are byte offsets into it.
    public let bytes: [UInt8]
    /// nil if no value could be read at all.
    public let root: Node?
    /// In the order of their places.
    public let faults: [LocatedFault]
    /// In the order of their places.
    public let comments: [Comment]
    /// False where reading had to stop, or a value had to be left out: then what is missing from the tree may well
    /// stand in the file. A duplicate key leaves a tree complete.
    public let isComplete: Bool

    /// Reads a text; never fails, however bad it is.
    public static func parse(_ bytes: [UInt8]) -> LocatedTree {
        var parser = LocatedParser(bytes.span)
        let root = parser.parse()
        return LocatedTree(
            bytes: bytes, root: root, faults: parser.faultsInOrder, comments: parser.comments,
            isComplete: !parser.isIncomplete)
    }

    public struct Node: Sendable {
        public indirect enum Kind: Sendable {
            /// In file order; a key that comes twice is there twice.
            case object([Member])
            case array([Node])
            case string(String)
            case number(Double)
            case bool(Bool)
            case null
        }
        public var kind: Kind
        /// The whole value: of a string with its quotes, of a container with its brackets.
        public var range: Range<Int>

        public init(_ kind: Kind, range: Range<Int>) {
            self.kind = kind
            self.range = range
        }
    }

    public struct Member: Sendable {
        public var key: String
        /// With the quotes.
        public var keyRange: Range<Int>
        public var value: Node

        public init(key: String, keyRange: Range<Int>, value: Node) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }

    public struct Comment: Sendable, Hashable {
        /// From the slashes to the end of the line (without its line break), or to the closing `*/`.
        public var range: Range<Int>
        /// `/* */`
        public var isBlock: Bool

        public init(range: Range<Int>, isBlock: Bool) {
            self.range = range
            self.isBlock = isBlock
        }
    }

    /// The byte at which a place inside a string's text stands in the file: where `offset` counts UTF-8 bytes of the
    /// text, escapes undone, and `range` is the node's or key's (with quotes). An offset past the end gives the closing quote.
    public func byteOffset(inString range: Range<Int>, at offset: Int) -> Int {
        var index = range.lowerBound + 1
        var passed = 0
        let end = Swift.min(range.upperBound - 1, bytes.count)
        while index < end, passed < offset {
            if bytes[index] == 0x5C, let (scalar, next) = try? StringScan.escape(bytes.span, at: index) {
                passed += UTF8.width(scalar)
                if passed > offset { break }
                index = next
            } else {
                passed += 1
                index += 1
            }
        }
        return Swift.min(index, Swift.max(end, range.lowerBound))
    }
}

extension LocatedTree.Node {
    /// The first member with this key.
    public subscript(key: String) -> LocatedTree.Node? {
        guard case .object(let members) = kind else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// "an object", "a string" and so on, for messages.
    public var kindName: String {
        switch kind {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .bool(let value): value ? "true" : "false"
        case .null: "null"
        }
    }
}
