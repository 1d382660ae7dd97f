/// What a run was asked to do, as its run.json keeps it. It holds no secret: the address is without its query.
public struct PlanRecord: Hashable, Sendable {
    /// A part of the run with a name: an arrival stage, the hold, a drill.
    public struct Stage: Hashable, Sendable {
        public var name: String
        /// Seconds from the run's start.
        public var from: Double
        public var to: Double

        public init(name: String, from: Double, to: Double) {
            self.name = name
            self.from = from
            self.to = to
        }
    }

    /// The parts of a run that was divided by `--shard`, counted from 1.
    public struct Shards: Hashable, Sendable {
        public var of: Int
        /// The parts that this record holds, ascending.
        public var present: [Int]

        public init(of: Int, present: [Int]) {
            self.of = of
            self.present = present.sorted()
        }

        public var missing: [Int] {
            let present = Set(present)
            return (1...Swift.max(of, 1)).filter { !present.contains($0) }
        }
    }

    /// The most bots, stages and thresholds that a record holds.
    public static let mostParts = 1000

    /// The file's name: a load plan, or a bot.
    public var file: String
    public var bots: [String]
    /// The server, without query and user.
    public var url: String
    /// Devices of the whole plan, all shards together.
    public var devices: Int
    public var seed: UInt64
    /// In words: "closed", "open, 2000/s".
    public var schedule: String
    public var stages: [Stage]
    public var shards: Shards?
    /// Of the bytes of the plan, its rule files and its data; nil: not known.
    public var digest: String?
    /// How many runs, each whole, were merged.
    public var runs: Int

    public init(
        file: String, bots: [String] = [], url: String = "", devices: Int = 0, seed: UInt64 = 0,
        schedule: String = "closed", stages: [Stage] = [], shards: Shards? = nil, runs: Int = 1
    ) {
        self.file = file
        self.bots = bots
        self.url = url
        self.devices = devices
        self.seed = seed
        self.schedule = schedule
        self.stages = stages
        self.shards = shards
        self.runs = runs
    }

    /// Seconds that one run was to take.
    var lasts: Double { stages.last?.to ?? 0 }

    /// Somebody stopped the run before its end.
    func wasCutShort(at seconds: Double) -> Bool { runs == 1 && seconds < lasts - 0.5 }
}
