/// One thing that is wrong with a text that should be JSON.
public struct LocatedFault: Sendable, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        case emptyText = "empty_text"
        case byteOrderMark = "byte_order_mark"
        case badUTF8 = "bad_utf8"
        case expectedValue = "expected_value"
        case expectedKey = "expected_key"
        case expectedColon = "expected_colon"
        case missingComma = "missing_comma"
        case extraComma = "extra_comma"
        case unquotedText = "unquoted_text"
        case singleQuotes = "single_quotes"
        case unclosedString = "unclosed_string"
        case unclosedContainer = "unclosed_container"
        case unclosedComment = "unclosed_comment"
        case wrongClosing = "wrong_closing"
        case controlCharacter = "control_character"
        case badEscape = "bad_escape"
        case loneSurrogate = "lone_surrogate"
        case badNumber = "bad_number"
        case numberOutOfRange = "number_out_of_range"
        case trailingText = "trailing_text"
        case tooDeep = "too_deep"
        case duplicateKey = "duplicate_key"
    }

    public struct Related: Sendable, Hashable {
        public var range: Range<Int>
        public var message: String

        public init(range: Range<Int>, message: String) {
            self.range = range
            self.message = message
        }
    }

    public var code: Code
    /// Byte offsets into the text; empty where something is missing.
    public var range: Range<Int>
    /// What is wrong, in small letters and without a full stop.
    public var message: String
    /// What to do.
    public var hint: String?
    public var related: Related?

    public init(_ code: Code, _ range: Range<Int>, _ message: String, hint: String? = nil, related: Related? = nil) {
        self.code = code
        self.range = range
        self.message = message
        self.hint = hint
        self.related = related
    }
}
