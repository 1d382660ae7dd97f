import Measure
import Rules
import Time

/// What a load run does: which devices there are, when they arrive, how long they stay, what they say, and what has to
/// hold in the end. It comes from a file `NAME.load.json`, or from the flags of `talaria load`.
public struct LoadPlan: Sendable {
    /// A bot that some of the devices are.
    public struct Bot: Sendable {
        /// Its rule file; of a plan from a file, relative to the working folder already.
        public var path: String
        /// Its part among the bots of the plan.
        public var weight: Int
        /// Where the plan names it; nil: a flag did.
        public var range: Range<Int>?

        public init(path: String, weight: Int = 1, range: Range<Int>? = nil) {
            self.path = path
            self.weight = weight
            self.range = range
        }
    }

    /// As the user named it; of a plan from flags, that of the rule file.
    public var path: String
    public var bots: [Bot]
    public var devices = 1
    /// A CSV or NDJSON file with a row a device.
    public var data: String?
    /// Where the plan names it.
    public var dataRange: Range<Int>?
    public var arrivals = Arrivals()
    /// What happens once all have arrived.
    public var stages: [Stage] = [Stage(lasts: .seconds(60))]
    public var sending: Sending?
    /// A text without a reply for so long counts as lost.
    public var replyTimeout: Interval = .seconds(30)
    /// Local addresses that connections go out from; empty: the system's choice, or as many of 127/8 as the ports demand.
    public var sources: [String] = []
    public var thresholds: [Threshold] = []
    public var seed: UInt64 = 1
    /// Goes before the rule files' own settings.
    public var server = ServerOverrides()

    public init(path: String, bots: [Bot]) {
        self.path = path
        self.bots = bots
    }

    /// How long the run takes by plan: arriving, then all stages.
    public var lasts: Interval { arrivals.lasts(devices: devices) + holds }

    /// The stages together.
    public var holds: Interval { stages.reduce(.zero) { $0 + $1.lasts } }
}

/// What a plan says about the server beside what its bots say.
public struct ServerOverrides: Sendable {
    /// The plan's `server`, and the file that it stands in.
    var node: (value: Node, source: SourceText)?
    /// `--url`.
    public var url: String?

    public init() {}

    public func applied(to settings: ServerSettings) -> ServerSettings {
        var settings = node.map { ServerReader.read($0.value, over: settings, source: $0.source).settings } ?? settings
        if let url { settings.url = url }
        return settings
    }
}

/// When the devices arrive.
public struct Arrivals: Sendable, Hashable {
    /// Some devices, one after another.
    public struct Stage: Sendable, Hashable {
        /// nil: all that are left.
        public var devices: Int?
        public var pace: Pace

        public init(devices: Int?, pace: Pace) {
            self.devices = devices
            self.pace = pace
        }
    }

    public enum Pace: Sendable, Hashable {
        case over(Interval)
        case rate(Rate)
    }

    public var stages: [Stage] = [Stage(devices: nil, pace: .over(.zero))]
    public var spread: Spread = .even

    public init() {}

    /// Each stage with its devices, its beginning after the run's, and its length.
    public func timetable(devices: Int) -> [(devices: Int, begins: Interval, lasts: Interval)] {
        var rows: [(devices: Int, begins: Interval, lasts: Interval)] = []
        var begins = Interval.zero
        var left = devices
        for stage in stages {
            let count = min(left, stage.devices ?? left)
            left -= count
            let lasts: Interval =
                switch stage.pace {
                case .over(let time): time
                case .rate(let rate): rate.time(for: count)
                }
            rows.append((count, begins, lasts))
            begins = begins + lasts
        }
        return rows
    }

    public func lasts(devices: Int) -> Interval {
        timetable(devices: devices).reduce(.zero) { $0 + $1.lasts }
    }
}

/// How things that come at a rate are spread over time.
public enum Spread: String, Sendable, CaseIterable {
    /// All gaps alike.
    case even
    /// As independent users come: exponential gaps.
    case poisson
}

/// What the devices say beside what their rules say.
public struct Sending: Sendable {
    public enum Schedule: Sendable, Hashable {
        /// Each device by itself, whatever it hears: an open schedule.
        case every(DelayRange)
        /// All devices together, whatever they hear: an open schedule.
        case rate(Rate)
        /// Each device waits for its reply, thinks, and says the next: a closed schedule.
        case think(DelayRange)
    }

    /// One is drawn.
    public var texts: [Template]
    public var schedule: Schedule
    public var spread: Spread = .even

    public init(texts: [Template], schedule: Schedule) {
        self.texts = texts
        self.schedule = schedule
    }

    /// The only text, if nothing in it changes.
    var plainText: String? {
        guard texts.count == 1, texts[0].pieces.count == 1, case .literal(let text) = texts[0].pieces[0] else {
            return nil
        }
        return text
    }
}

/// A stretch of the time in which all devices are there.
public struct Stage: Sendable, Hashable {
    public var name: String?
    public var lasts: Interval
    /// From its beginning on, all devices together say so much; nil: as before.
    public var rate: Rate?
    public var drill: Drill?

    public init(name: String? = nil, lasts: Interval, rate: Rate? = nil, drill: Drill? = nil) {
        self.name = name
        self.lasts = lasts
        self.rate = rate
        self.drill = drill
    }
}

/// Something bad that happens to a share of the devices when a stage begins.
public struct Drill: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Their connections break, all at once; they come back as their backoff says.
        case reconnect
        /// They stop reading until the stage ends.
        case slowReaders = "slow_readers"
        /// They neither read nor say anything, pongs included, and break off when the stage ends.
        case halfOpen = "half_open"
        /// They say a text, all at once, that has the server show prompts.
        case promptFlood = "prompt_flood"
    }

    public var kind: Kind
    /// 0...1.
    public var share: Double
    /// Of a prompt flood.
    public var text: String

    public init(_ kind: Kind, share: Double = 1, text: String = "") {
        self.kind = kind
        self.share = share
        self.text = text
    }
}
