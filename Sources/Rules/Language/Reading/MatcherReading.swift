import JSON

/// Reads matchers that stand in other files than rule files, such as tests, in the same words.
public struct MatcherReader {
    /// The shapes that declarations of such files need, for `Shape.named("valueMatcher")` and what is in it.
    public static let definitions = BotLanguage.conditions.filter { name, _ in
        ["textMatcher", "valueMatcher", "listReference"].contains(name)
    }

    private var reader: BotReader

    public init(source: SourceText) { reader = BotReader(source: source) }

    /// What was wrong with the matchers that were read, in that order.
    public var diagnostics: [Diagnostic] { reader.diagnostics }

    /// Whether an object is a matcher: it has a key of one.
    public static func isMatcher(_ node: Node) -> Bool {
        node.members.contains { member in BotLanguage.valueKeys.contains { $0.name == member.key } }
    }

    /// A text, a number, true, false, or an object of tests.
    public mutating func value(_ node: Node) -> ValueMatcher? { reader.valueMatcher(node) }
}
