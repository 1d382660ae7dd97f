import Random
import Time

// When things are due in one shard: arrivals and what is said at a rate. All of it follows from the plan and the seed,
// whatever the server does: that is what makes a schedule open. Times are counted from the run's start.

/// Which part of a run this process does: devices `index`, `index + count`, `index + 2 * count` and so on.
public struct Part: Sendable, Hashable {
    public var index: Int
    public var count: Int

    public static let whole = Part(index: 0, count: 1)

    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// How many of the first `total` devices are its own.
    public func share(of total: Int) -> Int { total <= index ? 0 : (total - index - 1) / count + 1 }

    /// The number, among all, of its own device with that number.
    public func device(_ own: Int) -> Int { index + own * count }

    /// A part of this part.
    public func part(_ index: Int, of count: Int) -> Part {
        Part(index: self.index + index * self.count, count: self.count * count)
    }
}

/// The arrivals of one shard, in order.
struct ArrivalTimes {
    private let rows: [(devices: Int, begins: Interval, lasts: Interval)]
    private let part: Part
    private let spread: Spread
    private var random: SplitMix
    private var row = 0
    /// Devices of all shards in the rows before this one.
    private var before = 0
    /// Own devices that have come, and the first own one of this row.
    private var own = 0
    private var firstOfRow = 0
    /// Where a Poisson row stands.
    private var clock = Interval.zero

    /// When the next device is due; nil: all have come.
    private(set) var next: Interval?

    init(_ arrivals: Arrivals, devices: Int, part: Part, seed: UInt64) {
        rows = arrivals.timetable(devices: devices)
        self.part = part
        spread = arrivals.spread
        random = SplitMix(seed: seed &+ UInt64(part.index) &* 0x9E37_79B9_7F4A_7C15)
        clock = rows.first?.begins ?? .zero
        find()
    }

    /// Takes the next device.
    mutating func advance() {
        own += 1
        find()
    }

    private mutating func find() {
        while row < rows.count {
            let this = rows[row]
            let device = part.device(own)
            guard device < before + this.devices else {
                before += this.devices
                row += 1
                firstOfRow = own
                clock = row < rows.count ? rows[row].begins : .zero
                continue
            }
            switch spread {
            case .even:
                let place = Double(device - before) / Double(this.devices)
                next = this.begins + Interval(nanoseconds: Int64(place * Double(this.lasts.nanoseconds)))
            case .poisson:
                // Exponential gaps with the row's mean; what would come after the row's end comes at its end.
                let ours = part.share(of: before + this.devices) - firstOfRow
                let mean = Double(this.lasts.nanoseconds) / Double(max(1, ours))
                clock = min(clock + random.exponential(mean: mean), this.begins + this.lasts)
                next = clock
            }
            return
        }
        next = nil
    }
}

/// What one shard says at a rate that all shards make together.
struct SendTimes {
    private let part: Part
    private let spread: Spread
    private var random: SplitMix
    private var gap: Double = 0
    private var clock: Double = 0

    /// When the next is due; nil: nothing is.
    private(set) var next: Interval?

    init(spread: Spread, part: Part, seed: UInt64) {
        self.part = part
        self.spread = spread
        random = SplitMix(seed: seed &+ UInt64(part.index) &* 0xD1B5_4A32_D192_ED03)
    }

    /// From that time on at this rate; nil: no more.
    mutating func begin(_ rate: Rate?, at start: Interval) {
        guard let rate else {
            next = nil
            return
        }
        let all = 1e9 / rate.perSecond
        gap = all * Double(part.count)
        // Shards take turns, so that together they are as even as one.
        clock = Double(start.nanoseconds) + all * Double(part.index)
        if spread == .poisson { clock = Double(start.nanoseconds) + gap * random.exponential() }
        next = Interval(nanoseconds: Int64(min(clock, 9e18)))
    }

    mutating func advance() {
        clock += spread == .poisson ? gap * random.exponential() : gap
        next = Interval(nanoseconds: Int64(min(clock, 9e18)))
    }
}
