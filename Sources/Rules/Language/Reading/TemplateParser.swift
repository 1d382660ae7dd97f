import Time

// The grammar of templates: text with `{{name}}`, `{{name | filter}}`, `{{name or "default"}}`, the parts in any number
// and order; `now` may have its format right behind it. It is read once, here; what a lookup yields is never read again.

/// Reads one template. Offsets are those of the text's UTF-8.
struct TemplateParser {
    struct Lookup {
        var name: String
        var nameRange: Range<Int>
        var filters: [Template.Filter] = []
        var fallback: String?
        /// From `{{` to `}}`.
        var range: Range<Int>
    }
    enum Piece {
        case literal(String)
        case lookup(Lookup)
    }
    private(set) var pieces: [Piece] = []
    private(set) var faults: [TextFault] = []
    /// What looks like a lookup in the braces of other tools.
    private(set) var likenesses: [TemplateLikeness] = []

    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
        parse()
    }

    private mutating func parse() {
        while offset < bytes.count {
            guard let open = bytes.offset(of: Array("{{".utf8), from: offset) else {
                return appendLiteral(to: bytes.count)
            }
            appendLiteral(to: open)
            guard let end = endOfLookup(from: open + 2) else {
                faults.append(
                    TextFault(.badTemplate, "this {{ is never closed", hint: "close it with }}", at: open..<(open + 2)))
                return appendLiteral(to: bytes.count)
            }
            parseLookup(open..<end)
            offset = end
        }
    }

    private mutating func appendLiteral(to end: Int) {
        if offset < end {
            likenesses += TemplateLikeness.all(in: bytes, offset..<end)
            pieces.append(.literal(text(offset..<end)))
        }
        offset = end
    }

    /// Behind the `}}` that closes a lookup; those inside of quotes do not.
    private func endOfLookup(from start: Int) -> Int? {
        var quote: UInt8?
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "}"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "}") {
                return index + 2
            }
            index += 1
        }
        // A quote that is never closed: the fault is told at the quote, and the lookup ends where it would without it.
        return quote == nil ? nil : bytes.offset(of: Array("}}".utf8), from: start).map { $0 + 2 }
    }

    private mutating func parseLookup(_ range: Range<Int>) {
        var tokens = TemplateTokens(bytes, (range.lowerBound + 2)..<(range.upperBound - 2))
        guard case .word(let name, let nameRange) = tokens.next() else {
            faults.append(TextFault(.badTemplate, "no name stands in this {{ }}", hint: "such as {{text}}", at: range))
            return
        }
        var lookup = Lookup(name: name, nameRange: nameRange, range: range)
        do throws(TextFault) {
            if name == "now", case .text = tokens.peek() { lookup.filters.append(try format(&tokens)) }
            while let token = tokens.next() {
                switch token {
                case .bar: lookup.filters.append(try filter(&tokens, of: lookup, before: range.upperBound - 2))
                case .word("or", let or):
                    guard case .text(let fallback, _) = tokens.next() else {
                        throw TextFault(
                            .badTemplate, "behind \"or\" a text in quotes must stand",
                            hint: "such as {{\(name) or 'nothing'}}", at: or)
                    }
                    guard lookup.fallback == nil else {
                        throw TextFault(.badTemplate, "a second \"or\" for one name", at: or)
                    }
                    lookup.fallback = fallback
                case .word(let word, let at):
                    let hint =
                        Self.filters.contains(word)
                        ? "a filter stands behind |: {{\(name) | \(word)}}"
                        : "a filter stands behind |, a default behind or: {{\(name) | upper}}, {{\(name) or 'x'}}"
                    throw TextFault(.badTemplate, "\(quoted(word)) cannot stand here", hint: hint, at: at)
                case .text(_, let at), .bad(_, let at):
                    throw TextFault(.badTemplate, "this cannot stand here", hint: token.hint, at: at)
                }
            }
            pieces.append(.lookup(lookup))
        } catch {
            faults.append(error)
        }
    }

    static let filters = ["upper", "lower", "trim", "first_word", "json", "url", "truncate", "format"]

    private func filter(
        _ tokens: inout TemplateTokens, of lookup: Lookup, before end: Int
    ) throws(TextFault) -> Template.Filter {
        guard case .word(let name, let at) = tokens.next() else {
            throw TextFault(
                .badTemplate, "behind | a filter must stand", hint: "such as | upper", at: max(0, end - 1)..<end)
        }
        switch name {
        case "upper": return .upper
        case "lower": return .lower
        case "trim": return .trim
        case "first_word": return .firstWord
        case "json": return .json
        case "url": return .url
        case "truncate":
            guard case .word(let digits, let number) = tokens.next() else {
                throw TextFault(.badTemplate, "truncate needs a number", hint: "such as | truncate 80", at: at)
            }
            guard let length = Int(digits), length >= 1, length <= 1_000_000 else {
                throw TextFault(.badTemplate, "\(quoted(digits)) is not a length to truncate to", at: number)
            }
            return .truncate(length)
        case "format":
            guard lookup.name == "now" else {
                throw TextFault(.unknownFilter, "only now has a format", hint: "{{now | format '%H:%M'}}", at: at)
            }
            return try format(&tokens)
        default:
            let near = Spelling.nearest(to: name, in: Self.filters).map { "did you mean \($0)?" }
            throw TextFault(
                .unknownFilter, "\(quoted(name)) is not a filter",
                hint: near ?? "the filters are " + choice(of: Self.filters, "and"), at: at)
        }
    }

    /// A format in quotes, and the zone to tell the time in, in quotes too.
    private func format(_ tokens: inout TemplateTokens) throws(TextFault) -> Template.Filter {
        guard case .text(let format, let at) = tokens.next() else {
            throw TextFault(
                .badTemplate, "format needs a text in quotes", hint: "such as {{now | format '%H:%M'}}",
                at: tokens.range)
        }
        do throws(TimeFormat.Fault) {
            _ = try TimeFormat(parsing: format)
        } catch {
            throw TextFault(
                .badTemplate, "\(quoted(format)) is not a format of times", hint: "such as '%Y-%m-%d %H:%M'", at: at)
        }
        guard case .text(let zone, let zoneAt) = tokens.peek() else { return .format(format, zone: nil) }
        _ = tokens.next()
        if let fault = BotLanguage.zone.check(zone) {
            throw TextFault(fault.code, fault.message, hint: fault.hint, at: zoneAt)
        }
        return .format(format, zone: zone)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// What stands between `{{` and `}}`: words, texts in quotes, bars.
struct TemplateTokens {
    enum Token: Equatable {
        case word(String, Range<Int>)
        case text(String, Range<Int>)
        case bar
        case bad(UInt8, Range<Int>)

        var hint: String? {
            if case .bad(let byte, _) = self, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                return "the quote is never closed"
            }
            return nil
        }
    }
    private let bytes: [UInt8]
    private var offset: Int
    /// All of it.
    let range: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
        offset = range.lowerBound
    }

    func peek() -> Token? {
        var copy = self
        return copy.next()
    }

    mutating func next() -> Token? {
        while offset < range.upperBound, Self.isBlank(bytes[offset]) { offset += 1 }
        guard offset < range.upperBound else { return nil }
        let start = offset
        switch bytes[start] {
        case UInt8(ascii: "|"):
            offset += 1
            return .bar
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            offset += 1
            while offset < range.upperBound, bytes[offset] != bytes[start] { offset += 1 }
            guard offset < range.upperBound else { return .bad(bytes[start], start..<range.upperBound) }
            offset += 1
            return .text(String(decoding: bytes[(start + 1)..<(offset - 1)], as: UTF8.self), start..<offset)
        default:
            while offset < range.upperBound, Self.isWordByte(bytes[offset]) { offset += 1 }
            if offset == start {
                offset += 1
                return .bad(bytes[start], start..<offset)
            }
            return .word(String(decoding: bytes[start..<offset], as: UTF8.self), start..<offset)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Everything but blanks, bars, quotes and braces: names may be in any script.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        !isBlank(byte) && !"|\"'{}".utf8.contains(byte)
    }
}
