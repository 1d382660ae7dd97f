import Bot
import Rules
import Time

/// What a bot said about itself while it was driven.
struct Diary {
    /// One event, as the rules saw it, with what their actions did.
    struct Entry {
        var time: WallTime
        var trace: Trace
    }

    /// Filled where the blueprint traces rules.
    private(set) var entries: [Entry] = []
    private(set) var notes: [(time: WallTime, note: Note)] = []
    private(set) var logs: [(time: WallTime, level: LogLevel, text: String)] = []
    var audits: [AuditRecord] = []
    /// What a test's `receive` steps gave the bot.
    private(set) var receptions: [Reception] = []
    /// How much of it all had been written when the bot was last found as expected, and something new began.
    private(set) var act = (entries: 0, notes: 0, logs: 0, receptions: 0)
    /// Told of each trace and action, for coverage.
    var coverage: Coverage?

    mutating func trace(_ trace: Trace, at time: WallTime) {
        coverage?.add(trace)
        entries.append(Entry(time: time, trace: trace))
    }

    /// The rule's action is put to the last event at which it fired.
    mutating func acted(_ rule: Int, _ event: UInt64, _ action: ActionTrace) {
        coverage?.add(action, of: rule)
        let index = entries.lastIndex { $0.trace.fired(rule) }
        if let index { entries[index].trace.note(rule: rule, action) }
    }

    mutating func receive(_ bytes: [UInt8], at place: Place) {
        receptions.append(Reception(place: place, bytes: bytes, entries: entries.count, notes: notes.count))
    }

    /// All was as expected up to here.
    mutating func beginAct() { act = (entries.count, notes.count, logs.count, receptions.count) }

    mutating func note(_ note: Note, at time: WallTime) { notes.append((time, note)) }

    mutating func log(_ level: LogLevel, _ text: String, at time: WallTime) { logs.append((time, level, text)) }
}
