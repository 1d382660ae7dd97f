import Rules
import Time

extension Bot {
    /// Begins the timers of all rules that are not going yet.
    mutating func startTimers(now: Now, into effects: inout Effects) {
        guard blueprint.hasTimers else { return }
        for (rule, definition) in blueprint.rules.enumerated() {
            for index in definition.timers.indices where !timers.value.has(rule: rule, index: index) {
                arm(rule: rule, index: index, after: nil, now: now, into: &effects)
            }
        }
    }

    /// Fires the timers that are due.
    mutating func fireTimers(now: Now, into effects: inout Effects) {
        guard timers.isUsed, hasStarted else { return }
        for timer in timers.value.due(now) {
            arm(rule: timer.rule, index: timer.index, after: timer.due, now: now, into: &effects)
            happen(.timer) { $0.timer = (rule: timer.rule, index: timer.index) }
        }
    }

    private mutating func arm(
        rule: Int, index: Int, after last: Timers.Due?, now: Now, into effects: inout Effects
    ) {
        let trigger = blueprint.rules[rule].timers[index]
        guard let due = trigger.next(after: last, now: now, zones: blueprint.zones, random: &random) else {
            return timers.value.remove { $0.rule == rule && $0.index == index }
        }
        let timer = Timers.Timer(rule: rule, index: index, due: due)
        timers.value.set(timer)
        keepTimer(timer, now: now, into: &effects)
    }
}
