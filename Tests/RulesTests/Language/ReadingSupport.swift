import Testing

@testable import Rules

/// A rule file round these rules.
func botText(_ rules: String..., head: String = "") -> String {
    "{ \"version\": 1, \"name\": \"test\", \(head) \"rules\": [ \(rules.joined(separator: ",\n")) ] }"
}

func read(_ text: String, lints: Bool = false) -> RuleFileReading {
    RuleFile.read(bytes: Array(text.utf8), path: "test.json", options: .init(lints: lints))
}

/// The codes of what is reported, in file order.
func codes(_ text: String, lints: Bool = false) -> [Diagnostic.Code] {
    read(text, lints: lints).diagnostics.map(\.code)
}

/// The file, which must have no fault.
func file(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> BotFile {
    let reading = read(text)
    let printed = DiagnosticPrinter(source: reading.source).text(of: reading.diagnostics)
    return try #require(reading.file, "\(printed)", sourceLocation: sourceLocation)
}

/// The rule of a file that has it alone.
func rule(
    _ text: String, head: String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws -> Rule {
    try #require(try file(botText(text, head: head), sourceLocation: sourceLocation).rules.first)
}

/// The first action of a rule with this action alone.
func step(
    _ action: String, on trigger: String = "\"message\"", head: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Action.Step {
    let text = "{ \"id\": \"a\", \"on\": \(trigger), \"do\": [ \(action) ] }"
    return try #require(
        try rule(text, head: head, sourceLocation: sourceLocation).actions.first, sourceLocation: sourceLocation
    ).step
}

/// The condition of a rule with this `when`.
func condition(
    _ when: String, on trigger: String = "\"message\"", head: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Condition {
    let text = "{ \"id\": \"a\", \"on\": \(trigger), \"when\": \(when), \"do\": [ { \"log\": \"x\" } ] }"
    return try #require(
        try rule(text, head: head, sourceLocation: sourceLocation).condition, sourceLocation: sourceLocation)
}
