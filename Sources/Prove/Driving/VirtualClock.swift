import Time

/// Both clocks of a bot in virtual time. They stand still until they are told to move, and then move together.
struct VirtualClock {
    private(set) var now: Now
    /// Times of the wall clock are counted from here.
    private var anchor: Now

    /// When every bot begins, on the monotonic clock.
    static let origin = Instant(nanoseconds: 1_000_000_000)

    init(wall: WallTime) {
        anchor = Now(instant: Self.origin, wall: wall)
        now = anchor
    }

    /// The wall clock moves as far as the monotonic one does.
    mutating func set(_ instant: Instant) {
        now.instant = instant
        now.wall = anchor.wall + (instant - anchor.instant)
    }

    /// The wall clock shows this now; the monotonic one stands where it stood.
    mutating func set(wall: WallTime) {
        now.wall = wall
        anchor = now
    }
}
