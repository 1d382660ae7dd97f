import Time

// The checked form of a rule file: what the language means, with nothing of how it was written but each part's place.
// `Language` makes it from the located tree, `Engine` compiles it, `Bot` acts on it.

/// Where something stands in its rule file. Lines and columns count from 1; a column counts Unicode scalars.
public struct Place: Hashable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

public enum Role: String, Sendable, CaseIterable {
    case device, gateway
}

/// A whole rule file, checked.
public struct BotFile: Sendable {
    /// As the user named it; for `file:line` in traces.
    public var path: String
    public var name: String
    public var about: String?
    public var role: Role = .device
    /// Of a device.
    public var server = ServerSettings()
    /// Of a gateway.
    public var listen = ListenSettings()
    public var device = DeviceSettings()
    public var variables: [Variable] = []
    /// Every time zone that the file names, in order of first mention: a driver has their data read.
    public var zoneNames: [String] = []
    /// Dialogue states in order of first mention; `Condition` and `Action` name them.
    public var states: [String] = []
    public var commands: [CommandSet] = []
    public var hit: HitPolicy = .first
    public var rules: [Rule] = []
    public var fetch = FetchSettings()
    public var receive = ReceiveSettings()
    public var approvalsPerMinute = 10
    public var framesPerSecond: Double?
    public var ai = AISettings()

    public init(path: String, name: String) {
        self.path = path
        self.name = name
    }
}

/// A variable of `vars` (or first named by `set`), with its value in a new bot.
public struct Variable: Sendable, Hashable {
    public var name: String
    public var start: Value
    /// Kept over restarts.
    public var keep: Bool
    public var place: Place

    public init(name: String, start: Value, keep: Bool = true, place: Place) {
        self.name = name
        self.start = start
        self.keep = keep
        self.place = place
    }
}

/// What a variable, or a field of a frame, holds.
public enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)
}

public enum HitPolicy: String, Sendable, CaseIterable {
    case first, all, unique
}

public struct Rule: Sendable {
    public var id: String
    public var place: Place
    public var triggers: [Trigger]
    public var timers: [TimerTrigger] = []
    public var condition: Condition?
    public var states: [String] = []
    public var limit: Limit?
    public var continues = false
    public var overlap: Overlap = .queue
    public var lasting = false
    public var unguarded = false
    public var actions: [Action] = []
    public var examples = Examples()

    public init(id: String, place: Place, triggers: [Trigger]) {
        self.id = id
        self.place = place
        self.triggers = triggers
    }
}

/// The names that `on` takes, for both roles.
public enum Trigger: String, Sendable, CaseIterable {
    case start, connected, ready, message, edit, frame, media, prompt, promptDone = "prompt_done", typing, avatar, error
    case disconnected, failed, result
    case hello, text, audio, answer
    case timer  // written as an object: see `TimerTrigger`
}

public enum TimerTrigger: Sendable {
    case every(Interval, jitter: Interval, place: Place)
    case at(CronSchedule, zone: String?, place: Place)
}

/// At most `count` firings in any window of `per`.
public struct Limit: Sendable, Hashable {
    public var count: Int
    public var per: Interval

    public init(count: Int, per: Interval) {
        self.count = count
        self.per = per
    }
}

/// What happens to a rule that fires while it is still acting.
public enum Overlap: String, Sendable, CaseIterable {
    case queue, parallel, restart, skip
}

public struct Examples: Sendable {
    public struct Example: Sendable {
        public var text: String
        public var place: Place

        public init(text: String, place: Place) {
            self.text = text
            self.place = place
        }
    }
    public var match: [Example] = []
    public var noMatch: [Example] = []

    public init() {}
}
