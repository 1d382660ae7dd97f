import JSON
import Time

extension BotReader {
    mutating func readRule(_ node: Node) {
        rule = RuleScope()
        let id = node["id"]?.text ?? ""
        checkID(id, node)
        var read = Rule(id: id, place: place(of: node), triggers: [])
        if let on = node["on"] { readTriggers(on, into: &read) }
        rule.triggers = read.triggers
        rule.fields = Set(read.triggers.flatMap(\.fields))
        rule.hasFrame = read.triggers.contains(where: \.hasFrame)
        if let when = node["when"] { readWhen(when, into: &read) }
        if let limit = node["limit"], let count = limit["count"]?.count, let per = interval(limit["per"]) {
            read.limit = Limit(count: count, per: per)
        }
        read.continues = node["continue"]?.flag ?? false
        read.overlap = node["on_overlap"]?.text.flatMap(Overlap.init) ?? .queue
        read.lasting = node["lasting"]?.flag ?? false
        read.unguarded = node["unguarded"]?.flag ?? false
        read.actions = actions(node["do"])
        read.examples.match = examples(node["examples"]?["match"])
        read.examples.noMatch = examples(node["examples"]?["no_match"])
        checkAnswers(&read, node)
        file.rules.append(read)
        ruleNodes.append(node)
    }

    private mutating func checkID(_ id: String, _ node: Node) {
        guard !id.isEmpty, let member = node.member("id") else { return }
        guard let first = ruleIDs[id] else {
            ruleIDs[id] = member.value.range
            return
        }
        report(
            .duplicateRule, member.value.range, "a rule \(quoted(id)) is there already",
            hint: "what a rule remembers goes by its id, so each needs its own",
            related: [.init(range: first, message: "first here")])
    }

    private mutating func readTriggers(_ node: Node, into read: inout Rule) {
        for element in node.oneOrMany {
            if let name = element.text {
                guard let trigger = Trigger(rawValue: name), Trigger.known(to: file.role).contains(trigger),
                    trigger != .timer
                else {
                    rule.isKnown = false
                    continue
                }
                if read.triggers.contains(trigger) {
                    report(.duplicateKey, element.range, "\(quoted(name)) stands here twice")
                } else {
                    read.triggers.append(trigger)
                }
            } else if let timer = timer(element) {
                read.timers.append(timer)
                if !read.triggers.contains(.timer) { read.triggers.append(.timer) }
            } else {
                rule.isKnown = false
            }
        }
    }

    private mutating func timer(_ node: Node) -> TimerTrigger? {
        if let every = interval(node["every"]) {
            return .every(every, jitter: interval(node["jitter"]) ?? .zero, place: place(of: node))
        }
        guard let text = node["at"]?.text, let schedule = try? CronSchedule(parsing: text) else { return nil }
        return .at(schedule, zone: zoneName(node["zone"]), place: place(of: node))
    }

    private mutating func readWhen(_ node: Node, into read: inout Rule) {
        if let states = node["in"] {
            read.states = states.oneOrMany.compactMap(\.text)
            for state in states.oneOrMany { mention(state, entering: false) }
        }
        read.condition = condition(node, skipping: "in")
    }

    private func examples(_ node: Node?) -> [Examples.Example] {
        (node?.elements ?? []).compactMap { element in
            element.text.map { Examples.Example(text: $0, place: place(of: element)) }
        }
    }

    /// - Parameter entering: a `goto` names it, not an `in`.
    mutating func mention(_ node: Node, entering: Bool) {
        guard let state = node.text else { return }
        if stateNames.insert(state).inserted { file.states.append(state) }
        let mention = StateMention(state: state, range: node.range, rule: file.rules.count)
        if entering { entries.append(mention) } else { stays.append(mention) }
    }

    /// What can be said only when all rules are read.
    mutating func checkRules() {
        for cancel in cancels where ruleIDs[cancel.id] == nil {
            let near = Spelling.nearest(to: cancel.id, in: ruleIDs.keys.sorted())
            report(
                .unknownRule, cancel.range, "there is no rule \(quoted(cancel.id))",
                hint: near.map { "did you mean \(quoted($0))?" })
        }
    }
}
