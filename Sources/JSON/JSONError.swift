/// Why bytes were refused as JSON: a stable code, and the byte at which it showed.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// The text ends inside a value.
        case unexpectedEnd = "unexpected_end"
        /// A byte that RFC 8259 does not allow at this place.
        case unexpectedByte = "unexpected_byte"
        /// More than blanks after the value.
        case trailing = "trailing_data"
        /// A byte below 0x20 inside a string.
        case controlCharacter = "control_character"
        /// A backslash with something else behind it than RFC 8259 section 7 lists.
        case badEscape = "bad_escape"
        /// Half of a surrogate pair: it is no Unicode scalar, and what the peer meant cannot be known.
        case loneSurrogate = "lone_surrogate"
        /// Bytes that are not UTF-8: overlong forms, encoded surrogates and values over U+10FFFF among them.
        case badUTF8 = "bad_utf8"
        /// Not a number as RFC 8259 section 6 writes it.
        case badNumber = "bad_number"
        /// A number that no finite Double, or no Int, can hold; said when it is read, not when it is skipped.
        case numberOutOfRange = "number_out_of_range"
        /// A whole number was due.
        case notWhole = "not_whole"
        /// Objects and arrays inside each other over `JSONReader.depthLimit`.
        case tooDeep = "too_deep"
        /// A value of another kind than the caller asked for.
        case wrongKind = "wrong_kind"
    }

    public var code: Code
    /// Bytes from the start.
    public var offset: Int

    public init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    public var description: String {
        let what =
            switch code {
            case .unexpectedEnd: "the JSON text ends too early"
            case .unexpectedByte: "a character that JSON does not allow here"
            case .trailing: "more text after the JSON value"
            case .controlCharacter: "a control character inside a string; it must be escaped"
            case .badEscape: "an escape that JSON does not know"
            case .loneSurrogate: "half of a surrogate pair"
            case .badUTF8: "bytes that are not UTF-8"
            case .badNumber: "a number that is not written as JSON numbers are"
            case .numberOutOfRange: "a number that is too large"
            case .notWhole: "a number that is not whole"
            case .tooDeep: "more than \(JSONReader.depthLimit) objects and arrays inside each other"
            case .wrongKind: "a value of another kind than expected"
            }
        return "\(what), at byte \(offset)"
    }
}
