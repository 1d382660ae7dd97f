import Time

// The rule of examples: an example is a text, and a rule may ask for more than a text. What the text says is judged; what it
// cannot say (the kind of a prompt, the time of day, a field of the frame) is open: it holds or not as is needed. So `match`
// is an example that could fire the rule, `no_match` one that never could.

extension Program {
    /// Whether the rule alone could fire for this text, in its first state, with the variables as they start. In a rule
    /// with a `command` condition the text is a command line.
    public func wouldFire(rule: Int, text: String) -> Bool {
        failure(ofExample: text, rule: rule) == nil
    }

    /// The condition for which the rule cannot fire for this text; nil if it could.
    public func failure(ofExample text: String, rule: Int) -> Failure? {
        guard file.rules.indices.contains(rule), let condition = file.rules[rule].condition,
            let compiled = rules[rule].condition
        else { return nil }
        let example = Example(text, of: file.rules[rule])
        reading.begin()
        let circumstances = Circumstances(
            memory: example.memory(self, rule: rules[rule]), now: .init(instant: .zero, wall: .init(milliseconds: 0)),
            zones: ZoneTable())
        if possible(compiled, example, circumstances).holds { return nil }
        return firstFailure(condition, compiled, example.occurrence, circumstances) {
            possible($0, example, circumstances).holds
        }
    }

    /// Whether a condition could hold, and whether it could fail.
    private func possible(
        _ condition: CompiledCondition, _ example: borrowing Example, _ circumstances: borrowing Circumstances
    ) -> (holds: Bool, fails: Bool) {
        switch condition {
        case .all(let conditions):
            var result = (holds: true, fails: false)
            for condition in conditions {
                let one = possible(condition, example, circumstances)
                result = (result.holds && one.holds, result.fails || one.fails)
            }
            return result
        case .any(let conditions):
            var result = (holds: false, fails: true)
            for condition in conditions {
                let one = possible(condition, example, circumstances)
                result = (result.holds || one.holds, result.fails && one.fails)
            }
            return result
        case .not(let condition):
            let one = possible(condition, example, circumstances)
            return (one.fails, one.holds)
        case .text(let field, _) where field != example.field: return (true, true)
        case .word, .flag, .number, .field, .time, .chance: return (true, true)
        case .command where !example.isCommand: return (true, true)
        case .text, .variable, .inState, .command, .never:
            let holds = holds(condition, example.occurrence, circumstances)
            return (holds, !holds)
        }
    }
}

/// A text as an event of the rule that it is an example of.
private struct Example {
    var occurrence: Occurrence
    /// The field that the text stands in; nil if it is a command.
    var field: TextField?
    var isCommand: Bool

    init(_ text: String, of rule: Rule) {
        occurrence = Occurrence(rule.triggers.first ?? .message)
        isCommand = rule.condition?.looksAtCommand ?? false
        if isCommand {
            occurrence.trigger = .prompt
            occurrence.kind = "exec_approval"
            occurrence.command = text.isEmpty ? .malformed : .text(text)
            return
        }
        let fields = rule.condition?.textFields ?? []
        let field = fields.contains(.text) ? .text : fields.first ?? .text
        occurrence.set(field, text)
        self.field = field
    }

    /// The memory of a new bot in the rule's first state.
    func memory(_ program: Program, rule: CompiledRule) -> Memory {
        var memory = Memory()
        if let state = rule.states.first { memory.enter(state) }
        return memory
    }
}

extension Condition {
    /// The fields that its text matchers look at, in the order in which they stand.
    var textFields: [TextField] {
        switch test {
        case .all(let conditions), .any(let conditions): conditions.flatMap(\.textFields)
        case .not(let condition): condition.textFields
        case .text(let field, _): [field]
        default: []
        }
    }
}

extension Occurrence {
    mutating func set(_ field: TextField, _ text: String) {
        switch field {
        case .text: self.text = text
        case .caption: caption = text
        case .filename: filename = text
        case .mime: mime = text
        case .label: label = text
        case .code: code = text
        case .state: state = text
        case .url: url = text
        case .reason: reason = text
        case .error: error = text
        }
    }
}
