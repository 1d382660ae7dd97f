import JSON

// What is declared and never used, and names that do not mean what they seem to.

extension BotReader {
    mutating func lintUnused() {
        let root = source.tree.root
        for member in root?["lists"]?.members ?? [] where !usedLists.contains(member.key) {
            let first = member.value.elements.first?.text ?? ""
            lint(
                .unusedList, member.keyRange,
                "no rule uses the list \(quoted(member.key)), so \(quoted(first)) matches nothing by it",
                hint: "use it: { \"list\": \(quoted(member.key)) }, or take it away")
        }
        for member in root?["commands"]?.members ?? [] where !usedCommandSets.contains(member.key) {
            let first = file.commands.first { $0.name == member.key }?.patterns.first?.samples.first ?? []
            lint(
                .unusedCommandSet, member.keyRange,
                "no rule uses the set \(quoted(member.key)), so \(quoted(first.joined(separator: " "))) is judged by none",
                hint: "use it in \"command\": { \"every\": [...] }, or take it away")
        }
        if file.hit == .all { lintContinue() }
    }

    private mutating func lintContinue() {
        for (rule, node) in zip(file.rules, ruleNodes) where rule.continues {
            guard let member = node.member("continue") else { continue }
            lint(
                .uselessKey, member.keyRange, "with \"hit\": \"all\" the next rules are tried in any case",
                hint: "take it away")
        }
    }

    /// Plain texts that name, in the braces of other tools, what a template here could look up.
    mutating func lintLikenesses() {
        let variables = Set(file.variables.map(\.name))
        for (name, lookup) in likenesses where name.scope.isKnown {
            guard variables.contains(name.name) || names(known: name.scope).contains(name.name) else { continue }
            lint(
                .singleBraces, name.range, "this is plain text: a template has two braces on each side",
                hint: "write \(lookup)")
        }
    }

    mutating func lintNames() {
        let variables = Set(file.variables.map(\.name))
        for lookup in lookups where variables.contains(lookup.name) && !lookup.scope.groups.contains(lookup.name) {
            guard lookup.scope.fields.contains(where: { $0.rawValue == lookup.name }) else { continue }
            lint(
                .hiddenName, lookup.range,
                "{{\(lookup.name)}} is the event's own field here, and hides the variable of that name",
                hint: "give the variable another name")
        }
        for name in ["now"] {
            for lookup in lookups where lookup.name == name && lookup.scope.groups.contains(name) {
                lint(
                    .hiddenName, lookup.range, "{{\(name)}} is the time, and hides the regex group of that name",
                    hint: "give the group another name")
            }
        }
    }
}
