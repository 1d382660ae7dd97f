// Counts of values by size, in HdrHistogram's layout. The one rule: every figure comes from the counts alone. So what was
// recorded in one piece, what was merged from shards, and what was read back from a file give the same figures, to the digit.

/// A histogram of whole numbers with a fixed relative error, that merges exactly.
///
/// It holds nothing until the first value, then eight bytes a place up to the largest value: 16 KB for values up to 2 ms,
/// 57 KB up to 65 ms, 190 KB up to an hour, in microseconds with three digits.
public struct Histogram: Hashable, Sendable {
    public let layout: Layout
    /// Values recorded.
    public private(set) var count = 0
    /// Of those, how many were below 0 or beyond the layout; they were counted as the nearest value that has a place.
    public private(set) var outOfRange = 0
    /// By place. It ends with the group of places (a bucket's half) that holds the largest value.
    private(set) var counts: [Int] = []

    public init(_ layout: Layout = .latency) { self.layout = layout }

    public var isEmpty: Bool { count == 0 }

    // MARK: Recording

    /// Counts a value, in the layout's unit.
    @inline(__always)
    public mutating func record(_ value: Int) {
        let place = layout.place(of: value)
        // A negative value has a place below 0.
        if value >= 0, place < counts.count {
            counts[place] &+= 1
            count &+= 1
        } else {
            recordFirst(value)
        }
    }

    /// A value in a place that is not held yet, or that there is not.
    @inline(never)
    private mutating func recordFirst(_ value: Int) {
        let nearest = Swift.min(Swift.max(value, 0), layout.highest(at: layout.placeCount - 1))
        if nearest != value { outOfRange.add(1) }
        add(1, at: layout.place(of: nearest))
    }

    /// Counts a value several times.
    public mutating func record(_ value: Int, times: Int) {
        guard times > 0 else { return }
        let nearest = Swift.min(Swift.max(value, 0), layout.highest(at: layout.placeCount - 1))
        if nearest != value { outOfRange.add(times) }
        add(times, at: layout.place(of: nearest))
    }

    /// Takes over a count; the place is one of the layout's.
    mutating func add(_ times: Int, at place: Int) {
        if place >= counts.count {
            let group = (1 << layout.halfMagnitude) - 1
            counts.append(contentsOf: repeatElement(0, count: (place | group) + 1 - counts.count))
        }
        counts[place].add(times)
        count.add(times)
    }

    /// Says of how many values the counts are only the nearest: for a histogram that was read.
    mutating func mark(outOfRange: Int) { self.outOfRange.add(outOfRange) }

    /// Forgets all values, and keeps the memory for the next ones.
    public mutating func clear() {
        counts.removeAll(keepingCapacity: true)
        count = 0
        outOfRange = 0
    }

    // MARK: Merging

    /// Adds another's counts. Of the same layout this is exact; of another, each value counts as the middle of its place.
    public mutating func merge(_ other: Histogram) {
        if other.layout == layout {
            outOfRange.add(other.outOfRange)
            if let last = other.counts.indices.last { add(0, at: last) }
            for (place, times) in other.counts.enumerated() where times != 0 { counts[place].add(times) }
            count.add(other.count)
        } else {
            for bar in other.bars { record((bar.lowest + bar.highest) / 2, times: bar.count) }
            outOfRange.add(other.outOfRange)
        }
    }

    // MARK: What it holds

    /// A place with values in it.
    public struct Bar: Hashable, Sendable {
        /// The smallest and the largest value of the place.
        public let lowest: Int
        public let highest: Int
        public let count: Int
    }

    /// The places that hold values, the smallest value first.
    public var bars: [Bar] {
        counts.indices.lazy.filter { counts[$0] != 0 }.map {
            Bar(lowest: layout.lowest(at: $0), highest: layout.highest(at: $0), count: counts[$0])
        }
    }

    /// The smallest value, rounded down to its place; 0 if there is none.
    public var min: Int { counts.firstIndex { $0 != 0 }.map(layout.lowest(at:)) ?? 0 }

    /// The largest value, rounded up to its place; 0 if there is none.
    public var max: Int { counts.lastIndex { $0 != 0 }.map(layout.highest(at:)) ?? 0 }

    /// The mean of the values, each taken as the middle of its place; 0 if there is none.
    public var mean: Double {
        guard count > 0 else { return 0 }
        var sum = 0.0
        for (place, times) in counts.enumerated() where times != 0 {
            sum += Double(layout.middle(at: place)) * Double(times)
        }
        return sum / Double(count)
    }

    /// The value that so many percent (0 to 100) of the values do not exceed, rounded up to its place; 0 if there is none.
    public func value(at percentile: Double) -> Int { values(at: [percentile])[0] }

    /// The same for several percentiles in one pass; they must ascend.
    public func values(at percentiles: [Double]) -> [Int] {
        var found: [Int] = []
        var place = 0
        var sum = counts.first ?? 0
        for percentile in percentiles {
            let rank = self.rank(of: percentile)
            while sum < rank, place + 1 < counts.count {
                place += 1
                sum.add(counts[place])
            }
            let isLowest = percentile <= 0
            found.append(count == 0 ? 0 : isLowest ? layout.lowest(at: place) : layout.highest(at: place))
        }
        return found
    }

    /// How many values, the smallest first, a percentile covers: rounded as HdrHistogram's C and Python libraries do, so
    /// that all tools name the same value. At least one.
    private func rank(of percentile: Double) -> Int {
        let part = percentile.isNaN ? 0 : Swift.min(Swift.max(percentile, 0), 100)
        let exact = part * Double(count) / 100 + 0.5
        return exact < 0x1p62 ? Swift.max(Int(exact), 1) : count
    }

    /// The part (0 to 1) of the values whose places end at or below a value.
    public func part(atMost value: Int) -> Double {
        guard count > 0, value >= 0 else { return 0 }
        let end = value < .max ? Swift.min(layout.place(of: value + 1), counts.count) : counts.count
        return Double(counts[..<end].reduce(0) { $0.adding($1) }) / Double(count)
    }

    public static func == (a: Histogram, b: Histogram) -> Bool {
        a.layout == b.layout && a.count == b.count && a.outOfRange == b.outOfRange && a.counts == b.counts
    }
}
