/// The six kinds of a JSON value.
public enum JSONKind: UInt8, Sendable, Hashable {
    case object, array, string, number, bool, null
}

/// Where a value stands in its text, checked but not yet read. It is good for the bytes that it was made from alone.
public struct JSONToken: Sendable, Hashable {
    /// Byte offsets; of a string what is between its quotes.
    public let start: Int
    public let end: Int
    public let kind: JSONKind
    /// Of a string: it holds a backslash, so its bytes are not its text.
    public let hasEscapes: Bool
    /// Of a string: all bytes are below 0x80.
    public let isASCII: Bool

    public var range: Range<Int> { start..<end }
    /// Bytes.
    public var count: Int { end - start }

    @inlinable
    init(_ kind: JSONKind, start: Int, end: Int, hasEscapes: Bool = false, isASCII: Bool = true) {
        self.kind = kind
        self.start = start
        self.end = end
        self.hasEscapes = hasEscapes
        self.isASCII = isASCII
    }
}
