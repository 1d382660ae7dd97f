import JSON
import Time

extension BotReader {
    /// The conditions of one object; nil if there are none.
    mutating func condition(_ node: Node, skipping skipped: String? = nil) -> Condition? {
        let conditions = node.members.compactMap { member -> Condition? in
            guard member.key != skipped, let test = test(member) else { return nil }
            return Condition(test, place: source.place(of: member.keyRange.lowerBound))
        }
        return conditions.count > 1 ? Condition(.all(conditions), place: place(of: node)) : conditions.first
    }

    private mutating func test(_ member: Member) -> Condition.Test? {
        let node = member.value
        if let field = EventField(rawValue: member.key) {
            checkField(field, member)
            if let text = TextField(rawValue: member.key) { return textMatcher(node).map { .text(text, $0) } }
            if let flag = FlagField(rawValue: member.key) { return node.flag.map { .flag(flag, $0) } }
            if let word = WordField(rawValue: member.key) { return words(node, of: word) }
            if let number = NumberField(rawValue: member.key) { return comparison(node).map { .number(number, $0) } }
            return commandCondition(node).map { .command($0) }
        }
        switch member.key {
        case "all": return .all(conditions(node))
        case "any": return .any(conditions(node))
        case "not":
            rule.negations += 1
            defer { rule.negations -= 1 }
            return condition(node).map { .not($0) }
        case "field": return fields(member)
        case "var": return variables(node)
        case "in":
            let states = node.oneOrMany.compactMap(\.text)
            for state in node.oneOrMany { mention(state, entering: false) }
            return states.isEmpty ? nil : .inState(states)
        case "time": return timeWindow(node).map { .time($0) }
        case "chance": return node.number.map { .chance($0) }
        default: return nil
        }
    }

    private mutating func conditions(_ node: Node) -> [Condition] {
        node.elements.compactMap { condition($0) }
    }

    /// A field that no trigger of the rule has can never hold.
    private mutating func checkField(_ field: EventField, _ member: Member) {
        guard rule.isKnown, !rule.triggers.isEmpty, !rule.fields.contains(field) else { return }
        let events = choice(of: rule.triggers.map { quoted($0.rawValue) })
        let has = EventField.allCases.filter { rule.fields.contains($0) && $0 != .t }.map { quoted($0.rawValue) }
        let owners = Trigger.known(to: file.role).filter { $0.fields.contains(field) && $0 != .frame }
        let owned = owners.isEmpty ? nil : "it is a field of \(choice(of: owners.map { quoted($0.rawValue) }, "and"))"
        report(
            .fieldNotThere, member.keyRange, "an event of \(events) has no \(quoted(member.key))",
            hint: dialogueState(field, member) ?? (has.isEmpty ? owned : listed("its field", has)))
    }

    /// `state` is the agent's; the state of a dialogue is what many look for there.
    private func dialogueState(_ field: EventField, _ member: Member) -> String? {
        guard field == .state else { return nil }
        let own = member.value.text.flatMap { TextForm.id("a state's name").check($0) == nil ? $0 : nil }
        let name = own ?? "ask-name"
        return "the state of a dialogue is \"in\": \(quoted(name)); \"state\" is the agent's, with \"on\": \"avatar\""
    }

    // MARK: Words and numbers

    private mutating func words(_ node: Node, of field: WordField) -> Condition.Test? {
        let nodes = node.oneOrMany.filter { $0.text?.isEmpty == false }
        if field == .kind { checkKinds(nodes) }
        if field == .of { for node in nodes { node.text.map { cancels.append(($0, node.range)) } } }
        let words = nodes.compactMap(\.text)
        return words.isEmpty ? nil : .word(field, words)
    }

    private mutating func checkKinds(_ nodes: [Node]) {
        guard rule.isKnown, !rule.triggers.contains(.frame) else { return }
        var known: [String] = []
        if rule.triggers.contains(where: { $0 == .prompt || $0 == .answer }) { known += BotLanguage.promptKinds }
        if rule.triggers.contains(.media) { known += BotLanguage.mediaKinds }
        guard !known.isEmpty else { return }
        for node in nodes {
            guard let kind = node.text, !known.contains(kind.lowercased()) else { continue }
            report(
                .unknownWord, node.range, "\"kind\" is never \(quoted(kind)) here",
                hint: Spelling.nearest(to: kind, in: known).map { "did you mean \(quoted($0))?" }
                    ?? "it is one of " + choice(of: known.map(quoted)))
        }
    }

    /// A number, a size, or an object of comparisons.
    private mutating func comparison(_ node: Node) -> NumberComparison? {
        var comparison = NumberComparison()
        if let number = number(node) {
            comparison.equals = number
            return comparison
        }
        guard !node.members.isEmpty else { return nil }
        comparison.equals = number(node["equals"])
        comparison.atLeast = number(node["at_least"])
        comparison.atMost = number(node["at_most"])
        comparison.moreThan = number(node["more_than"])
        comparison.lessThan = number(node["less_than"])
        if !comparison.canHold {
            report(.outOfRange, node.range, "no number is all of this at once")
        }
        return comparison
    }

    private func number(_ node: Node?) -> Double? {
        node?.number ?? size(node).map { Double($0) }
    }

    // MARK: Frames and variables

