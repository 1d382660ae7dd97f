import Rules

/// Results as JUnit XML, which CI systems read: a suite a file, a case a test. Times are virtual: how long the test
/// would have taken.
public enum JUnit {
    public static func xml(_ results: [FileResult]) -> String {
        let all = results.reduce(0) { $0 + $1.tests.count }
        let failed = results.reduce(0) { $0 + $1.failed }
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        xml += "<testsuites tests=\"\(all)\" failures=\"\(failed)\" errors=\"0\">\n"
        for result in results { xml += suite(result) }
        return xml + "</testsuites>\n"
    }

    private static func suite(_ result: FileResult) -> String {
        var xml =
            "  <testsuite name=\"\(escaped(result.path))\" tests=\"\(result.tests.count)\" failures=\"\(result.failed)\""
        xml += " errors=\"0\" skipped=\"0\">\n"
        for test in result.tests {
            let seconds = Double(test.lasted.milliseconds) / 1000
            let start =
                "    <testcase name=\"\(escaped(test.name))\" classname=\"\(escaped(result.path))\" file=\"\(escaped(result.path))\""
                + " line=\"\(test.place.line)\" time=\"\(seconds)\""
            guard let failure = test.failure else {
                xml += start + "/>\n"
                continue
            }
            let one = FileResult(path: result.path, bot: result.bot, tests: [test])
            xml +=
                "\(start)>\n      <failure message=\"\(escaped(failure.message))\" type=\"\(escaped(failure.step))\">"
            xml += escaped(ResultText().text(of: one)) + "</failure>\n    </testcase>\n"
        }
        return xml + "  </testsuite>\n"
    }

    /// As XML 1.0 wants it: what it cannot hold at all is shown as U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "\n", "\t", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
