/// A pattern cut into the pieces of its syntax, enough to rewrite groups and to point at faults.
struct RegexTokens {
    enum Kind: Equatable {
        /// `(` with what belongs to it, such as `(?P<name>` or `(?i:`.
        case open
        case close
        /// `[...]`; without its `]` if the pattern ends first.
        case set
        /// A backslash with what it escapes; `\Q...\E` whole.
        case escape
        /// `*`, `+`, `?` or `{n,m}`.
        case repetition
        case alternative
        case plain
    }
    struct Token {
        var kind: Kind
        /// Bytes of the pattern.
        var range: Range<Int>
    }

    private(set) var tokens: [Token] = []

    init(_ pattern: [UInt8]) {
        var position = 0
        while position < pattern.count {
            let (kind, end) = Self.token(at: position, in: pattern)
            tokens.append(Token(kind: kind, range: position..<end))
            position = end
        }
    }

    private static func token(at start: Int, in pattern: [UInt8]) -> (Kind, Int) {
        switch pattern[start] {
        case UInt8(ascii: "\\"): (.escape, endOfEscape(at: start, in: pattern))
        case UInt8(ascii: "["): (.set, endOfSet(at: start, in: pattern))
        case UInt8(ascii: "("): (.open, endOfOpening(at: start, in: pattern))
        case UInt8(ascii: ")"): (.close, start + 1)
        case UInt8(ascii: "|"): (.alternative, start + 1)
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"): (.repetition, start + 1)
        case UInt8(ascii: "{"): (endOfCount(at: start, in: pattern).map { (.repetition, $0) }) ?? (.plain, start + 1)
        default: (.plain, start + 1)
        }
    }

    private static func endOfEscape(at start: Int, in pattern: [UInt8]) -> Int {
        guard start + 1 < pattern.count else { return pattern.count }
        if pattern[start + 1] == UInt8(ascii: "Q") {
            var end = start + 2
            while end + 1 < pattern.count {
                if pattern[end] == UInt8(ascii: "\\"), pattern[end + 1] == UInt8(ascii: "E") { return end + 2 }
                end += 1
            }
            return pattern.count
        }
        return start + 2
    }

    /// A `]` that comes first, or first behind `^`, is one of the set; so are `[:alpha:]` and escapes.
    private static func endOfSet(at start: Int, in pattern: [UInt8]) -> Int {
        var position = start + 1
        if position < pattern.count, pattern[position] == UInt8(ascii: "^") { position += 1 }
        let first = position
        while position < pattern.count {
            switch pattern[position] {
            case UInt8(ascii: "]") where position > first: return position + 1
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "[") where position + 1 < pattern.count && pattern[position + 1] == UInt8(ascii: ":"):
                position = endOfClass(at: position, in: pattern) ?? position + 1
            default: position += 1
            }
        }
        return pattern.count
    }

    private static func endOfClass(at start: Int, in pattern: [UInt8]) -> Int? {
        var position = start + 2
        while position + 1 < pattern.count {
            if pattern[position] == UInt8(ascii: ":"), pattern[position + 1] == UInt8(ascii: "]") {
                return position + 2
            }
            if pattern[position] == UInt8(ascii: "]") { return nil }
            position += 1
        }
        return nil
    }

    /// Behind `(`, `(?:`, `(?flags:`, `(?flags)` or `(?P<name>`; a group of another kind ends behind its sign.
    private static func endOfOpening(at start: Int, in pattern: [UInt8]) -> Int {
        var position = start + 1
        guard position < pattern.count, pattern[position] == UInt8(ascii: "?") else { return position }
        position += 1
        if position < pattern.count, pattern[position] == UInt8(ascii: "P") { position += 1 }
        if position < pattern.count, pattern[position] == UInt8(ascii: "<") {
            let next = position + 1 < pattern.count ? pattern[position + 1] : 0
            if next == UInt8(ascii: "=") || next == UInt8(ascii: "!") { return position + 2 }
            return pattern[position...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? position + 1
        }
        while position < pattern.count {
            switch pattern[position] {
            case UInt8(ascii: ":"), UInt8(ascii: ")"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: ">"):
                return position + 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "U"), UInt8(ascii: "-"): position += 1
            default: return position
            }
        }
        return position
    }

    private static func endOfCount(at start: Int, in pattern: [UInt8]) -> Int? {
        var position = start + 1
        var digits = 0
        while position < pattern.count {
            switch pattern[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: ",") where digits > 0: break
            case UInt8(ascii: "}") where digits > 0: return position + 1
            default: return nil
            }
            position += 1
        }
        return nil
    }
}
