import Time

/// What a template may look at. A name is looked up as a regex group, then a field of the event, then a variable.
public struct Scope: Sendable {
    /// `device.*`
    public struct Device: Sendable, Hashable {
        public var id: String
        public var name: String
        public var platform: String
        public var appVersion: String
        /// Its number among the simulated devices of a load run, from 0.
        public var index: Int

        public init(
            id: String, name: String, platform: String = "talaria", appVersion: String = "1.0.0", index: Int = 0
        ) {
            self.id = id
            self.name = name
            self.platform = platform
            self.appVersion = appVersion
            self.index = index
        }
    }

    public var occurrence: Occurrence
    public var captures: [String: String]
    public var count: Int
    public var memory: Memory
    public var device: Device
    public var now: Now
    public var zones: ZoneTable
    /// In `ask_ai.on_error`: what went wrong. It hides the event's own `error`.
    public var error: String?

    public init(
        occurrence: Occurrence, captures: [String: String] = [:], count: Int = 0, memory: Memory, device: Device,
        now: Now, zones: ZoneTable, error: String? = nil
    ) {
        self.occurrence = occurrence
        self.captures = captures
        self.count = count
        self.memory = memory
        self.device = device
        self.now = now
        self.zones = zones
        self.error = error
    }
}
