// What attackers, and clumsy agents, make of a list of allowed commands. A rule that approves is tried with all of it when
// its file is checked. Each line does harm by itself (it removes, runs or reads what no policy can mean), so that one that
// gets through is a fault of the rule, whatever its author thought.

/// A line that no rule may approve.
public struct Bypass: Sendable, Hashable {
    /// The ways round an allow list.
    public enum Shape: String, Sendable, Hashable, CaseIterable {
        case andChain = "and-chain"
        case orChain = "or-chain"
        case semicolonChain = "semicolon-chain"
        case pipe, background, newline
        case carriageReturn = "carriage-return"
        case commandSubstitution = "command-substitution"
        case backticks
        case processSubstitution = "process-substitution"
        case ansiCQuote = "ansi-c-quote"
        case redirect, heredoc
        case hereString = "here-string"
        case envPrefix = "env-prefix"
        case wrapper
        case globalOptions = "global-options"
        case anyFlag = "flag-order"
        case binaryPath = "binary-path"
        case quoting
        case optionInjection = "option-injection"
        case pathTraversal = "path-traversal"
        case evalExport = "eval-export"
        case alias, function, coproc
        case controlWord = "control-word"
        case glob, brace, tilde, variable, arithmetic, history, comment
        case zsh = "expansion-zsh"
        case controlCharacter = "control-character"
        case lookalike = "unicode-lookalike"
        case foreignBlank = "non-ascii-blank"
        case invisible = "invisible-character"
        case tooMany = "over-50"
        case longLine = "long-line"
        case truncated, empty, fence
        case saveThenRun = "save-then-run"
        case hostTrick = "host-trick"
        case plainHarm = "plain-harm"
    }

    public var shape: Shape
    public var line: String

    init(_ shape: Shape, _ line: String) {
        self.shape = shape
        self.line = line
    }
}

extension Bypass.Shape {
    /// Why a line of this shape must not be approved, for people.
    public var why: String {
        switch self {
        case .andChain, .orChain, .semicolonChain: "a second command comes with the first"
        case .pipe: "the output goes to another program"
        case .background: "an ampersand ends a command and begins another"
        case .newline, .carriageReturn: "a line break ends a command and begins another"
        case .commandSubstitution, .backticks, .processSubstitution: "a substitution runs another command"
        case .ansiCQuote, .variable, .arithmetic, .tilde, .glob, .brace, .zsh: "the shell puts other words in its place"
        case .redirect, .heredoc, .hereString: "a redirection reads or writes a file"
        case .envPrefix: "a variable changes what the program does"
        case .wrapper: "another program runs the command"
        case .globalOptions: "an option before the verb changes what the program does"
        case .anyFlag: "any option at all is taken"
        case .binaryPath: "a path is another program than the bare name"
        case .quoting: "quotes or backslashes hide another word"
        case .optionInjection: "an argument makes the program run or write something"
        case .pathTraversal: "it reads a file that is none of its business"
        case .evalExport: "a builtin runs a text, or changes what later commands do"
        case .alias, .function: "a later word means something else"
        case .coproc, .controlWord: "a control word begins more than a simple command"
        case .history: "an earlier command comes back"
        case .comment: "what follows # counts for one shell and not for another"
        case .controlCharacter, .invisible: "what is shown is not what is run"
        case .lookalike: "it looks like the word, and is another"
        case .foreignBlank: "it looks like a blank, and separates nothing"
        case .tooMany, .longLine, .truncated: "nobody has read it to its end"
        case .empty: "there is no command on one side"
        case .fence: "the marks around the command are not part of it"
        case .saveThenRun: "one command saves what the next runs"
        case .hostTrick: "the URL names another host than it seems to"
        case .plainHarm: "it destroys, or gives away, what is there"
        }
    }
}
