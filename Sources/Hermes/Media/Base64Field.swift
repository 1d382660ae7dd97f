/// A JSON string of a received message that holds base64: its bytes between the quotes, still undecoded.
public struct Base64Field: Sendable, Hashable {
    /// Byte offsets into the message.
    public var range: Range<Int>
    /// It has JSON escapes (`\/`, `\u002b`), which come off before base64 is decoded.
    public var hasEscapes: Bool

    public init(range: Range<Int>, hasEscapes: Bool = false) {
        self.range = range
        self.hasEscapes = hasEscapes
    }
}
