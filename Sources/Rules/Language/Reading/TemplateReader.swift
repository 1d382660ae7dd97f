import JSON

/// Reads templates that stand in other files than rule files, such as load plans. They know of no event: names are
/// variables, `device.*`, `bot.name`, `count` and `now`.
public struct TemplateReader {
    private var reader: BotReader

    public init(source: SourceText) { reader = BotReader(source: source) }

    /// What the templates that were read look up.
    public var names: Set<String> { Set(reader.lookups.map(\.name)) }

    /// nil if the value is no text.
    public mutating func template(_ node: Node) -> Template? { reader.template(node) }

    /// What is wrong with the templates that were read, where only these variables are known; lints too.
    public func diagnostics(knowing variables: [Variable]) -> [Diagnostic] {
        var judge = reader
        judge.file.variables = variables
        judge.checkNames()
        judge.lintLikenesses()
        return judge.diagnostics
    }

    /// What is wrong with them whatever the variables are.
    public var diagnostics: [Diagnostic] { reader.diagnostics }
}
