// One pass from left to right, a scalar at a time, with no step back; the first character that is not surely harmless
// ends it.

struct ShellParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// Byte offset of `index`.
    private var offset = 0
    private var commands: [SimpleCommand] = []
    private var words: [SimpleCommand.Word] = []
    /// The operator before the command that is being read, and its place.
    private var joint: (sign: SimpleCommand.Operator, range: Range<Int>)?

    static func commands(of text: String) throws(Unclear) -> [SimpleCommand] {
        let count = text.utf8.count
        guard count <= ShellLine.mostBytes else { throw Unclear(.tooLong, range: ShellLine.mostBytes..<count) }
        var parser = ShellParser(scalars: Array(text.unicodeScalars))
        if let range = CutOff.mark(in: parser.scalars) { throw Unclear(.cutOff, range: range) }
        try parser.run()
        return parser.commands
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func advance() {
        offset += UTF8.width(scalars[index])
        index += 1
    }

    /// The place of the scalar at `index`.
    private var here: Range<Int> { offset..<(offset + (peek.map { UTF8.width($0) } ?? 0)) }

    private mutating func run() throws(Unclear) {
        while let scalar = peek {
            switch scalar {
            case " ", "\t": advance()
            case "&", "|", ";": try operation(scalar)
            default: try word()
            }
        }
        if words.isEmpty, let joint { throw Unclear(.missingCommand, range: joint.range) }
        if words.isEmpty { throw Unclear(.empty, range: 0..<offset) }
        endCommand()
    }

    private mutating func endCommand() {
        commands.append(SimpleCommand(words: words, joint: joint?.sign))
        words = []
    }

    private mutating func operation(_ first: Unicode.Scalar) throws(Unclear) {
        let start = offset
        let one = here
        advance()
        var sign: SimpleCommand.Operator = first == "|" ? .pipe : .then
        if first != ";", peek == first {
            sign = first == "|" ? .or : .and
            advance()
        } else if first == "&" {
            throw Unclear(.background, range: one)
        }
        guard !words.isEmpty else { throw Unclear(.missingCommand, range: start..<offset) }
        endCommand()
        joint = (sign, start..<offset)
    }

    private mutating func word() throws(Unclear) {
        let start = offset
        var word = WordReader(startsCommand: words.isEmpty)
        reading: while let scalar = peek {
            switch scalar {
            case " ", "\t", "&", "|", ";": break reading
            case "'", "\"": try quoted(scalar, &word)
            default:
                try word.take(scalar, at: here)
                advance()
            }
        }
        let text = try word.end(range: start..<offset)
        if words.isEmpty, commands.count == ShellLine.mostCommands {
            throw Unclear(.tooManyCommands, range: start..<offset)
        }
        words.append(SimpleCommand.Word(text: text, range: start..<offset))
    }

    private mutating func quoted(_ mark: Unicode.Scalar, _ word: inout WordReader) throws(Unclear) {
        let opening = here
        word.beginQuote()
        advance()
        while let scalar = peek {
            if scalar == mark {
                advance()
                return
            }
            if let reason = Self.refusal(of: scalar, insideDouble: mark == "\"") { throw Unclear(reason, range: here) }
            word.takeQuoted(scalar)
            advance()
        }
        throw Unclear(.unbalancedQuote, range: opening)
    }

    /// Why a scalar may not stand inside quotes; nil if it may.
    private static func refusal(of scalar: Unicode.Scalar, insideDouble: Bool) -> Unclear.Reason? {
        switch scalar.shellClass {
        case .plain, .lineFeed: return nil
        case .blank: return scalar == "\t" ? .controlCharacter : nil
        case .control: return .controlCharacter
        case .format: return .formatCharacter
        case .foreignBlank: return .foreignBlank
        case .special: break
        }
        guard insideDouble else { return nil }
        switch scalar {
        case "$": return .expansion
        case "`": return .substitution
        case "\\": return .backslash
        case "!": return .history
        default: return nil
        }
    }
}
