// A time zone as data: the moments at which its offset changed, and a rule for the time behind the last of them. It is
// made from the bytes of a TZif file (RFC 8536, RFC 9636) that a driver has read; nothing here opens a file.

/// What the clocks of a place show, and when they are changed.
public struct Zone: Sendable, Hashable {
    /// An offset from UTC with its name, such as 3600 and `CET`.
    public struct Offset: Sendable, Hashable {
        /// East of Greenwich is positive.
        public var seconds: Int
        public var isDaylightSaving: Bool
        public var abbreviation: String

        public init(seconds: Int, isDaylightSaving: Bool = false, abbreviation: String) {
            self.seconds = seconds
            self.isDaylightSaving = isDaylightSaving
            self.abbreviation = abbreviation
        }
    }

    /// A moment at which the offset changes to another.
    struct Transition: Sendable, Hashable {
        /// Seconds since the Unix epoch.
        var at: Int64
        var offset: Offset
    }

    /// Such as `Europe/Lisbon`.
    public var name: String
    /// In force before the first transition.
    var first: Offset
    /// In order of time.
    var transitions: [Transition]
    /// In force from the last transition on; nil: its offset stays for ever.
    var rule: ZoneRule?

    public static let utc = Zone(name: "UTC", offset: Offset(seconds: 0, abbreviation: "UTC"))

    /// A zone whose clocks are never changed.
    public init(name: String, offset: Offset) {
        self.name = name
        self.first = offset
        self.transitions = []
        self.rule = nil
    }

    /// The offset in force at a moment.
    public func offset(at time: WallTime) -> Offset {
        offset(atSecond: CivilTime.floorDivide(time.milliseconds, by: 1000).quotient)
    }

    /// What a clock in this zone shows at a moment.
    public func civil(at time: WallTime) -> CivilTime {
        let shift = Int64(offset(at: time).seconds) * 1000
        return CivilTime(localMilliseconds: time.milliseconds.addingReportingOverflow(shift).partialValue)
    }

    /// The moments at which a clock in this zone shows a time.
    public enum Moments: Sendable, Hashable {
        case once(WallTime)
        /// The clocks were set back over it: it comes twice.
        case twice(first: WallTime, second: WallTime)
        /// The clocks were set forward over it: it never comes. `until` is the moment at which they jumped.
        case never(until: WallTime)
    }

    public func moments(of civil: CivilTime) -> Moments {
        let local = civil.localSeconds
        let millis = Int64(civil.millisecond)
        // No offset, and no change of one, is larger than 26 hours; what is in force around that is all that counts.
        let reach: Int64 = 26 * 3600 * 2
        let changes = changes(from: local - reach, to: local + reach)
        var before = offset(atSecond: local - reach)
        var begins = Int64.min
        var found: [WallTime] = []
        var jump: Int64?
        for index in 0...changes.count {
            let ends = index < changes.count ? changes[index].at : Int64.max
            let moment = local - Int64(before.seconds)
            if moment >= begins, moment < ends { found.append(WallTime(milliseconds: moment * 1000 + millis)) }
            guard index < changes.count else { break }
            let after = changes[index].offset
            if moment >= ends, local - Int64(after.seconds) < ends { jump = ends }
            begins = ends
            before = after
        }
        switch found.count {
        case 0: return .never(until: WallTime(milliseconds: (jump ?? local) * 1000))
        case 1: return .once(found[0])
        default: return .twice(first: found[0], second: found[found.count - 1])
        }
    }

    func offset(atSecond second: Int64) -> Offset {
        if let last = transitions.last, second < last.at { return known(atSecond: second) }
        if let rule { return rule.offset(atSecond: second) }
        return transitions.last?.offset ?? first
    }

    /// The offset by the transitions alone.
    private func known(atSecond second: Int64) -> Offset {
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : transitions[low - 1].offset
    }

    /// The transitions after `from` and up to `to`, in order.
    private func changes(from: Int64, to: Int64) -> [Transition] {
        var found = transitions.filter { $0.at > from && $0.at <= to }
        guard let rule else { return found }
        let known = transitions.last?.at ?? Int64.min
        if to > known { found += rule.changes(from: max(from, known), to: to) }
        return found
    }
}

/// The zones that a program needs, read once by its driver.
public struct ZoneTable: Sendable {
    /// For what names no zone.
    public var local: Zone
    private var zones: [String: Zone]

    public init(local: Zone = .utc, zones: [Zone] = []) {
        self.local = local
        self.zones = [:]
        for zone in zones { self.zones[zone.name] = zone }
    }

    public mutating func add(_ zone: Zone) { zones[zone.name] = zone }

    /// The zone of that name, `UTC` always; without a name the local one. Nil if it was never added.
    public subscript(name: String?) -> Zone? {
        guard let name else { return local }
        return zones[name] ?? (name == "UTC" ? .utc : nil)
    }
}
