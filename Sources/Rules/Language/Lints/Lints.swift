// Lints: advice on what is no fault for certain. They look at a file that has no errors, and each shows a text that
// proves it.

extension BotReader {
    mutating func lint() {
        guard let program else { return }
        lintShadows(program)
        lintStates()
        lintUnused()
        lintVariables()
        lintRegexes()
        lintSpaces()
        lintLoops(program)
        lintStreams()
        lintNames()
        lintLikenesses()
        lintFiles()
    }

    private mutating func lintFiles() {
        for file in sentFiles where !options.fileExists(file.path) {
            lint(
                .missingFile, file.range, "there is no file \(quoted(file.path)) to send",
                hint: "paths are relative to the rule file")
        }
    }

    mutating func lint(
        _ code: Diagnostic.Code, _ range: Range<Int>, _ message: String, hint: String? = nil,
        related: [Diagnostic.Related] = []
    ) {
        diagnostics.append(
            Diagnostic(code, severity: .lint, range: range, message: message, hint: hint, related: related))
    }
}
