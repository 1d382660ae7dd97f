import Bot
import JSON
import Rules

/// A record of the audit log, read back.
struct AuditDecision {
    private let tree: LocatedTree

    /// Nil: no JSON object, though the chain around it is well.
    init?(_ json: [UInt8]) {
        tree = LocatedTree.parse(json)
        guard let root = tree.root, case .object = root.kind else { return nil }
    }

    private subscript(key: String) -> String? { tree.root?[key]?.text }

    var bot: String { self["bot"] ?? "" }
    private var stage: AuditRecord.Stage? { self["stage"].flatMap(AuditRecord.Stage.init) }

    /// Approvals pause from here on.
    var pauses: Bool { stage == .mismatched && self["kind"] != "clarify" }
    var resumes: Bool { stage == .resumed }

    /// One line for people, without its place in the log: when, what was decided by which rule, about what, and why.
    func text(_ paint: (AuditRecord.Stage?, String) -> String) -> String {
        let word = self["stage"] ?? "?"
        let time = self["time"] ?? "?"
        var line = time + spaces(24 - time.count) + "  \(paint(stage, word + spaces(10 - word.count)))  "
        let option = self["option"] ?? (stage == .decided || stage == .resent ? "a text" : "-")
        line += visible(option) + spaces(8 - option.count)
        if stage == .resumed { return line + "  by user \(self["uid"] ?? "?"): \(visible(self["reason"] ?? ""))" }
        line += "  \(visible(self["prompt"] ?? "?")) \(visible(self["kind"] ?? "?"))"
        if let rule = self["rule"] {
            line += " by \(visible(rule))"
            if let file = self["file"], let place = self["place"] { line += " (\(visible(file)):\(place))" }
        } else if tree.root?["by_hand"]?.flag == true {
            line += " by hand"
        }
        line += ": \(quoted(self["command"] ?? self["text"] ?? ""))"
        if let parse = self["parse"], parse.hasPrefix("unclear") { line += ", \(visible(cut(parse)))" }
        if let text = self["answer_text"] {
            line += ", with the text \(quoted(text))"
        }
        if stage == .mismatched || stage == .applied, let applied = self["applied"], applied != self["option"] {
            line += ", applied was \(visible(applied))"
        }
        if let reason = self["reason"] { line += ", \(visible(reason))" }
        return line
    }

    private func quoted(_ text: String) -> String { visible(JSONWriter.text { $0.string(cut(text)) }) }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    private func cut(_ text: String) -> String { text.count > 200 ? text.prefix(199) + "…" : text }
}
