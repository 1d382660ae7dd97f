// Dialogue states: each should be entered, be of use, and be left again.

extension BotReader {
    mutating func lintStates() {
        for state in file.states {
            let entries = entries.filter { $0.state == state }
            let stays = stays.filter { $0.state == state }
            if entries.isEmpty {
                lintUnentered(state, stays)
            } else if stays.isEmpty {
                lintUnused(state, entries)
            } else if let entry = entries.first(where: { isOpenEnded($0) }), !isLeft(state) {
                lint(
                    .stateNeverLeft, entry.range,
                    "nothing leads out of the state \(quoted(state)): \(proof(of: entry.rule)) and stays for good",
                    hint: "add \"for\": \"5m\" here, or a rule with \"goto\": null")
            }
        }
    }

    private mutating func lintUnentered(_ state: String, _ stays: [StateMention]) {
        let near = Spelling.nearest(to: state, in: entries.map(\.state))
        for stay in stays {
            let rule = file.rules[stay.rule]
            let text = rule.examples.match.first.map { ", not even for \(quoted($0.text))" } ?? ""
            lint(
                .stateNeverEntered, stay.range,
                "nothing enters the state \(quoted(state)), so the rule \(quoted(rule.id)) never fires in it\(text)",
                hint: near.map { "did you mean \(quoted($0))?" } ?? "enter it with \"goto\": \(quoted(state))")
        }
    }

    private mutating func lintUnused(_ state: String, _ entries: [StateMention]) {
        let near = Spelling.nearest(to: state, in: stays.map(\.state))
        // One slip, told once: at the `in` that nothing enters.
        if let near, !self.entries.contains(where: { $0.state == near }) { return }
        for entry in entries {
            lint(
                .stateWithoutRules, entry.range,
                "no rule has \"in\": \(quoted(state)): \(proof(of: entry.rule)), and it changes nothing",
                hint: near.map { "did you mean \(quoted($0))?" } ?? "add a rule for it")
        }
    }

    /// What brings a bot into the state, in words.
    private func proof(of rule: Int) -> String {
        let rule = file.rules[rule]
        let text = rule.examples.match.first?.text ?? rule.condition?.literals?.texts.first
        return "\(text.map(quoted) ?? "the rule \(quoted(rule.id))") enters it"
    }

    /// Entered by a `goto` without `for`.
    private func isOpenEnded(_ entry: StateMention) -> Bool {
        file.rules[entry.rule].gotos.contains { $0.state == entry.state && !$0.ends }
    }

    /// Whether a rule that can fire in the state leads out of it.
    private func isLeft(_ state: String) -> Bool {
        let own = file.rules.filter { $0.states.contains(state) }
        let catchers = file.hit == .first ? own.filter { $0.condition == nil && !$0.continues && $0.limit == nil } : []
        let caught = Set(catchers.flatMap(\.triggers))
        return file.rules.contains { rule in
            guard rule.gotos.contains(where: { $0.state != state }) else { return false }
            if rule.states.isEmpty { return !rule.triggers.allSatisfy { caught.contains($0) && $0 != .timer } }
            return rule.states.contains(state)
        }
    }
}

extension Rule {
    /// Where its actions lead; those of an AI's `on_error` too.
    var gotos: [(state: String?, ends: Bool)] { Self.gotos(in: actions) }

    private static func gotos(in actions: [Action]) -> [(state: String?, ends: Bool)] {
        actions.flatMap { action -> [(state: String?, ends: Bool)] in
            switch action.step {
            case .goto(let state, let time): [(state, time != nil)]
            case .askAI(let ask): gotos(in: ask.onError)
            default: []
            }
        }
    }
}
