import Drive
import JSON
import Rules

/// One line of the doctor's table.
public struct Finding: Sendable, Equatable {
    public enum Verdict: String, Sendable {
        case well = "ok"
        /// It works, and something is worth knowing.
        case warning
        /// A bot would not work.
        case fault
        /// Not looked at, and why.
        case skipped
    }

    /// What was looked at: one word or two.
    public var name: String
    public var verdict: Verdict
    /// What was seen.
    public var text: String
    /// What to do about it.
    public var hint: String?

    init(_ name: String, _ verdict: Verdict, _ text: String, hint: String? = nil) {
        self.name = name
        self.verdict = verdict
        self.text = text
        self.hint = hint
    }
}

extension [Finding] {
    public var hasFault: Bool { contains { $0.verdict == .fault } }

    /// A table for people.
    public func table(_ paint: Paint) -> String {
        let width = map(\.name.count).max() ?? 0
        var text = ""
        for finding in self {
            let word = finding.verdict.rawValue.padded(to: 8)
            let verdict =
                switch finding.verdict {
                case .well: paint.green(word)
                case .warning: paint.yellow(word)
                case .fault: paint.red(word)
                case .skipped: paint.dim(word)
                }
            text += "\(finding.name.padded(to: width))  \(verdict)  \(visible(finding.text))\n"
            if let hint = finding.hint { text += String(repeating: " ", count: width + 12) + visible(hint) + "\n" }
        }
        return text
    }

    /// An array of objects: `name`, `verdict`, `text`, `hint`?.
    public var json: String {
        var bytes: [UInt8] = []
        JSONWriter.append(to: &bytes) { json in
            json.array { json in
                for finding in self {
                    json.object { json in
                        json.member("name", finding.name)
                        json.member("verdict", finding.verdict.rawValue)
                        json.member("text", finding.text)
                        json.member("hint", ifPresent: finding.hint)
                    }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
