/// Why a line is unclear, and where.
public struct Unclear: Error, Sendable, Hashable {
    /// Stable names, for the audit log and for tests.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case tooLong = "too-long"
        case notUTF8 = "not-utf8"
        case empty
        case cutOff = "cut-off"
        case lineBreak = "line-break"
        case controlCharacter = "control-character"
        case formatCharacter = "format-character"
        case foreignBlank = "foreign-blank"
        case unbalancedQuote = "unbalanced-quote"
        case substitution
        case expansion
        case backslash
        case history
        case glob
        case brace
        case tilde
        case equals
        case caret
        case assignment
        case redirection
        case background
        case group
        case comment
        case controlWord = "control-word"
        case missingCommand = "missing-command"
        case tooManyCommands = "too-many-commands"
    }

    public var reason: Reason
    /// Byte offsets into the line.
    public var range: Range<Int>

    public init(_ reason: Reason, range: Range<Int>) {
        self.reason = reason
        self.range = range
    }
}

extension Unclear.Reason {
    /// What stands there, for people; without a full stop.
    public var message: String {
        switch self {
        case .tooLong: "the line is longer than \(ShellLine.mostBytes) bytes"
        case .notUTF8: "these bytes are no UTF-8"
        case .empty: "there is no command"
        case .cutOff: "the line ends in a mark that the rest of it was cut off"
        case .lineBreak: "a line break outside quotes begins another command"
        case .controlCharacter: "a control character may hide what is run"
        case .formatCharacter: "an invisible character may hide what is run"
        case .foreignBlank: "this blank is not the space of ASCII: it separates no words, but looks as if it did"
        case .unbalancedQuote: "this quote is never closed"
        case .substitution: "a substitution runs another command"
        case .expansion: "an expansion puts in text that cannot be seen here"
        case .backslash: "a backslash outside single quotes changes what follows it"
        case .history: "an exclamation mark outside single quotes may bring back an earlier command"
        case .glob: "a glob character stands for names that cannot be seen here"
        case .brace: "braces may expand to several words"
        case .tilde: "a tilde here names a home folder"
        case .equals: "an equals sign at the start of a word names a program in zsh"
        case .caret: "a caret at the start of a word may change an earlier command, or be a glob"
        case .assignment: "an assignment before a command changes what it does"
        case .redirection: "a redirection reads or writes a file"
        case .background: "an ampersand ends this command and begins another"
        case .group: "a parenthesis begins a subshell, a function or a pattern"
        case .comment: "what follows # is a comment for one shell and not for another"
        case .controlWord: "a control word begins more than a simple command"
        case .missingCommand: "the operator has no command on one side"
        case .tooManyCommands: "the line has more than \(ShellLine.mostCommands) commands"
        }
    }
}
