// Time as values. Nothing here reads a clock: drivers hand `Now` in, tests make it up.

/// A length of time in nanoseconds; it may be negative. One that would be longer than 292 years is as long as that.
public struct Interval: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Interval(nanoseconds: 0)
    public static func milliseconds(_ count: Int64) -> Interval { Interval(nanoseconds: 1_000_000) * count }
    public static func seconds(_ count: Int64) -> Interval { Interval(nanoseconds: 1_000_000_000) * count }

    /// Whole milliseconds, rounded towards zero.
    public var milliseconds: Int64 { nanoseconds / 1_000_000 }
    /// Seconds as a fraction, for people.
    public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (a: Interval, b: Interval) -> Bool { a.nanoseconds < b.nanoseconds }
    public static func + (a: Interval, b: Interval) -> Interval {
        let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
        return Interval(nanoseconds: overflow ? (b.nanoseconds < 0 ? .min : .max) : sum)
    }
    public static func - (a: Interval, b: Interval) -> Interval {
        let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
        return Interval(nanoseconds: overflow ? (b.nanoseconds < 0 ? .max : .min) : difference)
    }
    public static func * (a: Interval, factor: Int64) -> Interval {
        let (product, overflow) = a.nanoseconds.multipliedReportingOverflow(by: factor)
        return Interval(nanoseconds: overflow ? ((a.nanoseconds < 0) == (factor < 0) ? .max : .min) : product)
    }
}

/// A point on a monotonic clock, in nanoseconds since an epoch that the driver chose. Instants of two processes
/// do not compare.
public struct Instant: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    public static let zero = Instant(nanoseconds: 0)
    public static let distantFuture = Instant(nanoseconds: .max)

    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
    public static func + (a: Instant, b: Interval) -> Instant {
        Instant(nanoseconds: (Interval(nanoseconds: a.nanoseconds) + b).nanoseconds)
    }
    public static func - (a: Instant, b: Instant) -> Interval {
        Interval(nanoseconds: a.nanoseconds) - Interval(nanoseconds: b.nanoseconds)
    }
}

/// A point on the wall clock: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct WallTime: Hashable, Comparable, Sendable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (a: WallTime, b: WallTime) -> Bool { a.milliseconds < b.milliseconds }
    public static func + (a: WallTime, b: Interval) -> WallTime {
        let (sum, overflow) = a.milliseconds.addingReportingOverflow(b.milliseconds)
        return WallTime(milliseconds: overflow ? (b.milliseconds < 0 ? .min : .max) : sum)
    }
    public static func - (a: WallTime, b: WallTime) -> Interval {
        let (difference, overflow) = a.milliseconds.subtractingReportingOverflow(b.milliseconds)
        return .milliseconds(overflow ? (b.milliseconds < 0 ? .max : .min) : difference)
    }
}

/// The time at which an event is handled: both clocks, read once.
public struct Now: Hashable, Sendable {
    public var instant: Instant
    public var wall: WallTime

    public init(instant: Instant, wall: WallTime) {
        self.instant = instant
        self.wall = wall
    }

    public static func + (now: Now, time: Interval) -> Now {
        Now(instant: now.instant + time, wall: now.wall + time)
    }
}
