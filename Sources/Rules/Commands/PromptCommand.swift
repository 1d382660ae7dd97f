import Shell

// Which command a prompt asks about: the frame's `command`, else the one fenced block of its text, else the text whole.
// There is one answer or none; where the frame leaves a doubt, the command is unclear.

/// The command of an exec_approval, found and read.
public struct PromptCommand: Sendable, Hashable {
    /// Where the command stood.
    public enum Source: String, Sendable, Hashable {
        case field, fence, text, none
    }

    public enum Reading: Sendable, Hashable {
        /// One simple command or more.
        case clear([SimpleCommand])
        case unclear(CommandFault)
    }

    public var source: Source
    /// The command line; where none could be made out, the text whole. All ranges are byte offsets into it.
    public var line: String
    public var reading: Reading

    /// A command line by itself, as `examples` hold it.
    public init(line: String, source: Source = .field) {
        self.source = source
        self.line = line
        switch ShellLine(line) {
        case .clear(let commands): reading = .clear(commands)
        case .unclear(let unclear): reading = .unclear(.shell(unclear))
        }
    }

    /// The command of a prompt's frame.
    public init(field: Occurrence.CommandField, text: String?) {
        switch field {
        case .text(let line): self.init(line: line)
        case .malformed: self.init(unclear: .field, source: .field, text: text ?? "", range: 0..<0)
        case .absent:
            let text = text ?? ""
            switch Fence.find(in: text) {
            case .none: self.init(line: text, source: text.isEmpty ? .none : .text)
            case .block(let line): self.init(line: line, source: .fence)
            case .unclear(let reason, let range): self.init(unclear: reason, source: .fence, text: text, range: range)
            }
        }
    }

    /// The command of a prompt.
    public init(_ occurrence: borrowing Occurrence) {
        self.init(field: occurrence.command, text: occurrence.text)
    }

    private init(unclear reason: CommandFault.Markup, source: Source, text: String, range: Range<Int>) {
        self.source = source
        self.line = text
        self.reading = .unclear(.markup(reason, range: range))
    }

    /// The reading on one line, for traces and the audit log: `[git, status] && [wc, -l]`, or `unclear (glob) at 7: …`.
    public var summary: String {
        switch reading {
        case .clear(let commands):
            return commands.map { command in
                (command.joint.map { "\($0.rawValue) " } ?? "") + CommandText.list(command.argv)
            }.joined(separator: " ")
        case .unclear(let fault):
            return "unclear (\(fault.code)) at \(fault.range.lowerBound): \(fault.message)"
        }
    }
}

/// Why a prompt's command is unclear.
public enum CommandFault: Sendable, Hashable {
    /// The line is outside the grammar.
    case shell(Unclear)
    /// What stands around it is. The range is byte offsets into the text.
    case markup(Markup, range: Range<Int>)

    public enum Markup: String, Sendable, Hashable, CaseIterable {
        case field = "no-text"
        case openFence = "open-fence"
        case secondFence = "second-fence"
        case fenceLanguage = "fence-language"
        case wordsOutside = "words-outside"

        public var message: String {
            switch self {
            case .field: "the frame's command is no text, or an empty one"
            case .openFence: "the fenced block is never closed"
            case .secondFence: "there is more than one fenced block"
            case .fenceLanguage:
                "a fence opens with three backticks, alone on a line or with sh, bash, shell or console"
            case .wordsOutside:
                "there are words outside the fenced block, besides one heading line that ends in a colon"
            }
        }
    }

    /// A stable name.
    public var code: String {
        switch self {
        case .shell(let unclear): unclear.reason.rawValue
        case .markup(let markup, _): markup.rawValue
        }
    }

    public var message: String {
        switch self {
        case .shell(let unclear): unclear.reason.message
        case .markup(let markup, _): markup.message
        }
    }

    /// Byte offsets into `PromptCommand.line`.
    public var range: Range<Int> {
        switch self {
        case .shell(let unclear): unclear.range
        case .markup(_, let range): range
        }
    }
}

/// Words as traces show them.
enum CommandText {
    static func list(_ argv: [String]) -> String {
        "[" + argv.map { ShellLine.quoted($0) }.joined(separator: ", ") + "]"
    }
}
