import JSON

// A fault as people read it:
//
//     bots/echo.json:4:5: error[R004]: "recieve" is not a key of a bot
//        4 |     "recieve": {}
//          |     ^^^^^^^^^
//          = hint: did you mean "receive"?

/// Prints diagnostics with the lines that they are about.
public struct DiagnosticPrinter: Sendable {
    public var source: SourceText
    /// With the colours of ANSI terminals.
    public var colour: Bool

    public init(source: SourceText, colour: Bool = false) {
        self.source = source
        self.colour = colour
    }

    /// All of them, with an empty line between, and a line break at the end.
    public func text(of diagnostics: [Diagnostic]) -> String {
        diagnostics.map { text(of: $0) }.joined(separator: "\n")
    }

    /// One of them, with a line break at the end.
    public func text(of diagnostic: Diagnostic) -> String {
        let place = source.place(of: diagnostic.range.lowerBound)
        let isError = diagnostic.severity == .error
        let name = paint("\(diagnostic.severity.rawValue)[\(diagnostic.code.rawValue)]", isError ? .red : .yellow)
        var text = paint("\(at(place)): ", .bold) + name + paint(": \(diagnostic.message)", .bold) + "\n"
        text += excerpt(diagnostic.range, place, mark: isError ? .red : .yellow)
        if let hint = diagnostic.hint { text += margin(place) + paint("= hint: ", .cyan) + "\(visible(hint))\n" }
        for related in diagnostic.related {
            let place = source.place(of: related.range.lowerBound)
            text += "\(at(place)): " + paint("note", .cyan) + ": \(related.message)\n"
            text += excerpt(related.range, place, mark: .cyan)
        }
        return text
    }

    /// The line on which a range begins, with carets under it.
    public func excerpt(of range: Range<Int>) -> String {
        excerpt(range, source.place(of: range.lowerBound), mark: .red)
    }

    private func at(_ place: Place) -> String { "\(visible(source.path)):\(place.line):\(place.column)" }

    /// The line with its number, and the carets under what is meant.
    private func excerpt(_ range: Range<Int>, _ place: Place, mark: Paint) -> String {
        let line = SourceLine(source, line: place.line, marking: range)
        let number = String(place.line)
        let gutter = String(repeating: " ", count: max(0, 4 - number.count)) + number
        let carets =
            String(repeating: " ", count: line.indent) + paint(String(repeating: "^", count: line.carets), mark)
        return paint("\(gutter) | ", .dim) + line.text + "\n" + paint(blank(gutter) + " | ", .dim) + carets + "\n"
    }

    private func margin(_ place: Place) -> String {
        blank(String(repeating: "0", count: max(4, String(place.line).count))) + " "
    }

    private func blank(_ text: String) -> String { String(repeating: " ", count: text.count) }

    private enum Paint: String {
        case red = "31;1"
        case yellow = "33;1"
        case cyan = "36"
        case bold = "1"
        case dim = "2"
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        colour ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension [FileReport] {
    /// Every diagnostic of every file, and how many there are.
    public func text(colour: Bool) -> String {
        var text = ""
        for report in self where !report.diagnostics.isEmpty {
            text += DiagnosticPrinter(source: report.source, colour: colour).text(of: report.diagnostics) + "\n"
        }
        let faults = flatMap(\.diagnostics).count { $0.severity == .error }
        let lints = flatMap(\.diagnostics).count - faults
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return text + "\(counted(self.count, "file")), \(counted(faults, "fault")), \(counted(lints, "lint"))\n"
    }
}
