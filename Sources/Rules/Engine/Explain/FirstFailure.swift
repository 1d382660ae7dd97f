// Why a condition does not hold: the first part of it that does not, in the order in which the rule file says it.

extension Program {
    /// The first failure in a condition that does not hold.
    ///
    /// - Parameter isOpen: of conditions that cannot be judged: they count as held.
    func firstFailure(
        _ condition: Condition, _ compiled: CompiledCondition, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances, isOpen: (CompiledCondition) -> Bool = { _ in false }
    ) -> Failure {
        switch (condition.test, compiled) {
        case (.all(let conditions), .all(let parts)):
            for (index, (condition, part)) in zip(conditions, parts).enumerated() {
                if isOpen(part) || holds(part, occurrence, circumstances) { continue }
                var failure = firstFailure(condition, part, occurrence, circumstances, isOpen: isOpen)
                for part in parts[(index + 1)...] where !isOpen(part) && !holds(part, occurrence, circumstances) {
                    failure.others += 1
                }
                return failure
            }
            return Failure(place: condition.place, condition: "all", wanted: "all of these", saw: nil)
        case (.any(let conditions), .any(let parts)):
            var failures: [Failure] = []
            for (condition, part) in zip(conditions, parts) where !isOpen(part) {
                failures.append(firstFailure(condition, part, occurrence, circumstances, isOpen: isOpen))
            }
            return Self.anyFailure(failures, at: condition.place)
        case (.not(let inner), _):
            return Failure(
                place: condition.place, condition: "not", wanted: "\(inner.summary) not to hold", saw: "it holds")
        case (.text(let field, let matcher), .text(_, let part)):
            guard let text = occurrence.text(of: field) else {
                if field == .label, let option = occurrence.options.first {
                    reading.spare.read(option.label)
                    return part.failure(reading.spare, matcher, named: field.rawValue)
                }
                return Failure.absent(field.rawValue, wanted: matcher.summary, at: condition.place)
            }
            reading.spare.read(text)
            return part.failure(reading.spare, matcher, named: field.rawValue)
        case (.word(let field, let words), _):
            let saw = occurrence.words(of: field)
            guard !saw.isEmpty else {
                return .absent(field.rawValue, wanted: Wording.list(words), at: condition.place)
            }
            return Failure(
                place: condition.place, condition: field.rawValue, wanted: Wording.list(words), saw: Wording.list(saw))
        case (.flag(let field, let flag), _):
            return Failure(
                place: condition.place, condition: field.rawValue, wanted: "\(flag)",
                saw: occurrence.flag(field).map { "\($0)" })
        case (.number(let field, let comparison), _):
            return Failure(
                place: condition.place, condition: field.rawValue, wanted: comparison.summary,
                saw: occurrence.number(field).map(String.init))
        case (.field(let path, let value), .field(let number, let part)):
            let name = "field.\(path.joined(separator: "."))"
            return fieldFailure(reading.field(number, of: occurrence), value, part, name, condition.place)
        case (.variable(let name, let value), .variable(let index, let part)):
            let saw = circumstances.memory.changedValue(index) ?? file.variables[index].start
            return valueFailure(saw, value, part, "var.\(name)", condition.place)
        case (.inState(let states), _):
            return Failure(
                place: condition.place, condition: "in", wanted: Wording.list(states),
                saw: state(of: circumstances.memory, now: circumstances.now).map { Wording.quoted($0) } ?? "no state")
        case (.time(let window), _): return window.failure(circumstances, at: condition.place)
        case (.chance(let chance), .chance(_, let number)):
            return Failure(
                place: condition.place, condition: "chance", wanted: "a number below \(Wording.number(chance))",
                saw: Wording.number((Self.draw(reading.seed, number) * 1000).rounded() / 1000))
        case (.command(let command), _): return commandFailure(command, occurrence, condition.place)
        default:
            return Failure(
                place: condition.place, condition: condition.summary, wanted: "a name that the file declares", saw: nil)
        }
    }

    /// None of several: what each wanted, and the first change that would help.
    private static func anyFailure(_ failures: [Failure], at place: Place) -> Failure {
        guard failures.count != 1 else {
            var only = failures[0]
            only.condition = "any.\(only.condition)"
            return only
        }
        let shown = failures.prefix(3).map { "\($0.condition) \($0.wanted)" }
        let more = failures.count > 3 ? ["\(failures.count - 3) more"] : []
        let seen = Set(failures.compactMap(\.saw))
        return Failure(
            place: place, condition: "any", wanted: (shown + more).joined(separator: ", or "),
            saw: seen.count == 1 ? seen.first : failures.isEmpty ? nil : "none of them",
            change: failures.lazy.compactMap(\.change).first)
    }

    private func fieldFailure(
        _ field: FrameField, _ value: ValueMatcher, _ part: CompiledValue, _ name: String, _ place: Place
    ) -> Failure {
        switch field {
        case .absent: return .absent(name, wanted: value.summary, at: place)
        case .text(let text): return valueFailure(.text(text), value, part, name, place, readsNumbers: false)
        case .number(let number, let text):
            if case .text = value { return valueFailure(.text(text), value, part, name, place) }
            return valueFailure(.number(number), value, part, name, place)
        case .flag(let flag): return valueFailure(.flag(flag), value, part, name, place)
        case .other(let kind):
            return Failure(place: place, condition: name, wanted: value.summary, saw: "\(kind)")
        }
    }

    private func valueFailure(
        _ saw: Value, _ value: ValueMatcher, _ part: CompiledValue, _ name: String, _ place: Place,
        readsNumbers: Bool = true
    ) -> Failure {
        if case .text(let matcher) = value, case .text(let compiled) = part {
            reading.spare.read(saw.text)
            if !compiled.holds(reading.spare) { return compiled.failure(reading.spare, matcher, named: name) }
        }
        return Failure(place: place, condition: name, wanted: value.summary, saw: saw.shown)
    }

    private func commandFailure(
        _ condition: CommandCondition, _ occurrence: borrowing Occurrence, _ place: Place
    ) -> Failure {
        guard let command = reading.command(of: occurrence) else {
            return .absent("command", wanted: "an exec_approval", at: place)
        }
        guard let failure = condition.failure(on: command, sets: file.commands) else {
            return Failure(place: place, condition: "command", wanted: "a command", saw: nil)
        }
        return Failure(
            place: place, condition: "command.\(failure.key.rawValue)", wanted: failure.wanted, saw: failure.saw,
            change: failure.change)
    }
}

extension Failure {
    static func absent(_ condition: String, wanted: String, at place: Place) -> Failure {
        Failure(place: place, condition: condition, wanted: wanted, saw: nil)
    }
}

extension Occurrence {
    /// All words that a condition on the field would look at.
    fileprivate func words(of field: WordField) -> [String] {
        var words: [String] = []
        _ = self.words(of: field) {
            words.append($0)
            return false
        }
        return words
    }
}
