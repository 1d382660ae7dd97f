/// Texts of strings that a `JSONReader` has stepped over, for a caller that keeps tokens and reads them later.
public enum JSONText {
    /// The text of a string token of these bytes. Of other bytes it is some text, or a trap if they are shorter.
    public static func string(_ bytes: Span<UInt8>, _ token: JSONToken) -> String {
        guard token.hasEscapes else {
            // The scan has checked the bytes; they are looked at again only if they are not ASCII, where it is cheap beside
            // the rest, so that a token of other bytes cannot make a broken String.
            return String(copying: UTF8Span(unchecked: bytes.extracting(token.range), isKnownASCII: token.isASCII))
        }
        var text: [UInt8] = []
        StringScan.unescape(bytes, token.range, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the UTF-8 bytes of a string token of these bytes.
    public static func append(_ bytes: Span<UInt8>, _ token: JSONToken, to text: inout [UInt8]) {
        StringScan.unescape(bytes, token.range, into: &text)
    }
}
