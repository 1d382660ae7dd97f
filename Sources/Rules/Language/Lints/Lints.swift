// Lints: advice on what is no fault for certain. They look at a file that has no errors, and each shows a text that
// proves it.

extension BotReader {
    mutating func lint() {
        guard let program else { return }
        lintShadows(program)
        lintStates()
        lintUnused()
        lintRegexes()
        lintLoops(program)
        lintStreams()
        lintNames()
    }

    mutating func lint(
        _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(
            Diagnostic(code, severity: .lint, range: range, message: message, hint: hint, related: related))
    }
}
