import Address
import Bot
import CSystem
import Drive
import Hermes
import Measure
import Net
import Random
import Rules
import Time

// One process's part of a run: its devices on one loop, the agenda that wakes them, the meter that they fill. Its rule:
// what is due follows from the plan alone, never from what the server does; how late it was done is measured too.
//
// Shard+Agenda is what is due and when, Shard+Devices what devices are told and what they ask for, Shard+Sockets what the
// network says.

/// The devices of one process.
public final class Shard {
    public let cast: Cast
    public let part: Part
    public let loop: Loop
    public let meter: Meter
    /// Where a single device is told of, line by line; nil: nowhere.
    let journal: Journal?
    /// Called once a second.
    var secondEnded: (SeriesPoint) -> Void = { _ in }
    /// Called when all is over.
    var ended: () -> Void = {}

    // What each message touches is not checked for overlapping accesses at run time, which costs a twentieth of a message.
    // That is safe: while one of these is being changed only `Bot`, `Marks` and the wheel run, and they know no shard.

    /// In the order of their arrival; a connection's tag is its device's index here.
    @exclusivity(unchecked) var devices: [Device] = []
    let blueprints: [Blueprint]
    let routes: [Route]
    /// When devices speak; nil: as their rules say.
    let timing: Sending.Schedule?
    /// The plan's only text, where it is the same each time.
    let plainText: String?
    var sockets: WebSockets!
    var seat: Seat!
    @exclusivity(unchecked) var effects = Effects()
    /// What devices are yet to be told: things that their own effects brought about.
    @exclusivity(unchecked) var pending: [Pending] = []
    var isBusy = false
    /// When what is being told was planned; nil: it was not.
    var planned: Instant?
    /// What is being told has counted as an error: that a device fails by it is the same one, not another.
    var isCounted = false

    /// The run's start.
    private(set) var start = Instant.distantFuture
    var alarm: AlarmClock!
    var arrivals: ArrivalTimes
    var sends: SendTimes
    var reminders = Reminders()
    var random: SplitMix
    var course: Course
    var phase = Phase.waiting
    var watch = SelfWatch()
    var gathering = Gathering()
    /// Devices of the drill that is on.
    var drilled: [Int] = []
    var traffic = (bytesIn: 0, bytesOut: 0)
    /// Seconds that `endSecond` has ended.
    var second = 0
    /// Files that devices are sending, by device.
    var uploads: [Int: [SendingFile]] = [:]
    /// Bytes of transfers that come in.
    var incoming: [Received: Int] = [:]
    /// Where the search for lost replies goes on.
    var swept = 0
    /// Where closing goes on.
    var closing = 0
    /// The course's first leg has begun.
    var hasEntered = false
    /// Texts of the plan that were said.
    var said = 0
    /// How long replies may come to a run that somebody stops.
    var patience = Interval.seconds(5)
    /// When it began to say nothing new.
    private(set) var fellSilent = Instant.distantFuture

    enum Phase {
        case waiting, running
        /// Nothing new is said; replies may come until then. Each text has its whole time for one, if nobody stopped the run.
        case draining(until: Instant)
        case closing(until: Instant)
        case over
    }

    struct Pending {
        var device: Int
        var event: Event
        var planned: Instant?
        /// It has counted as an error.
        var isCounted = false
    }

    /// Makes ready; nothing connects before `begin`.
    public init(
        _ cast: Cast, part: Part, loop: Loop, run: RunID = RunID(0), tokenFile: String? = nil,
        tls: TLSContext.Settings = .init(), journal: Journal? = nil
    ) throws(ExitFault) {
        self.journal = journal
        self.cast = cast
        self.part = part
        self.loop = loop
        let plan = cast.plan
        meter = Meter(tags: cast.bots.count > 1 ? cast.tags : [])
        var blueprints: [Blueprint] = []
        var routes: [Route] = []
        for source in cast.bots {
            let tracing: Blueprint.Tracing = journal.map { $0.shows(.debug) ? .rules : .notes } ?? .off
            blueprints.append(try source.blueprint(tracing: tracing, keeps: false, salt: run.number))
            routes.append(try Route(source, tokenFile: tokenFile, tls: tls))
        }
        self.blueprints = blueprints
        self.routes = routes
        timing = plan.sending?.schedule
        plainText = plan.sending?.plainText
        arrivals = ArrivalTimes(plan.arrivals, devices: plan.devices, part: part, seed: plan.seed)
        sends = SendTimes(spread: plan.sending?.spread ?? .even, part: part, seed: plan.seed)
        random = SplitMix(seed: plan.seed &+ UInt64(part.index))
        course = Course(plan)
        seat = loop.join(self)
        var settings = WebSocketSettings()
        settings.answersAtOnce = true
        settings.sources = SourcePool(plan.sources.compactMap { IPAddress($0) })
        settings.maxMessage = cast.bots.map(\.file.server.maxMessage).max() ?? settings.maxMessage
        settings.maxQueue = max(settings.maxQueue, 2 * (cast.bots.map(\.file.server.maxSend).max() ?? 0))
        sockets = WebSockets(loop: loop, driver: self, settings: settings)
        alarm = try AlarmClock(loop: loop) { [unowned self] in ring() }
        let own = part.share(of: plan.devices)
        devices.reserveCapacity(own)
        for _ in 0..<own { meter.move(from: nil, to: .planned) }
    }

    /// The run starts at that instant of the monotonic clock.
    public func begin(at start: Instant) {
        guard case .waiting = phase else { return }
        self.start = start
        phase = .running
        system_sleep_exactly()
        watch.begin()
        alarm.set(at: start)
    }

    /// Says nothing new from now on, lets replies come for a moment, then closes all.
    public func stop() {
        switch phase {
        case .waiting: finish()
        case .running where clock() < start: finish()
        case .running: drain(atMost: patience)
        case .draining(let until): phase = .draining(until: min(until, clock() + patience))
        case .closing, .over: break
        }
    }

    func drain(atMost wait: Interval) {
        let now = clock()
        fellSilent = now
        phase = .draining(until: now + min(wait, cast.plan.replyTimeout))
        endDrill()
        alarm.set(at: now)
    }

    /// All is over: the last second is told, whole or not.
    func finish() {
        if case .over = phase { return }
        phase = .over
        endSecond()
        for index in devices.indices { loop.cancel(&devices[index].timer) }
        alarm.end()
        sockets.shutdown()
        loop.leave(seat)
        ended()
    }

    /// How long the run went on, until nothing new was said.
    public var elapsed: Interval { max(.zero, min(fellSilent, clock()) - start) }

    /// When it began; now, if it has not.
    public var started: WallTime {
        loop.now.wall + min(.zero, start - loop.now.instant)
    }

    /// How the generator itself did.
    public func generator() -> GeneratorRecord { watch.record() }

    /// The monotonic clock as it is now, not as it was when the turn began: for what is measured.
    func clock() -> Instant { loop.clock() }
}

/// Where the devices of one bot connect to.
struct Route {
    let target: Target
    let source: TokenSource
    private(set) var token: Secret?
    private var readAt = Instant.zero

    init(_ bot: BotSource, tokenFile: String?, tls: TLSContext.Settings) throws(ExitFault) {
        guard let url = bot.file.server.url else {
            throw ExitFault(.badConfiguration, "\(bot.file.name) names no server", hint: "--url ws://…")
        }
        source = TokenSource(flag: tokenFile, server: bot.file.server, folder: bot.folder)
        token = try source.read(of: bot.file.name)
        target = try Target(url, server: bot.file.server, tls: tls, hasToken: token != nil)
    }
}
