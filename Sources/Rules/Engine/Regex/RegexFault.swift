/// What is wrong with a pattern, and where in it.
public struct RegexFault: Error, Hashable, Sendable {
    public enum Code: String, Sendable, CaseIterable {
        case badEscape, badSet, badRange, openSet, openGroup, strayParenthesis, trailingBackslash
        case nothingToRepeat, badCount, doubleRepetition, lookAround, backReference, badGroup, badName
        /// RE2's program for it would be larger than 8 MB.
        case tooLarge
        /// It took longer on 4,000 characters than a pattern may.
        case tooSlow
    }

    public var code: Code
    /// Bytes of the pattern as it was given.
    public var range: Range<Int>
    public var message: String
    public var hint: String?

    public init(_ code: Code, range: Range<Int>, message: String, hint: String? = nil) {
        self.code = code
        self.range = range
        self.message = message
        self.hint = hint
    }
}

/// The fault behind one of RE2's error codes (`RE2::ErrorCode`), with its place.
struct RegexDiagnosis {
    var tokens: RegexTokens
    var pattern: [UInt8]
    /// The piece that RE2 names.
    var part: [UInt8]

    func fault(_ error: Int32) -> RegexFault {
        let shown = String(decoding: part, as: UTF8.self)
        switch error {
        case 2:
            if part.count == 2, part[1] >= UInt8(ascii: "1"), part[1] <= UInt8(ascii: "9") {
                return RegexFault(
                    .backReference, range: place, message: "\"\(shown)\" refers back to a group, which RE2 cannot do",
                    hint: "match the parts apart, and compare them with a variable")
            }
            return RegexFault(
                .badEscape, range: place, message: "\"\(shown)\" is no escape that RE2 knows",
                hint: "in JSON a backslash is written twice: \"\\\\d\" is \\d")
        case 3: return RegexFault(.badSet, range: place, message: "\"\(shown)\" is no set of characters")
        case 4 where part.starts(with: Array("[:".utf8)) || part.starts(with: Array("\\p".utf8)):
            return RegexFault(.badSet, range: place, message: "\"\(shown)\" is no set of characters")
        case 4:
            return RegexFault(
                .badRange, range: place, message: "the range \"\(shown)\" runs backwards",
                hint: "write the lower character first, or the hyphen last in the set")
        case 5: return RegexFault(.openSet, range: openSet, message: "this [ is never closed", hint: "add ]")
        case 6: return openGroup
        case 7:
            return RegexFault(
                .strayParenthesis, range: strayClose, message: "this ) closes nothing",
                hint: "write \\) for the character")
        case 8:
            return RegexFault(
                .trailingBackslash, range: max(0, pattern.count - 1)..<pattern.count,
                message: "the pattern ends in a backslash", hint: "write \\\\ for the character")
        case 9:
            return RegexFault(
                .nothingToRepeat, range: looseRepetition, message: "there is nothing that \"\(shown)\" could repeat",
                hint: "write \\\(shown.prefix(1)) for the character")
        case 10:
            return RegexFault(
                .badCount, range: place, message: "\"\(shown)\" is no count that RE2 allows",
                hint: "at most 1000, the lower number first")
        case 11:
            return RegexFault(
                .doubleRepetition, range: place, message: "\"\(shown)\" repeats a repetition",
                hint: "put the inner one into (?:...)")
        case 12: return strangeGroup(shown)
        case 14: return badName(shown)
        case 15:
            return RegexFault(
                .tooLarge, range: 0..<pattern.count, message: "the pattern is too large to compile",
                hint: "use smaller counts in {n,m}, or a list of texts")
        default: return RegexFault(.badGroup, range: 0..<pattern.count, message: "RE2 cannot read the pattern")
        }
    }

    private func strangeGroup(_ shown: String) -> RegexFault {
        // RE2 names the group up to the sign that it cannot read.
        let range = tokens.tokens.first { $0.kind == .open && pattern[$0.range].starts(with: part) }?.range ?? place
        let whole = String(decoding: pattern[range], as: UTF8.self)
        if whole.hasPrefix("(?=") || whole.hasPrefix("(?!") || whole.hasPrefix("(?<=") || whole.hasPrefix("(?<!") {
            return RegexFault(
                .lookAround, range: range, message: "\"\(whole)\" looks around, which RE2 cannot do",
                hint: "it matches in linear time; say it with \"not\", \"all\" or \"words\" beside the regex")
        }
        return RegexFault(.badGroup, range: range, message: "\"\(shown)\" begins no group that RE2 knows")
    }

    private func badName(_ shown: String) -> RegexFault {
        return RegexFault(
            .badName, range: place, message: "\"\(shown)\" is no named group",
            hint: "a name is letters, digits and _: (?<name>...)")
    }

    /// Where the part stands first, at the start of a piece of syntax or within a set.
    private var place: Range<Int> {
        guard !part.isEmpty, part.count <= pattern.count else { return 0..<pattern.count }
        for token in tokens.tokens where pattern[token.range.lowerBound...].starts(with: part) {
            return token.range.lowerBound..<token.range.lowerBound + part.count
        }
        for start in 0...(pattern.count - part.count) where pattern[start...].starts(with: part) {
            return start..<start + part.count
        }
        return 0..<pattern.count
    }

    private var openSet: Range<Int> {
        guard let set = tokens.tokens.last(where: { $0.kind == .set }) else { return 0..<pattern.count }
        return set.range.lowerBound..<set.range.lowerBound + 1
    }

    private var openGroup: RegexFault {
        var open: [Range<Int>] = []
        for token in tokens.tokens {
            let text = pattern[token.range]
            // `(?i)` sets flags and is closed already.
            if token.kind == .open, text.last != UInt8(ascii: ")") { open.append(token.range) }
            if token.kind == .close { _ = open.popLast() }
        }
        return RegexFault(
            .openGroup, range: open.last ?? 0..<pattern.count, message: "this ( is never closed",
            hint: "add ), or write \\( for the character")
    }

    private var strayClose: Range<Int> {
        var depth = 0
        for token in tokens.tokens {
            if token.kind == .open, pattern[token.range].last != UInt8(ascii: ")") { depth += 1 }
            if token.kind == .close {
                if depth == 0 { return token.range }
                depth -= 1
            }
        }
        return 0..<pattern.count
    }

    private var looseRepetition: Range<Int> {
        var before: RegexTokens.Kind = .alternative
        for token in tokens.tokens {
            if token.kind == .repetition, before == .alternative || before == .open { return token.range }
            before = token.kind
        }
        return place
    }
}
