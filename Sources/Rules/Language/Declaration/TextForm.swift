import Time

/// A form that a text must have, such as a length of time.
public struct TextForm: Sendable {
    /// With its article: "a length of time".
    public var noun: String
    /// A JSON Schema pattern that holds for every good text.
    public var pattern: String?
    /// Such as `"250ms"`, as it stands in a file.
    public var example: String?
    public var check: @Sendable (String) -> TextFault?

    public init(
        _ noun: String, pattern: String? = nil, example: String? = nil,
        check: @escaping @Sendable (String) -> TextFault? = { _ in nil }
    ) {
        self.noun = noun
        self.pattern = pattern
        self.example = example
        self.check = check
    }
}

/// What is wrong with a text, before its place is known.
public struct TextFault: Sendable, Hashable {
    public var code: Diagnostic.Code
    public var message: String
    public var hint: String?
    /// UTF-8 offsets into the text; nil: all of it.
    public var range: Range<Int>?

    public init(_ code: Diagnostic.Code, _ message: String, hint: String? = nil, at range: Range<Int>? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
        self.range = range
    }
}

extension TextForm {
    /// Any text.
    public static let any = TextForm("a text")
    /// Any text but the empty one.
    public static let some = TextForm("a text", pattern: ".") { text in
        text.isEmpty ? TextFault(.empty, "this text is empty") : nil
    }
    /// A text with `{{lookups}}`; what they name is checked where it is known.
    public static let template = TextForm("a text")

    /// Some text that is taken as it stands: a file, a folder, an id.
    public static let literal = TextForm("a text", pattern: ".") { text in
        if text.isEmpty { return TextFault(.empty, "this text is empty") }
        guard let at = text.offset(of: "{{") else { return nil }
        return TextFault(
            .notLiteral, "a template cannot stand here: this text is taken as it stands",
            hint: "files, folders, names and option ids are literals", at: at..<text.utf8.count)
    }

    /// A name that stands in templates too.
    public static func name(_ noun: String) -> TextForm {
        TextForm(noun, pattern: "^[^\\s0-9.{}|]+[^\\s.{}|]*$", example: "\"owner\"") { text in
            check(name: text, noun, hint: "a name begins with a letter or _ and goes on with letters, digits, _ and -")
            {
                $0.isLetter || $0 == "_"
            } others: {
                $0.isLetter || $0.isDigit || $0 == "_" || $0 == "-"
            }
        }
    }

    /// A name that other places of the file, logs and traces refer to.
    public static func id(_ noun: String) -> TextForm {
        TextForm(noun, pattern: "^[^\\s{}|]+$", example: "\"ask-name\"") { text in
            check(name: text, noun, hint: "a name begins with a letter, digit or _ and goes on with these and - . : /")
            {
                $0.isLetter || $0.isDigit || $0 == "_"
            } others: {
                $0.isLetter || $0.isDigit || "_-.:/".unicodeScalars.contains($0)
            }
        }
    }

    private static func check(
        name text: String, _ noun: String, hint: String, first: (Unicode.Scalar) -> Bool,
        others: (Unicode.Scalar) -> Bool
    ) -> TextFault? {
        guard let start = text.unicodeScalars.first else { return TextFault(.empty, "\(noun) cannot be empty") }
        if first(start), text.unicodeScalars.allSatisfy(others) { return nil }
        return TextFault(.badName, "\(quoted(text)) is not \(noun)", hint: hint)
    }

    /// A length of time, such as `250ms`, `2s`, `5m`, `1h`.
    public static func duration(least: Interval = .zero) -> TextForm {
        TextForm("a length of time", pattern: "^[0-9]+(ms|s|m|h)$", example: "\"10s\"") { text in
            guard let interval = Interval(parsing: text) else { return badDuration(text) }
            return interval < least
                ? TextFault(.outOfRange, "\(quoted(text)) is too short: it must be at least \(least.text)") : nil
        }
    }

    /// A length of time, or a range of them from which one is drawn: `1s..4s`.
    public static let delay = TextForm(
        "a length of time", pattern: "^[0-9]+(ms|s|m|h)(\\.\\.[0-9]+(ms|s|m|h))?$", example: "\"400ms\" or \"1s..4s\""
    ) { text in
        switch DelayRange.parse(text) {
        case .success: nil
        case .failure(let fault): fault
        }
    }

    /// A number of bytes, such as `25MB` or `3MiB`.
    public static func size(least: Int = 1) -> TextForm {
        TextForm("a size", pattern: "^[0-9]+(B|kB|KB|MB|GB|KiB|MiB|GiB)$", example: "\"25MB\"") { text in
            switch ByteSize.parse(text) {
            case .success(let bytes) where bytes < least:
                TextFault(.outOfRange, "\(quoted(text)) is too small: it must be at least \(least) bytes")
            case .success: nil
            case .failure(let fault): fault
            }
        }
    }

    static func badDuration(_ text: String) -> TextFault {
        TextFault(
            .badDuration, "\(quoted(text)) is not a length of time",
            hint: "a whole number and a unit, nothing between: \"250ms\", \"2s\", \"5m\", \"1h\"")
    }
}

extension DelayRange {
    /// Reads `400ms` or `1s..4s`; nil for anything else.
    public init?(parsing text: String) {
        guard case .success(let range) = DelayRange.parse(text) else { return nil }
        self = range
    }

    /// Reads `400ms` or `1s..4s`.
    static func parse(_ text: String) -> Result<DelayRange, TextFault> {
        guard let dots = text.offset(of: "..") else {
            return Interval(parsing: text).map { .success(DelayRange($0, $0)) }
                ?? .failure(TextForm.badDuration(text))
        }
        let bytes = Array(text.utf8)
        let ends = (
            String(decoding: bytes[..<dots], as: UTF8.self), String(decoding: bytes[(dots + 2)...], as: UTF8.self)
        )
        guard let least = Interval(parsing: ends.0), let most = Interval(parsing: ends.1) else {
            return .failure(
                TextFault(
                    .badDuration, "\(quoted(text)) is not a range of times",
                    hint: "two lengths of time with two dots between: \"1s..4s\""))
        }
        guard least <= most else {
            return .failure(
                TextFault(
                    .outOfRange, "\(quoted(text)) ends before it begins", hint: "write \"\(ends.1)..\(ends.0)\""))
        }
        return .success(DelayRange(least, most))
    }
}

extension TextFault: Error {}

extension String {
    /// The UTF-8 offset of the first occurrence of an ASCII text, from an offset on.
    func offset(of needle: StaticString, from start: Int = 0) -> Int? {
        let wanted = needle.withUTF8Buffer { Array($0) }
        return Array(utf8).offset(of: wanted, from: start)
    }
}

extension Array<UInt8> {
    func offset(of wanted: [UInt8], from start: Int = 0) -> Int? {
        guard !wanted.isEmpty, start >= 0, count >= wanted.count + start else { return nil }
        return (start...(count - wanted.count)).first { at in
            self[at] == wanted[0] && self[at..<(at + wanted.count)].elementsEqual(wanted)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }
    fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }
}
