import Rules
import Time

// What outlives the process, as it changes. One key a thing, so that an event writes little:
//
//     memory            variables, dialogue state, limits, counts
//     outbox/NUMBER     a parcel that is not known to be delivered
//     acting/NUMBER     a rule that waits
//     handled/SLOT      an id that was handled
//     prompt/HASH       an open prompt, and how it was answered
//     approvals         the pause, and the approvals of the last minute
//     timer/RULE/INDEX  when a timer is due
//     tokens            what was asked of models today
//     card/HASH         role gateway: a prompt that lies open
//
// Times are those of the wall clock.

extension Bot {
    private func key(_ folder: String, _ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return folder + "/" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func persist(_ key: String, into effects: inout Effects, _ pack: (inout Packer) -> Void) {
        guard blueprint.keeps else { return }
        var packer = Packer()
        packer.put(Keeping.version)
        pack(&packer)
        effects.append(.persist(key: key, value: packer.bytes))
    }

    private func erase(_ key: @autoclosure () -> String, into effects: inout Effects) {
        guard blueprint.keeps else { return }
        effects.append(.persist(key: key(), value: nil))
    }

    // MARK: Memory

    mutating func keepMemory(now: Now, into effects: inout Effects) {
        guard memoryChanged else { return }
        memoryChanged = false
        guard blueprint.keeps else { return }
        effects.append(.persist(key: "memory", value: memory.encoded(for: blueprint.program, now: now)))
    }

    // MARK: Outbox

    func keepParcel(_ number: UInt64, now: Now, into effects: inout Effects) {
        guard blueprint.keeps, let parcel = outbox[number] else { return }
        persist(key("outbox", number), into: &effects) { $0.put(parcel, now: now) }
    }

    func unkeepParcel(_ number: UInt64, into effects: inout Effects) {
        erase(key("outbox", number), into: &effects)
    }

    // MARK: Rules that act

    func keep(_ this: Acting, now: Now, into effects: inout Effects) {
        guard blueprint.keeps else { return }
        let rule = blueprint.rules[this.rule]
        persist(key("acting", this.number), into: &effects) { $0.put(this, rule: rule, now: now) }
    }

    func unkeep(_ this: Acting, into effects: inout Effects) { erase(key("acting", this.number), into: &effects) }

    // MARK: Ids that were handled

    /// What comes while the bot drains is not handled: should it come again after the restart, rules hear of it.
    mutating func keepHandled(
        _ id: String, _ kind: Handled.Kind, isNew: Bool = false, into effects: inout Effects
    ) {
        if isDraining, kind != .prompt { return }
        guard let entry = inbound.handled.insert(id, kind, isNew: isNew), blueprint.keeps else { return }
        persist("handled/\(entry.slot)", into: &effects) {
            $0.put(entry.number)
            $0.put(entry.hash)
        }
    }

    // MARK: Prompts

    func keepPrompt(_ id: String, into effects: inout Effects) {
        guard blueprint.keeps, let prompt = answers[id] else { return }
        persist(key("prompt", Handled.hash(id, .prompt)), into: &effects) { $0.put(prompt) }
    }

    func unkeepPrompt(_ id: String, into effects: inout Effects) {
        erase(key("prompt", Handled.hash(id, .prompt)), into: &effects)
    }

    func keepApprovals(into effects: inout Effects) {
        persist(KeptPause.key, into: &effects) {
            $0.put(answers.paused)
            $0.put(answers.recent) { $0.put($1.milliseconds) }
        }
    }

    // MARK: Tokens

    func keepTokens(into effects: inout Effects) {
        persist("tokens", into: &effects) {
            $0.put(ai.value.day)
            $0.put(ai.value.spent)
        }
    }

    // MARK: Timers

    func keepTimer(_ timer: Timers.Timer, now: Now, into effects: inout Effects) {
        guard blueprint.keeps else { return }
        persist("timer/\(blueprint.rules[timer.rule].id)/\(timer.index)", into: &effects) {
            $0.put(timer.due, now: now)
        }
    }

    func unkeepTimer(_ timer: Timers.Timer, into effects: inout Effects) {
        erase("timer/\(blueprint.rules[timer.rule].id)/\(timer.index)", into: &effects)
    }

    // MARK: Cards

    func keepCard(_ card: Desk.Card, now: Now, into effects: inout Effects) {
        guard blueprint.keeps else { return }
        persist(key("card", Handled.hash(card.id, .prompt)), into: &effects) { $0.put(card, now: now) }
    }

    func unkeepCard(_ id: String, into effects: inout Effects) {
        erase(key("card", Handled.hash(id, .prompt)), into: &effects)
    }
}

enum Keeping {
    /// Of the layout; bytes of another one are not read.
    static let version: UInt8 = 1
}
