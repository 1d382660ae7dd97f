import JSON

// What a rule may answer to a prompt. On an exec_approval every option but `deny` lets the command run, so it needs a
// guard; here it is judged by what the rule says, at run time once more by the id that is really sent.

extension BotReader {
    /// Checks the answers of a rule, and settles the overlap of one that denies.
    mutating func checkAnswers(_ rule: inout Rule, _ node: Node) {
        guard file.role == .device else { return }
        let answers = answerNodes(in: node["do"])
        if answers.isEmpty { return checkMarks(node) }
        guard self.rule.isKnown, !rule.triggers.isEmpty else { return }
        for answer in answers where rule.triggers.contains(where: { $0 != .prompt }) {
            report(
                .answerOutsidePrompt, answer.keyRange, "\"answer\" stands only in rules with \"on\": \"prompt\"",
                hint: "say \"on\": \"prompt\"")
        }
        guard rule.concernsApprovals else { return }
        for answer in answers { checkApproval(answer.value, rule) }
        if rule.deniesByCommand { checkDeny(&rule, node) }
        if rule.unguarded, rule.condition?.guardingSets != nil, let member = node.member("unguarded") {
            lint(
                .uselessKey, member.keyRange,
                "the rule is guarded by \"command.every\", and \"unguarded\" switches off the check of its patterns",
                hint: "take it away")
        }
    }

    private func answerNodes(in actions: Node?) -> [Member] {
        (actions?.elements ?? []).flatMap { action in
            (action.member("answer").map { [$0] } ?? []) + answerNodes(in: action["ask_ai"]?["on_error"])
        }
    }

    /// What can be seen of an answer here; with a label it depends on the prompt, and is judged when it is sent.
    private mutating func checkApproval(_ node: Node, _ rule: Rule) {
        if let choices = node["first_of"]?.elements {
            for choice in choices { checkApproval(choice, rule) }
            return
        }
        let id = node.text ?? (node["label"] != nil ? "once" : node["other"] != nil ? "other" : nil)
        switch rule.refusal(toSend: id, styled: nil, chosenBy: .id(id ?? "")) {
        case .unguarded:
            report(
                .unguardedAnswer, node.range, "this could let a command run that nothing has judged",
                hint:
                    "guard it: \"command\": { \"every\": [...] } in \"when\"; or pin another \"kind\"; or say \"unguarded\": true"
            )
        case .lasting:
            report(
                .lastingAnswer, node.range, "\(node.text.map(quoted) ?? "this") allows more than the one command",
                hint: "answer \"once\", or say \"lasting\": true in the rule")
        case .danger, nil: break
        }
    }

    /// A deny must not fail to deny: no limit, no chance, no waiting behind itself.
    private mutating func checkDeny(_ rule: inout Rule, _ node: Node) {
        let why = "the rule denies by command, and this could keep it from denying"
        if let limit = node.member("limit") { report(.weakDeny, limit.keyRange, why, hint: "take \"limit\" away") }
        for chance in chanceKeys(in: node["when"]) { report(.weakDeny, chance, why, hint: "take \"chance\" away") }
        if let overlap = node["on_overlap"], let name = overlap.text, name == "skip" || name == "queue" {
            report(.weakDeny, overlap.range, why, hint: "\"parallel\" is what such a rule does by itself")
        }
        if node["on_overlap"] == nil { rule.overlap = .parallel }
    }

    private func chanceKeys(in node: Node?) -> [Range<Int>] {
        guard let node else { return [] }
        return node.members.flatMap { member -> [Range<Int>] in
            switch member.key {
            case "chance": [member.keyRange]
            case "all", "any": member.value.elements.flatMap { chanceKeys(in: $0) }
            case "not": chanceKeys(in: member.value)
            default: []
            }
        }
    }

    /// `lasting` and `unguarded` in a rule that answers nothing.
    private mutating func checkMarks(_ node: Node) {
        for key in ["lasting", "unguarded"] where node[key]?.flag == true {
            guard let member = node.member(key) else { continue }
            lint(
                .uselessKey, member.keyRange, "\(quoted(key)) does nothing in a rule that answers nothing",
                hint: "take it away")
        }
    }
}
