import JSON
import Rules

// Results for people. A test that passed is one short line at most; one that failed is shown with all that helps to mend
// it: what was expected, what came, where they differ, what the rules thought.

/// Prints results.
public struct ResultText: Sendable {
    /// With the colours of ANSI terminals.
    public var colour: Bool
    /// Tests that passed are listed too.
    public var listsPassed: Bool

    public init(colour: Bool = false, listsPassed: Bool = false) {
        self.colour = colour
        self.listsPassed = listsPassed
    }

    /// One file: its failures, with a line for the whole at the end.
    public func text(of result: FileResult) -> String {
        var text = ""
        for test in result.tests {
            if let failure = test.failure {
                text += self.text(of: test, failure, in: result)
            } else if listsPassed {
                text += "\(paint("✓", .green)) \(visible(test.name))\n"
            }
        }
        let failed = result.failed
        let end = failed == 0 ? paint("passed", .green) : paint("\(failed) failed", .red)
        return text + "\(visible(result.path)): \(Self.count(result.tests.count)), \(end)\n"
    }

    /// All of them in one line.
    /// - Parameter filter: what only tests were run that hold it in their name or file.
    public func summary(of results: [FileResult], filter: String? = nil) -> String {
        let all = results.reduce(0) { $0 + $1.tests.count }
        let failed = results.reduce(0) { $0 + $1.failed }
        if all == 0 {
            let why = filter.map { ": none has \(quoted($0)) in its name or file" } ?? ""
            return paint("no test was run" + why, .red) + "\n"
        }
        let end = failed == 0 ? paint("all passed", .green) : paint("\(failed) failed", .red)
        return "\(Self.count(all)), \(end)\n"
    }

    private static func count(_ count: Int) -> String { count == 1 ? "1 test" : "\(count) tests" }

    private func text(of test: TestResult, _ failure: TestFailure, in result: FileResult) -> String {
        let place = "\(visible(result.path)):\(failure.place.line):\(failure.place.column)"
        var lines = ["\(paint("✗", .red)) \(paint(visible(test.name), .bold))"]
        lines.append("    \(place): \(failure.step), at \(failure.time.iso8601): \(failure.message)")
        if let expected = failure.expected { lines.append("      expected  \(visible(expected))") }
        for (index, got) in failure.got.enumerated() {
            lines.append("      \(index == 0 ? "got     " : "        ")  \(got)")
        }
        if let difference = failure.difference { lines.append("      \(paint(difference, .yellow))") }
        if !failure.unheard.isEmpty { lines.append("    no rule heard of:") }
        for unheard in failure.unheard {
            let place = "\(visible(result.path)):\(unheard.place.line)"
            lines.append("      \(place)  \(paint(visible(unheard.reason), .yellow))")
        }
        if !failure.events.isEmpty { lines.append("    the last events, as the rules saw them:") }
        var text = lines.map { $0 + "\n" }.joined()
        for event in failure.events {
            text += "      \(event.time.iso8601) \(event.trace.eventSummary)\n"
            let trace = event.trace.text(
                path: result.bot, otherEvents: false, nearest: (Self.mostFailed, failure.wanted), colour: colour)
            for line in trace.split(separator: "\n") { text += "      \(line)\n" }
        }
        if !failure.notes.isEmpty { text += "    the bot's notes:\n" }
        for note in failure.notes { text += "      \(note)\n" }
        return text
    }

    /// Rules that do not match, for each event.
    private static let mostFailed = 3

    private enum Paint: String {
        case red = "31;1"
        case green = "32"
        case yellow = "33"
        case bold = "1"
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        colour ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
