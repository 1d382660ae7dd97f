import Time

// How long replies may gather before the loop reads them, so that they share the cost of waking up. Its rule: what is
// measured of a reply must not show it. So it is a small part of the time until the first sign of one, which is the
// shortest of what is measured, and nothing where that part is too short to sleep for.

/// Follows the median of the first signs: each moves it towards itself by a 64th of it, so that few that are far off do not.
struct Gathering {
    /// Of the time until a reply's first sign.
    private static let share: Int64 = 40
    private static let shortest = Interval(nanoseconds: 40_000)
    static let longest = Interval.milliseconds(1)

    /// In nanoseconds, no more than matters.
    private var median: Int64 = 1_000

    /// - Parameter sign: from when a text was planned until its reply showed.
    mutating func see(_ sign: Interval) {
        let step = max(1, median >> 6)
        if sign.nanoseconds > median {
            median = min(median + step, 2 * Gathering.share * Gathering.longest.nanoseconds)
        } else if median > step {
            median -= step
        }
    }

    /// As long as the replies of the last moments allow.
    var time: Interval {
        let part = Interval(nanoseconds: median / Gathering.share)
        return part < Gathering.shortest ? .zero : min(part, Gathering.longest)
    }
}
