import Address
import Drive
import Measure
import Net
import Time
import WebSocket

/// What `talaria load` was told beside the plan.
public struct LoadSettings: Sendable {
    public var tokenFile: String?
    public var tls = TLSContext.Settings()
    /// nil: a core each, or more where descriptors demand it.
    public var workers: Int?
    /// The part of the run that this machine does.
    public var shard: Part?
    /// The one device that is simulated, as it would be among all; nil: all are.
    public var only: Int?
    /// Where that device is told of.
    public var journal: Journal?
    /// Of the program, for the record.
    public var version = ""
    /// Which run it is.
    public var run = RunID(0)

    public init() {}
}

/// A run laid out on this machine: the same in the parent and in each of its workers.
public struct LoadSetup {
    public private(set) var cast: Cast
    public let settings: LoadSettings
    let capacity: Capacity
    /// Of the parent: this machine's. Of a worker: its own.
    let part: Part

    /// - Parameter worker: which of the workers this process is; nil: it is the parent.
    /// - Throws: `badConfiguration` for what the machine cannot do, before anything has been connected.
    public init(_ cast: Cast, _ settings: LoadSettings, worker: Part? = nil) throws(ExitFault) {
        self.cast = cast
        self.settings = settings
        let here = try LoadSetup.here(cast.plan, settings)
        // Nobody waits for the others to come before it.
        if settings.only != nil { self.cast.plan.arrivals = Arrivals() }
        part = worker.map { here.part($0.index, of: $0.count) } ?? here
        let devices = here.share(of: cast.plan.devices)
        guard devices > 0 else {
            throw ExitFault(
                .badConfiguration,
                "shard \(here.index + 1)/\(here.count) has none of the \(cast.plan.devices) devices",
                hint: "fewer shards")
        }
        let url = cast.bots.first?.file.server.url
        capacity = try Capacity(
            devices: devices, workers: settings.workers, sources: cast.plan.sources,
            server: url.flatMap(LoadSetup.address), machine: .current())
        self.cast.plan.sources = capacity.sources
        if worker == nil { try LoadSetup.check(cast.plan.sources, server: url.flatMap(LoadSetup.address)) }
    }

    /// What of the run this machine does.
    private static func here(_ plan: LoadPlan, _ settings: LoadSettings) throws(ExitFault) -> Part {
        guard let only = settings.only else { return settings.shard ?? .whole }
        guard (0..<plan.devices).contains(only) else {
            throw ExitFault(
                .badConfiguration, "there is no device \(only) among \(plan.devices)",
                hint: "they are counted from 0 to \(plan.devices - 1)")
        }
        return Part(index: only, count: plan.devices)
    }

    /// Whether connections can go out from those addresses to that server.
    private static func check(_ sources: [String], server: IPAddress?) throws(ExitFault) {
        let addresses = sources.compactMap { IPAddress($0) }
        let hint = "--sources takes addresses of this machine's own (ip address), of the server's kind"
        if let server, let other = addresses.first(where: { $0.family != server.family }) {
            throw ExitFault(.badConfiguration, "nothing goes out from \(other) to \(server)", hint: hint)
        }
        if let (address, _) = SourcePool(addresses).unusable() {
            throw ExitFault(.badConfiguration, "\(address) is no address of this machine", hint: hint)
        }
    }

    /// The address in a URL, if it holds one.
    private static func address(of url: String) -> IPAddress? {
        guard let host = try? WebSocketURL(url).host else { return nil }
        return host == "localhost" ? .loopback4 : IPAddress(host)
    }

    /// Devices that this machine simulates.
    public var devices: Int { settings.only == nil ? (settings.shard ?? .whole).share(of: cast.plan.devices) : 1 }

    func shard(on loop: Loop) throws(ExitFault) -> Shard {
        return try Shard(
            cast, part: part, loop: loop, run: settings.run, tokenFile: settings.tokenFile, tls: settings.tls,
            journal: settings.only == nil ? nil : settings.journal)
    }

    // MARK: The record

    /// All that a shard measured.
    func record(of shard: Shard) -> RunRecord {
        var generator = shard.generator()
        generator.version = settings.version
        return shard.meter.record(
            plan: planRecord, started: shard.started, seconds: shard.elapsed.inSeconds, generator: generator)
    }

    var planRecord: PlanRecord {
        let plan = cast.plan
        let url = cast.bots.first?.file.server.url.flatMap { try? WebSocketURL($0) }.map { "\($0)" } ?? ""
        var record = PlanRecord(
            file: plan.path, bots: cast.tags, url: url, devices: plan.devices, seed: plan.seed, schedule: schedule)
        record.stages = Course(plan).legs.map { .init(name: $0.name, from: $0.begins.inSeconds, to: $0.ends.inSeconds) }
        record.digest = cast.digest
        if let shard = settings.shard { record.shards = .init(of: shard.count, present: [shard.index + 1]) }
        return record
    }

    private var schedule: String {
        guard let sending = cast.plan.sending else { return "as the rules say" }
        let spread = sending.spread == .poisson ? ", poisson" : ""
        switch sending.schedule {
        case .rate(let rate): return "open, \(rate)\(spread)"
        case .every(let range): return "open, each device every \(text(range))\(spread)"
        case .think(let range): return "closed, \(text(range)) between a reply and the next text"
        }
    }
}
