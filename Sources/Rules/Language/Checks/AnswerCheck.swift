import JSON

// What a rule may answer to a prompt. On an exec_approval every option but `deny` lets the command run, so it needs a
// guard; here it is judged by what the rule says, at run time once more by the id that is really sent.

extension BotReader {
    /// Checks the answers of a rule, and settles the overlap of one that denies.
    mutating func checkAnswers(_ rule: inout Rule, _ node: Node) {
        guard file.role == .device else { return }
        var answers: [(choice: Node, isDeny: Bool)] = []
        for answer in answerNodes(in: node["do"]) {
            if self.rule.isKnown, rule.triggers.contains(where: { $0 != .prompt }) || rule.triggers.isEmpty {
                report(
                    .answerOutsidePrompt, answer.keyRange, "\"answer\" stands only in rules with \"on\": \"prompt\"",
                    hint: "say \"on\": \"prompt\"")
            }
            answers += choices(answer.value).map { ($0, $0.text?.lowercased() == "deny") }
        }
        guard !answers.isEmpty else { return checkMarks(node) }
        let isExec = rule.condition?.allowsKind("exec_approval") ?? true
        if isExec, self.rule.isKnown, rule.triggers.contains(.prompt) {
            for answer in answers where !answer.isDeny { checkApproval(answer.choice, rule) }
            if answers.allSatisfy(\.isDeny), rule.condition?.hasCommand == true { checkDeny(&rule, node) }
        }
    }

    private func answerNodes(in actions: Node?) -> [Member] {
        (actions?.elements ?? []).flatMap { action in
            (action.member("answer").map { [$0] } ?? []) + answerNodes(in: action["ask_ai"]?["on_error"])
        }
    }

    private func choices(_ node: Node) -> [Node] {
        node["first_of"].map { $0.elements.flatMap { choices($0) } } ?? [node]
    }

    private mutating func checkApproval(_ choice: Node, _ rule: Rule) {
        let isGuarded = rule.condition?.isGuarded ?? false
        guard isGuarded || rule.unguarded else {
            report(
                .unguardedAnswer, choice.range, "this could let a command run that nothing has judged",
                hint:
                    "guard it: \"command\": { \"every\": [...] } in \"when\"; or pin another \"kind\"; or say \"unguarded\": true"
            )
            return
        }
        let isOnce = choice.text?.lowercased() == "once" || choice["label"] != nil
        if !isOnce, !rule.lasting {
            let what = choice.text.map(quoted) ?? "this"
            report(
                .lastingAnswer, choice.range, "\(what) allows more than the one command",
                hint: "answer \"once\", or say \"lasting\": true in the rule")
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
            diagnostics.append(
                Diagnostic(
                    .uselessKey, severity: .lint, range: member.keyRange,
                    message: "\(quoted(key)) does nothing in a rule that answers nothing", hint: "take it away"))
        }
    }
}

extension Condition {
    /// The conditions that must hold whatever else does: this one, and those inside of `all`.
    var required: [Condition] {
        if case .all(let conditions) = test { conditions.flatMap(\.required) } else { [self] }
    }

    /// Whether a prompt of this kind can meet the condition, by its `kind` at the top.
    func allowsKind(_ kind: String) -> Bool {
        required.allSatisfy { condition in
            guard case .word(.kind, let words) = condition.test else { return true }
            return words.contains { $0.lowercased() == kind }
        }
    }

    /// Whether each command was judged: `command.every` at the top, or inside of `all` there.
    var isGuarded: Bool {
        required.contains { condition in
            if case .command(let command) = condition.test { command.every?.isEmpty == false } else { false }
        }
    }

    /// Whether a command condition stands anywhere in it.
    var hasCommand: Bool {
        switch test {
        case .command: true
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasCommand)
        case .not(let condition): condition.hasCommand
        default: false
        }
    }
}
