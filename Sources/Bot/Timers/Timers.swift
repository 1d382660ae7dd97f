import Rules
import Time

// The rules' own timers: `every` and cron `at`. Both are kept by the wall clock, so that they go on over a restart; one
// that was due while the bot was away is due once, at once.

struct Timers: Sendable, Blank {
    struct Timer: Sendable {
        var rule: Int
        /// Which of the rule's timers.
        var index: Int
        /// When it is due without jitter; the next one is counted from here.
        var base: WallTime
        /// When it fires.
        var due: WallTime
    }

    private(set) var timers: [Timer] = []

    init() {}

    var deadline: WallTime? { timers.map(\.due).min() }

    /// Takes up a timer, or moves it.
    mutating func set(_ timer: Timer) {
        timers.removeAll { $0.rule == timer.rule && $0.index == timer.index }
        let at = timers.firstIndex { ($0.rule, $0.index) > (timer.rule, timer.index) } ?? timers.endIndex
        timers.insert(timer, at: at)
    }

    /// Those that are due, the earliest first.
    func due(at now: WallTime) -> [Timer] {
        timers.filter { $0.due <= now }.sorted { ($0.due, $0.rule, $0.index) < ($1.due, $1.rule, $1.index) }
    }

    mutating func remove(where removed: (Timer) -> Bool) { timers.removeAll(where: removed) }

    mutating func move(rule: (Int) -> Int?) {
        timers = timers.compactMap { timer in
            rule(timer.rule).map { Timer(rule: $0, index: timer.index, base: timer.base, due: timer.due) }
        }
    }
}

extension TimerTrigger {
    /// The first or next time, counted from `base`, and later than `now`; nil: never again.
    func next(
        rule: Int, index: Int, after base: WallTime, now: WallTime, zones: ZoneTable, random: inout SeededRandom
    ) -> Timers.Timer? {
        switch self {
        case .every(let interval, let jitter, _):
            // Times that were missed are left out, and the beat is kept.
            let step = max(1, interval.milliseconds)
            let missed = max(0, (now - base).milliseconds / step)
            let next = base + .milliseconds(step) * (missed + 1)
            return Timers.Timer(rule: rule, index: index, base: next, due: next + random.jitter(jitter))
        case .at(let schedule, let zone, _):
            guard let zone = zones[zone], let next = schedule.next(after: max(base, now), in: zone) else { return nil }
            return Timers.Timer(rule: rule, index: index, base: next, due: next)
        }
    }
}

extension Bot {
    /// Begins the timers of all rules that are not going yet.
    mutating func startTimers(now: Now, into effects: inout Effects) {
        guard blueprint.hasTimers else { return }
        for (rule, definition) in blueprint.rules.enumerated() {
            for (index, trigger) in definition.timers.enumerated() {
                guard !timers.value.timers.contains(where: { $0.rule == rule && $0.index == index }) else { continue }
                arm(trigger, rule: rule, index: index, after: now.wall, now: now, into: &effects)
            }
        }
    }

    /// Fires the timers that are due.
    mutating func fireTimers(now: Now, into effects: inout Effects) {
        guard timers.isUsed, hasStarted else { return }
        for timer in timers.value.due(at: now.wall) {
            guard blueprint.rules.indices.contains(timer.rule),
                blueprint.rules[timer.rule].timers.indices.contains(timer.index)
            else { continue }
            let trigger = blueprint.rules[timer.rule].timers[timer.index]
            arm(trigger, rule: timer.rule, index: timer.index, after: timer.base, now: now, into: &effects)
            happen(.timer) { $0.timer = (rule: timer.rule, index: timer.index) }
        }
    }

    private mutating func arm(
        _ trigger: TimerTrigger, rule: Int, index: Int, after base: WallTime, now: Now, into effects: inout Effects
    ) {
        let next = trigger.next(
            rule: rule, index: index, after: base, now: now.wall, zones: blueprint.zones, random: &random)
        if let next {
            timers.value.set(next)
            keepTimer(next, into: &effects)
        } else {
            timers.value.remove { $0.rule == rule && $0.index == index }
        }
    }
}
