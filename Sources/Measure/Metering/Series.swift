// A run over time, in at most 600 points however long it takes: when they are used up, neighbours become one, and a point
// stands for twice as many seconds. So a series of one second a point covers ten minutes, of 64 s a point ten hours.

/// A run's points in the order of time, without gaps.
public struct Series: Hashable, Sendable {
    public static let most = 600
    /// Seconds a point stands for at the most: 19 years of a run.
    static let longest = 1 << 20

    /// Seconds that a point stands for; a power of two.
    public private(set) var interval = 1
    /// The point at index i begins i · interval seconds after the run's start.
    public private(set) var points: [SeriesPoint] = []

    public init() {}

    /// - Parameter interval: seconds a point; the largest power of two in it counts.
    init(interval: Int) {
        while self.interval * 2 <= Swift.min(interval, Self.longest) { self.interval *= 2 }
    }

    public var isEmpty: Bool { points.isEmpty }

    /// Adds the latest second of the same process: what was counted is added, its devices take the place of the earlier
    /// ones. Seconds that were left out become points in which nothing happened and the devices stayed as they were.
    public mutating func append(_ point: SeriesPoint) {
        let index = reach(point.second)
        if index < points.count {
            points[index].extend(by: point)
            points[index].second = index * interval
        } else {
            while points.count < index { points.append(idle()) }
            var point = point
            point.second = index * interval
            points.append(point)
        }
    }

    /// Adds what ran elsewhere at the same time.
    ///
    /// - Parameter shift: seconds by which its start is later than ours; not negative.
    public mutating func merge(_ other: Series, shift: Int = 0) {
        guard let last = other.points.last else { return }
        var other = other
        let end = last.second.adding(Swift.max(shift, 0))
        _ = reach(end)
        while other.interval < interval { other.halve() }
        while interval < other.interval { halve() }
        var shifted = Series(interval: interval)
        for var point in other.points {
            point.second = Swift.min(point.second.adding(Swift.max(shift, 0)), Self.longest * (Self.most - 1))
            shifted.append(point)
        }
        // Before its start the other has no devices; behind its end they stay as they were, and so do ours.
        while points.count < shifted.points.count { points.append(idle()) }
        while shifted.points.count < points.count { shifted.points.append(shifted.idle()) }
        let start = Swift.max(shift, 0) / interval
        for index in points.indices {
            var point = shifted.points[index]
            if index < start { point.devices = DeviceCounts() }
            points[index].merge(point)
        }
    }

    /// Makes points longer until a second has an index, and gives it.
    private mutating func reach(_ second: Int) -> Int {
        let second = Swift.max(second, 0)
        while second / interval >= Self.most, interval < Self.longest { halve() }
        return Swift.min(second / interval, Self.most - 1)
    }

    private mutating func halve() {
        var halved: [SeriesPoint] = []
        for (index, point) in points.enumerated() {
            if index % 2 == 0 { halved.append(point) } else { halved[halved.count - 1].extend(by: point) }
        }
        points = halved
        interval *= 2
    }

    /// The next point, in which nothing happened.
    private func idle() -> SeriesPoint {
        var point = SeriesPoint(second: points.count * interval)
        point.devices = points.last?.devices ?? DeviceCounts()
        return point
    }
}
