import Rules
import Time

// A changed rule file: what belongs to a rule that kept its id goes on under the new rules.

extension Bot {
    /// Goes on with other rules. Limits, states, variables and timers of rules that kept their id go on; so does a rule
    /// that acts, if its list of actions still has the same ones in the same order. A bot that was disconnected by a rule,
    /// or has failed, connects again.
    public mutating func reload(_ new: Blueprint, now: Now, into effects: inout Effects) {
        guard !hasEnded else { return }
        let old = blueprint
        guard new.file.role == old.file.role else {
            return note(.error, .firing, "a bot keeps its role: the old rules stay", into: &effects)
        }
        let places = Dictionary(
            new.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let moved = old.rules.map { places[$0.id] }
        end(
            where: { this in
                guard let index = moved[this.rule] else { return true }
                return new.rules[index].shape != old.rules[this.rule].shape
            }, why: "ended by a reload", now: now, into: &effects)
        turns = []
        for index in acting.indices {
            if let rule = moved[acting[index].rule] { acting[index].rule = rule }
        }
        moveTimers(to: new, moved, into: &effects)
        blueprint = new
        memory = new.program.adopt(memory, of: old.program)
        memoryChanged = true
        answers.rulesChanged()
        if hasStarted { startTimers(now: now, into: &effects) }
        turns = acting.filter(\.waitsItsTurn).map(\.rule)
        if hasStarted, link.isOver { connect(now: now, into: &effects) }
        handle(.wake, now: now, into: &effects)
    }

    private mutating func moveTimers(to new: Blueprint, _ moved: [Int?], into effects: inout Effects) {
        guard timers.isUsed else { return }
        let old = blueprint
        func goesOn(_ timer: Timers.Timer) -> Bool {
            guard let rule = moved[timer.rule], new.rules[rule].timers.indices.contains(timer.index) else {
                return false
            }
            return old.rules[timer.rule].timers[timer.index].isLike(new.rules[rule].timers[timer.index])
        }
        for timer in timers.value.timers where !goesOn(timer) { unkeepTimer(timer, into: &effects) }
        timers.value.remove { !goesOn($0) }
        timers.value.move { moved[$0] }
    }
}

extension Rule {
    /// The actions by name: what a place in the list of actions means.
    var shape: UInt64 {
        func names(_ actions: [Action]) -> String {
            actions.map { action in
                if case .askAI(let ask) = action.step { "ask_ai(\(names(ask.onError)))" } else { action.step.name }
            }.joined(separator: ",")
        }
        return Handled.hash(names(actions), .message)
    }
}

extension TimerTrigger {
    /// Whether it is the same timer, wherever it stands.
    fileprivate func isLike(_ other: TimerTrigger) -> Bool {
        switch (self, other) {
        case (.every(let a, let b, _), .every(let c, let d, _)): a == c && b == d
        case (.at(let a, let b, _), .at(let c, let d, _)): a == c && b == d
        case (.every, .at), (.at, .every): false
        }
    }
}
