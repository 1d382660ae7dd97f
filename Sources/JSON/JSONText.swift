/// Texts of strings that a `JSONReader` has stepped over, for a caller that keeps their places and reads them later.
public enum JSONText {
    /// The text of a string token of these bytes.
    public static func string(_ bytes: Span<UInt8>, _ token: JSONToken) -> String {
        string(bytes, token.range, hasEscapes: token.hasEscapes, isASCII: token.isASCII)
    }

    /// The text of a range that a reader of these bytes has accepted, as its token said.
    @inlinable
    public static func string(_ bytes: Span<UInt8>, _ range: Range<Int>, hasEscapes: Bool, isASCII: Bool) -> String {
        if hasEscapes { return unescaped(bytes, range) }
        // Unchecked: the reader that made the token has checked these bytes already.
        return String(copying: UTF8Span(unchecked: bytes.extracting(range), isKnownASCII: isASCII))
    }

    @usableFromInline
    static func unescaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var text: [UInt8] = []
        StringScan.unescape(bytes, range, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the UTF-8 bytes of a range that a reader of these bytes has accepted as a string, its escapes undone.
    public static func append(_ bytes: Span<UInt8>, _ range: Range<Int>, to text: inout [UInt8]) {
        StringScan.unescape(bytes, range, into: &text)
    }
}
