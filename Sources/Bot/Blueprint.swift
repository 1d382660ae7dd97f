import Rules
import Time

/// What all bots of one rule file on one loop share. Like the program in it, it belongs to that loop.
public final class Blueprint {
    public enum Tracing: Sendable, Comparable {
        /// Notes of warnings and errors alone.
        case off
        /// All notes.
        case notes
        /// All notes, and what each rule made of each event.
        case rules
    }

    public let file: BotFile
    public let zones: ZoneTable
    public var tracing: Tracing
    /// Whether `persist` effects are wanted.
    public var keeps: Bool

    public init(file: BotFile, zones: ZoneTable, tracing: Tracing = .off, keeps: Bool = false) {
        self.file = file
        self.zones = zones
        self.tracing = tracing
        self.keeps = keeps
    }
}
