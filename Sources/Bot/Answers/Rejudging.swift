import Rules
import Time

// The program is judged again at the moment of sending: the command against the rule's sets always, and the whole of the
// rules if they have changed since the prompt was shown.

extension Bot {
    /// Why the rule would not let this prompt's command run as the rules are now; nil: it would.
    func objection(ofRule id: String, to prompt: OpenPrompt, now: Now) -> String? {
        guard let index = blueprint.rule(named: id) else { return "rule \"\(id)\" is gone" }
        let rule = blueprint.rules[index]
        let holds = blueprint.guardHolds(of: rule, on: prompt.card)
        guard holds, !prompt.isOfOldRules || fires(index, on: prompt.card, now: now) else {
            return "rule \"\(id)\" approves it no longer"
        }
        return nil
    }

    /// Whether the rule fires for the prompt, limits aside; a rule that denies may take its place.
    private func fires(_ index: Int, on card: OpenPrompt.Card, now: Now) -> Bool {
        let program = blueprint.program
        // A memory without limits and counts, but with the variables and the state.
        var probe = Memory()
        for variable in blueprint.file.variables {
            guard let value = program.value(of: variable.name, in: memory) else { continue }
            program.set(variable.name, to: value, in: &probe)
        }
        program.enter(program.state(of: memory, now: now), now: now, in: &probe)
        var chance = random
        var trace: Trace?
        let match = program.match(
            card.occurrence, memory: &probe, now: now, zones: blueprint.zones, random: &chance, trace: &trace)
        return match.firings.contains { $0.rule == index }
    }
}

extension Blueprint {
    /// Whether what guards the rule on approvals holds for this prompt.
    fileprivate func guardHolds(of rule: Rule, on card: OpenPrompt.Card) -> Bool {
        guard rule.concernsApprovals else { return false }
        guard let sets = rule.condition?.guardingSets else { return rule.unguarded }
        let command = PromptCommand(field: card.command, text: card.text)
        return CommandCondition(every: sets).holds(on: command, sets: file.commands)
    }
}