    private mutating func fields(_ member: Member) -> Condition.Test? {
        if rule.isKnown, !rule.triggers.isEmpty, !rule.hasFrame {
            report(
                .fieldNotThere, member.keyRange,
                "\"field\" looks into a frame, and \(choice(of: rule.triggers.map { quoted($0.rawValue) })) comes without one"
            )
        }
        let tests = member.value.members.compactMap { member -> Condition? in
            let path = member.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            if path.contains("") {
                report(
                    .badName, member.keyRange, "\(quoted(member.key)) is not a path of keys",
                    hint: "keys with points between, such as \"device.name\"")
                return nil
            }
            guard let matcher = valueMatcher(member.value) else { return nil }
            return Condition(.field(path, matcher), place: source.place(of: member.keyRange.lowerBound))
        }
        return together(tests)
    }

    private mutating func variables(_ node: Node) -> Condition.Test? {
        let tests = node.members.compactMap { member -> Condition? in
            if !file.variables.contains(where: { $0.name == member.key }) {
                let near = Spelling.nearest(to: member.key, in: file.variables.map(\.name))
                report(
                    .unknownName, member.keyRange, "there is no variable \(quoted(member.key))",
                    hint: near.map { "did you mean \(quoted($0))?" } ?? "declare it in \"vars\"")
            }
            let matcher = valueMatcher(member.value)
            variableReads.append(VariableRead(name: member.key, range: member.keyRange, matcher: matcher))
            guard let matcher else { return nil }
            return Condition(.variable(member.key, matcher), place: source.place(of: member.keyRange.lowerBound))
        }
        return together(tests)
    }

    private func together(_ tests: [Condition]) -> Condition.Test? {
        tests.count > 1 ? .all(tests) : tests.first?.test
    }

    mutating func valueMatcher(_ node: Node) -> ValueMatcher? {
        if let flag = node.flag { return .flag(flag) }
        if node.number != nil { return comparison(node).map { .number($0) } }
        let comparisons = node.members.filter { isComparison($0) }
        guard let first = comparisons.first else { return textMatcher(node).map { .text($0) } }
        for member in node.members where !isComparison(member) {
            report(
                .keysTogether, member.keyRange, "\(quoted(member.key)) compares texts, \(quoted(first.key)) numbers",
                hint: "use two conditions in \"all\"",
                related: [.init(range: first.keyRange, message: "\(quoted(first.key)) stands here")])
        }
        return comparison(node).map { .number($0) }
    }

    private func isComparison(_ member: Member) -> Bool {
        ["at_least", "at_most", "more_than", "less_than"].contains(member.key)
            || (member.key == "equals" && member.value.number != nil)
    }

    // MARK: Time and commands

    private mutating func timeWindow(_ node: Node) -> TimeWindow? {
        guard !node.members.isEmpty else { return nil }
        let from = node["from"]?.text.flatMap { BotLanguage.minutes(ofClock: $0) }
        let to = node["to"]?.text.flatMap { BotLanguage.minutes(ofClock: $0) }
        if let from, from == to || (from == 1440) {
            report(.badTime, (node["to"] ?? node).range, "this window has no minute in it")
        }
        if to == 0, node["from"] == nil {
            report(.badTime, (node["to"] ?? node).range, "this window has no minute in it")
        }
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let days = (node["days"]?.elements ?? []).compactMap { $0.text.flatMap { names.firstIndex(of: $0) } }
        return TimeWindow(from: from, to: to, days: Set(days), zone: zoneName(node["zone"]))
    }

    private mutating func commandCondition(_ node: Node) -> CommandCondition? {
        guard !node.members.isEmpty else { return nil }
        var condition = CommandCondition(unclear: node["unclear"]?.flag)
        condition.every = node["every"].map { commandSets($0) }
        condition.some = node["some"].map { commandSets($0) }
        if condition.every != nil, condition.unclear == true, let member = node.member("unclear") {
            report(
                .keysTogether, member.keyRange, "\"every\" holds for clear lines alone, so both never hold",
                hint: "take \"unclear\" away")
        }
        return condition
    }

    private mutating func commandSets(_ node: Node) -> [String] {
        node.elements.compactMap { element in
            guard let name = element.text, !name.isEmpty else { return nil }
            usedCommandSets.insert(name)
            if !file.commands.contains(where: { $0.name == name }) {
                let names = file.commands.map(\.name)
                report(
                    .unknownCommandSet, element.range, "there is no set of commands \(quoted(name))",
                    hint: Spelling.nearest(to: name, in: names).map { "did you mean \(quoted($0))?" }
                        ?? (names.isEmpty
                            ? "declare it in \"commands\"" : listed("the set", names.map(quoted))))
            }
            return name
        }
    }
}

extension NumberComparison {
    /// Whether there is a number for which all hold.
    var canHold: Bool {
        let least = max(atLeast ?? -.infinity, moreThan ?? -.infinity)
        let most = min(atMost ?? .infinity, lessThan ?? .infinity)
        if let equals {
            return equals >= (atLeast ?? equals) && equals <= (atMost ?? equals) && equals > (moreThan ?? -.infinity)
                && equals < (lessThan ?? .infinity)
        }
        return least < most || (least == most && moreThan != least && lessThan != most)
    }
}
