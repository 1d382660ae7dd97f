extension ShellLine {
    /// The word as this grammar, and every shell, reads it back: bare where that is safe, else in single quotes. A word
    /// that holds what no quotes may hold (a control or an invisible character) is quoted all the same, and unclear.
    public static func quoted(_ word: String) -> String {
        if isBare(word) { return word }
        var text = "'"
        for scalar in word.unicodeScalars {
            // A single quote cannot stand in single quotes: they end, and it comes in double ones.
            if scalar == "'" { text += "'\"'\"'" } else { text.unicodeScalars.append(scalar) }
        }
        return text + "'"
    }

    /// The words as one simple command.
    public static func quoted(_ argv: [String]) -> String { argv.map { quoted($0) }.joined(separator: " ") }

    private static func isBare(_ word: String) -> Bool {
        !word.isEmpty && ControlWord(rawValue: word) == nil && CutOff.mark(in: Array(word.unicodeScalars)) == nil
            && word.unicodeScalars.allSatisfy { $0.isASCII && $0.shellClass == .plain }
    }
}
