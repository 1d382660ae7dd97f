import JSON
import Rules
import Time

/// Prints what a replay found: each decision that differs, with what came before it, and a line for the whole.
public struct ReplayText: Sendable {
    public var colour: Bool

    public init(colour: Bool = false) { self.colour = colour }

    public func text(of result: ReplayResult) -> String {
        var text = ""
        var shown: String?
        for decision in result.decisions where decision.difference != .same {
            if let after = decision.after, after != shown {
                text += "\(decision.time.iso8601) ← \(cut(after))\n"
                shown = after
            }
            text += lines(of: decision)
        }
        if let fault = result.fault { text += "the replay stopped: \(visible(fault))\n" }
        for line in result.cutOff { text += "line \(line) ends in its middle, and was left out\n" }
        if result.missingLines > 0 { text += "\(result.missingLines) lines are missing in the recording\n" }
        if result.isRedacted { text += "the recording has no texts, so rules that look at them act differently\n" }
        let differing = [Decision.Difference.changed, .added, .missing].map { ($0, result.count($0)) }
            .filter { $0.1 > 0 }.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
        let count = result.decisions.count - result.count(.added)
        if result.decisions.isEmpty { return text + "no decision was recorded there, and none would be taken\n" }
        return text + "\(count) recorded decision\(count == 1 ? "" : "s"): "
            + (differing.isEmpty ? "no difference" : differing) + "\n"
    }

    private func lines(of decision: Decision) -> String {
        let then = decision.then.map { cut($0) } ?? ""
        let now = decision.now.map { cut($0) } ?? ""
        switch decision.difference {
        case .same: return ""
        case .missing: return paint("  - \(then)", "31") + "  (line \(decision.line): it would not be sent)\n"
        case .added: return paint("  + \(now)", "32") + "  (it was not sent then)\n"
        case .changed:
            return paint("  - \(then)", "31") + "  (line \(decision.line))\n" + paint("  + \(now)", "32") + "\n"
        }
    }

    private func cut(_ text: String) -> String {
        let shown = visible(text)
        return shown.count > 400 ? shown.prefix(399) + "…" : shown
    }

    private func paint(_ text: String, _ code: String) -> String { colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension ReplayResult {
    /// One JSON object: the counts, and each decision that differs.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { json in
            for difference in Decision.Difference.allCases { json.member(difference.rawValue, count(difference)) }
            json.key("cut_off")
            json.array { json in for line in cutOff { json.int(line) } }
            json.member("missing_lines", missingLines)
            json.member("redacted", isRedacted)
            json.member("fault", ifPresent: fault)
            json.key("differences")
            json.array { json in
                for decision in decisions where decision.difference != .same {
                    json.object { json in
                        json.member("difference", decision.difference.rawValue)
                        json.member("at", decision.time.iso8601)
                        json.member("line", decision.line)
                        json.member("after", ifPresent: decision.after)
                        json.member("then", ifPresent: decision.then)
                        json.member("now", ifPresent: decision.now)
                    }
                }
            }
        }
        return writer.bytes
    }
}
