import Random
import Rules
import Time

// The rules' own timers: `every` keeps a beat on the monotonic clock, cron `at` follows the wall clock. Both go on over a
// restart; one that was due while the bot was away is due once, at once.

struct Timers: Sendable, Blank {
    /// When a timer is due.
    enum Due: Sendable, Hashable {
        /// `every`: the beat, from which the next one is counted, and the time with its jitter.
        case beat(Instant, with: Instant)
        /// `at`
        case wall(WallTime)

        func isOver(_ now: Now) -> Bool {
            switch self {
            case .beat(_, let due): due <= now.instant
            case .wall(let due): due <= now.wall
            }
        }

        /// When to look again: for the wall clock an hour at the latest, since people set clocks.
        func deadline(_ now: Now) -> Instant {
            switch self {
            case .beat(_, let due): return due
            case .wall(let due):
                guard due > now.wall else { return now.instant }
                let (wait, overflow) = due.milliseconds.subtractingReportingOverflow(now.wall.milliseconds)
                return now.instant + .milliseconds(overflow ? 3_600_000 : min(wait, 3_600_000))
            }
        }
    }

    struct Timer: Sendable {
        var rule: Int
        /// Which of the rule's timers.
        var index: Int
        var due: Due
    }

    /// In the order of the rules.
    private(set) var timers: [Timer] = []

    init() {}

    func deadline(_ now: Now) -> Instant? { timers.map { $0.due.deadline(now) }.min() }

    func has(rule: Int, index: Int) -> Bool { timers.contains { $0.rule == rule && $0.index == index } }

    /// Takes up a timer, or moves it.
    mutating func set(_ timer: Timer) {
        timers.removeAll { $0.rule == timer.rule && $0.index == timer.index }
        let at = timers.firstIndex { ($0.rule, $0.index) > (timer.rule, timer.index) } ?? timers.endIndex
        timers.insert(timer, at: at)
    }

    /// Those that are due, the earliest first.
    func due(_ now: Now) -> [Timer] {
        timers.filter { $0.due.isOver(now) }
            .sorted { ($0.due.deadline(now), $0.rule, $0.index) < ($1.due.deadline(now), $1.rule, $1.index) }
    }

    mutating func remove(where removed: (Timer) -> Bool) { timers.removeAll(where: removed) }

    /// Gives the timers to the rules' new indices.
    mutating func move(rule: (Int) -> Int?) {
        timers = timers.compactMap { timer in
            rule(timer.rule).map { Timer(rule: $0, index: timer.index, due: timer.due) }
        }
    }
}

extension TimerTrigger {
    /// The first time, or the one after `last`; nil: never again.
    func next(
        after last: Timers.Due?, now: Now, zones: ZoneTable, random: inout SplitMix
    ) -> Timers.Due? {
        switch self {
        case .every(let interval, let jitter, _):
            var base = now.instant
            if case .beat(let beat, _) = last { base = beat }
            // Times that were missed are left out, and the beat is kept.
            let step = Interval(nanoseconds: max(1_000_000, interval.nanoseconds))
            let missed = max(0, (now.instant - base).nanoseconds / step.nanoseconds)
            let next = base + step * (missed + 1)
            return .beat(next, with: next + random.jitter(jitter))
        case .at(let schedule, let zone, _):
            var base = now.wall
            if case .wall(let due) = last { base = max(base, due) }
            guard let zone = zones[zone] else { return nil }
            return schedule.next(after: base, in: zone).map { .wall($0) }
        }
    }
}
