/// Gathers one word, and refuses what some shell would not take as it stands.
struct WordReader {
    /// It stands where a program's name stands.
    private let startsCommand: Bool
    private var text = String.UnicodeScalarView()
    private var isQuoted = false
    /// An opening brace that waits for its closing one, and what has come since.
    private var brace: (range: Range<Int>, inside: String.UnicodeScalarView)?

    init(startsCommand: Bool) { self.startsCommand = startsCommand }

    mutating func beginQuote() { isQuoted = true }

    mutating func takeQuoted(_ scalar: Unicode.Scalar) { append(scalar) }

    private mutating func append(_ scalar: Unicode.Scalar) {
        text.append(scalar)
        brace?.inside.append(scalar)
    }

    /// A scalar outside quotes.
    mutating func take(_ scalar: Unicode.Scalar, at range: Range<Int>) throws(Unclear) {
        switch scalar.shellClass {
        case .plain: append(scalar)
        case .special: try takeSpecial(scalar, at: range)
        case .lineFeed: throw Unclear(.lineBreak, range: range)
        case .blank, .control: throw Unclear(scalar == "\r" ? .lineBreak : .controlCharacter, range: range)
        case .format: throw Unclear(.formatCharacter, range: range)
        case .foreignBlank: throw Unclear(.foreignBlank, range: range)
        }
    }

    private mutating func takeSpecial(_ scalar: Unicode.Scalar, at range: Range<Int>) throws(Unclear) {
        switch scalar {
        case "{": try openBrace(at: range)
        case "}": try closeBrace(at: range)
        case "~" where !text.isEmpty && text.last != "=" && text.last != ":": append(scalar)
        case "^" where !text.isEmpty: append(scalar)
        case "#" where !text.isEmpty: append(scalar)
        case "=" where !text.isEmpty && !startsCommand: append(scalar)
        default: throw Unclear(Self.reason(for: scalar, afterText: !text.isEmpty), range: range)
        }
    }

    private static func reason(for scalar: Unicode.Scalar, afterText: Bool) -> Unclear.Reason {
        switch scalar {
        case "$": .expansion
        case "`": .substitution
        case "\\": .backslash
        case "!": .history
        case "*", "?", "[", "]": .glob
        case "<", ">": .redirection
        case "(", ")": .group
        case "#": .comment
        case "~": .tilde
        case "^": .caret
        case "=": afterText ? .assignment : .equals
        default: .background
        }
    }

    private mutating func openBrace(at range: Range<Int>) throws(Unclear) {
        if brace != nil { throw Unclear(.brace, range: range) }
        text.append("{")
        brace = (range, String.UnicodeScalarView())
    }

    /// Braces expand only around a comma or a `..`; without these they are literal, as in `stash@{0}`.
    private mutating func closeBrace(at range: Range<Int>) throws(Unclear) {
        guard let open = brace else { throw Unclear(.brace, range: range) }
        var before: Unicode.Scalar?
        for scalar in open.inside {
            if scalar == "," || (scalar == "." && before == ".") {
                throw Unclear(.brace, range: open.range.lowerBound..<range.upperBound)
            }
            before = scalar
        }
        brace = nil
        text.append("}")
    }

    /// The whole word.
    func end(range: Range<Int>) throws(Unclear) -> String {
        if let brace { throw Unclear(.brace, range: brace.range) }
        let word = String(text)
        if startsCommand, !isQuoted, ControlWord(rawValue: word) != nil { throw Unclear(.controlWord, range: range) }
        return word
    }
}

/// The words that begin more than a simple command where a command may start, in sh, bash, ksh or zsh.
enum ControlWord: String, CaseIterable {
    case `if`, then, `else`, elif, fi, `for`, `while`, until, `do`, done, `case`, esac, select, function, time, coproc
    case `in`, `repeat`, foreach, end, nocorrect, noglob
}
