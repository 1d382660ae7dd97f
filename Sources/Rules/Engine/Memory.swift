import Time

// The rule of memory: a new bot has none. Everything in it differs from how the rule file starts, so ten thousand bots
// that have not met anything yet cost eight bytes each.

/// What one bot remembers between events: variables, the dialogue state, limits, and how often each rule fired.
/// Indices are those of the program's file.
public struct Memory: Sendable {
    struct Contents: Sendable {
        /// By index of the variable; nil: as it starts.
        var values: [Value?] = []
        var state: Int?
        /// When the state leaves by itself.
        var leaves: Instant?
        /// By index of the rule: when it fired, oldest first, as far back as its limit looks.
        var windows: [Int: [Instant]] = [:]
        var counts: [Int: Int] = [:]
    }

    /// One, or none: an array, so that copies share it until one of them changes.
    private var box: [Contents] = []

    public init() {}

    var contents: Contents? { box.first }

    mutating func change<Result>(_ body: (inout Contents) -> Result) -> Result {
        if box.isEmpty { box.append(Contents()) }
        return body(&box[0])
    }

    /// The dialogue state, an index into `BotFile.states`; nil outside of any, and once its time is over.
    public func state(at now: Instant) -> Int? {
        guard let contents, let state = contents.state else { return nil }
        if let leaves = contents.leaves, leaves <= now { return nil }
        return state
    }

    /// When the dialogue state leaves by itself, if it does.
    public var leavesState: Instant? { contents?.state == nil ? nil : contents?.leaves }

    /// Enters a state, or leaves with nil.
    public mutating func enter(_ state: Int?, until leaves: Instant? = nil) {
        if box.isEmpty && state == nil { return }
        change {
            $0.state = state
            $0.leaves = state == nil ? nil : leaves
        }
    }

    /// How often the rule has fired.
    public func count(ofRule rule: Int) -> Int { contents?.counts[rule] ?? 0 }

    /// The variable's value where it differs from its start.
    func changedValue(_ variable: Int) -> Value? {
        guard let values = contents?.values, variable < values.count else { return nil }
        return values[variable]
    }

    mutating func setValue(_ variable: Int, _ value: Value?) {
        if value == nil && changedValue(variable) == nil { return }
        change {
            while $0.values.count <= variable { $0.values.append(nil) }
            $0.values[variable] = value
        }
    }
}
