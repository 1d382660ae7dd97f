import JSON
import Time

// Turns a tree into a `BotFile`. The shape check has reported whatever has the wrong form; here a value that is not as it
// should be is passed over in silence, and what is reported is what values mean together.

/// Reads one rule file. Each chapter of the language is an extension in a file of its own.
struct BotReader {
    let source: SourceText
    var diagnostics: [Diagnostic] = []
    var file: BotFile
    var lists: [String: [Node]] = [:]
    var usedLists: Set<String> = []
    /// What names stand for, to be judged when all are known.
    var lookups: [NamedLookup] = []
    /// What looks like one in a plain text, and how it would be one.
    var likenesses: [(name: NamedLookup, lookup: String)] = []
    var regexes: [RegexUse] = []
    var spacedTexts: [SpacedText] = []
    /// Files that actions send.
    var sentFiles: [(path: String, range: Range<Int>)] = []
    let options: RuleFile.Options
    /// The file's node of each rule of `file.rules`.
    var ruleNodes: [Node] = []
    /// Where each rule's id stands.
    var ruleIDs: [String: Range<Int>] = [:]
    var stateNames: Set<String> = []
    /// Where `goto` and `in` name states.
    var entries: [StateMention] = []
    var stays: [StateMention] = []
    /// Where conditions look at variables.
    var variableReads: [VariableRead] = []
    var usedCommandSets: Set<String> = []
    /// Rules that `cancel` and `of` name.
    var cancels: [(id: String, range: Range<Int>)] = []
    /// The rule that is being read.
    var rule = RuleScope()
    /// Of a file without errors.
    var program: Program?

    init(source: SourceText, options: RuleFile.Options = .init()) {
        self.source = source
        self.options = options
        file = BotFile(path: source.path, name: "")
    }

    mutating func read() {
        let root = source.tree.root
        if let name = root?["role"]?.text, let role = Role(rawValue: name) { file.role = role }
        diagnostics += source.diagnostics(against: BotLanguage.declaration, role: file.role)
        guard let root, !root.members.isEmpty else { return }
        readHead(root)
        readSettings(root)
        readNames(root)
        for node in root["rules"]?.elements ?? [] { readRule(node) }
        checkNames()
        checkRules()
        if !diagnostics.hasErrors { prove() }
    }

    /// What can be tried only with a file that means something.
    private mutating func prove() {
        // Who runs it compiles it anyway.
        guard needsProgram else { return checkBypasses() }
        do throws(CompileFault) {
            let program = try Program(file)
            checkExamples(program)
            checkUnique(program)
            checkBypasses()
            self.program = program
        } catch {
            report(.badRegex, source.range(of: error.place), error.message)
        }
    }

    /// There is something to try, or somebody to advise.
    private var needsProgram: Bool {
        options.lints || file.hit == .unique
            || file.rules.contains { !$0.examples.match.isEmpty || !$0.examples.noMatch.isEmpty }
    }

    private mutating func readHead(_ root: Node) {
        if let version = root["version"], let number = version.number, number != 1, (0...1_000_000).contains(number) {
            report(
                .unknownVersion, version.range, "version \(numberText(number)) is not known",
                hint: "this Talaria reads version 1")
        }
        file.name = root["name"]?.text ?? ""
        file.about = root["about"]?.text
        if let policy = root["hit"]?.text.flatMap(HitPolicy.init) { file.hit = policy }
    }

    // MARK: Reports

    mutating func report(
        _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(Diagnostic(code, range: range, message: message, hint: hint, related: related))
    }

    func place(of node: Node) -> Place { source.place(of: node) }
}

/// What the rule that is being read may speak of.
struct RuleScope {
    var triggers: [Trigger] = []
    /// Of all its triggers.
    var fields: Set<EventField> = []
    /// Names of regex groups outside of any `not`.
    var groups: Set<String> = []
    var negatedGroups: Set<String> = []
    var hasFrame = false
    /// Whether its triggers could be read, so that a field that none has is told.
    var isKnown = true
    /// Inside of `ask_ai.on_error`.
    var isOnError = false
    /// How many `not` stand around.
    var negations = 0
}

/// A name in a template, and the rule that it stands in.
struct NamedLookup {
    var name: String
    var range: Range<Int>
    var scope: RuleScope
}

/// A condition on a variable.
struct VariableRead {
    var name: String
    /// Of the name.
    var range: Range<Int>
    /// nil if it could not be read.
    var matcher: ValueMatcher?
}

/// A dialogue state, and where a rule names it.
struct StateMention {
    var state: String
    var range: Range<Int>
    /// Index into `BotFile.rules`.
    var rule: Int
}

/// A regex, and where its text stands.
struct RegexUse {
    var source: RegexSource
    var node: Node
}
