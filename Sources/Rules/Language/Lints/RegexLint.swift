// A regex is unanchored, so one that matches the empty text matches at the start of every text.

extension BotReader {
    mutating func lintRegexes() {
        let meant: Set = ["^$", "^\\s*$", "\\A\\z", "^ *$"]
        for regex in regexes where regex.source.matchesEmpty && !meant.contains(regex.source.pattern) {
            if regex.source.matches(Self.odd) {
                lint(
                    .emptyRegex, regex.node.range,
                    "this matches the empty text, so it matches any: also \(quoted(Self.odd))",
                    hint: "say + for *, or leave out what may be missing")
            } else {
                lint(
                    .emptyRegex, regex.node.range, "this matches the empty text, \"\"",
                    hint: "say + for *, or \"empty\": true if it is meant")
            }
        }
    }

    /// A text that nobody means to match.
    private static let odd = "%~ 0x?"
}

extension RegexSource {
    fileprivate func matches(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return (try? CompiledRegex(self, exact: false))?.matches(bytes.span) ?? false
    }
}
