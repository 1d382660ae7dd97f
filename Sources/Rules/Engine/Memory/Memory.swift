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

    // MARK: Limits

    /// Whether the rule has fired as often as its limit allows, in the time before `now` that it looks at.
    func isUsedUp(_ limit: Limit, ofRule rule: Int, at now: Instant) -> Bool {
        guard let window = contents?.windows[rule] else { return limit.count <= 0 }
        return window.count { now - $0 < limit.per } >= limit.count
    }

    /// How long until the limit lets the rule fire again.
    func frees(_ limit: Limit, ofRule rule: Int, at now: Instant) -> Interval {
        let window = contents?.windows[rule] ?? []
        guard limit.count > 0, window.count >= limit.count else { return .zero }
        return max(.zero, window[window.count - limit.count] + limit.per - now)
    }

    /// Notes that a rule fires.
    ///
    /// - Returns: how often it has fired now.
    mutating func recordFiring(of rule: Int, limit: Limit?, at now: Instant) -> Int {
        change {
            if let limit {
                var window = $0.windows[rule] ?? []
                window.removeAll { now - $0 >= limit.per }
                window.append(now)
                $0.windows[rule] = window
            }
            let count = ($0.counts[rule] ?? 0) + 1
            $0.counts[rule] = count
            return count
        }
    }
}
