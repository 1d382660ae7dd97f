import Time

// A specimen is one event that can really happen, made from a rule and a text, so that what the program makes of it is a
// proof and no guess. What the text does not say is taken as the rule's own conditions at the top pin it.

/// Events for rules.
enum Specimen {
    /// The event of a rule's trigger whose text is this one; a command line, in rules with a `command` condition.
    static func event(of rule: Rule, trigger: Trigger, text: String) -> Occurrence {
        var event = Occurrence(trigger)
        event.t = trigger.rawValue
        event.id = "specimen"
        let pins = rule.condition?.required ?? []
        for case .word(let field, let words) in pins.map(\.test) { event.set(field, words.first ?? "") }
        for case .flag(let field, let flag) in pins.map(\.test) { event.set(field, flag) }
        if trigger == .message { event.final = true }
        if trigger == .prompt || trigger == .answer { event.kind = event.kind ?? "clarify" }
        if trigger == .media { event.kind = event.kind ?? "image" }
        if rule.condition?.looksAtCommand == true {
            event.kind = "exec_approval"
            event.command = text.isEmpty ? .malformed : .text(text)
            event.text = "The agent wants to run a command."
        } else {
            let field = rule.condition?.textFields.first ?? trigger.textFields.first ?? .text
            if field == .label, trigger == .prompt {
                event.options.append(.init(id: "c0", label: text))
            } else {
                event.set(field, text)
            }
        }
        return event
    }

    /// What the program makes of the event, with everything as it starts, in the rule's first state.
    static func match(_ event: Occurrence, of rule: Rule, in program: Program) -> Match {
        match(event, in: rule.states.first, of: program)
    }

    /// What the program makes of the event in a dialogue state, with all else as it starts.
    static func match(_ event: Occurrence, in state: String?, of program: Program) -> Match {
        var memory = Memory()
        let now = Now(instant: .zero, wall: WallTime(milliseconds: 0))
        if let state { program.enter(state, now: now, in: &memory) }
        var random = Always()
        var trace: Trace?
        return program.match(event, memory: &memory, now: now, zones: ZoneTable(), random: &random, trace: &trace)
    }

    /// The rules that match at once with `hit: unique`, for one of the rule's triggers.
    static func conflicts(of index: Int, text: String, in program: Program) -> [Int] {
        let rule = program.file.rules[index]
        for trigger in rule.triggers where trigger != .timer {
            let event = event(of: rule, trigger: trigger, text: text)
            let conflict = match(event, of: rule, in: program).conflict
            if conflict.contains(index) { return conflict }
        }
        return []
    }

    private struct Always: RandomNumberGenerator {
        func next() -> UInt64 { 0 }
    }
}

extension Condition {
    /// The conditions that must hold whatever else does: this one, and those inside of `all`.
    var required: [Condition] {
        if case .all(let conditions) = test { conditions.flatMap(\.required) } else { [self] }
    }
}

extension Trigger {
    /// The texts that its events can have, the main one first.
    var textFields: [TextField] {
        let all = fields.compactMap { TextField(rawValue: $0.rawValue) }
        return all.filter { $0 == .text } + all.filter { $0 != .text }
    }
}

extension Occurrence {
    fileprivate mutating func set(_ field: WordField, _ word: String) {
        switch field {
        case .t: t = word
        case .kind: kind = word
        case .option:
            if trigger == .prompt { options.append(Option(id: word, label: word)) } else { option = word }
        case .style: options.append(Option(id: "c9", label: "", style: word))
        case .of: of = word
        }
    }

    fileprivate mutating func set(_ field: FlagField, _ flag: Bool) {
        switch field {
        case .again: again = flag
        case .final: final = flag
        case .fatal: fatal = flag
        case .expired: expired = flag
        case .clean: clean = flag
        case .ok: ok = flag
        }
    }
}
