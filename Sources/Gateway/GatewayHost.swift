import Bot
import Drive
import Files
import Hermes
import Media
import Net
import Rules
import Time

// The embedded gateway. One bot a device id, whose connections come and go (the newest wins), so that open prompts and
// dialogue outlive a drop. A socket that has not said hello yet belongs to a `Greeting`.

/// Serves one rule file of role gateway on one port of one loop.
public final class GatewayHost: LoopMember {
    var source: BotSource
    let settings: GatewaySettings
    let loop: Loop
    let journal: Journal
    var blueprint: Blueprint
    var tokens: TokenTable
    let inbox: Inbox
    var errands: Errands.Settings
    private(set) var stage: Stage!
    private(set) var listener: Listener!
    private(set) var seat: Seat!
    /// Where it can be reached, with the real port.
    public private(set) var url = ""
    /// What a connection's upgrade showed, until it opens.
    var shown: [Int: Shown] = [:]
    var guests: [Int: Guest] = [:]
    /// The devices that are connected, by their connection's tag.
    var connected: [Int: Device] = [:]
    /// All devices that said hello, by their id.
    var devices: [String: Device] = [:]
    var offers: Offers
    /// When it was last said that no connection can be accepted.
    var lastTrouble: Instant?
    private var nextTag = 1
    private var isOver = false
    private(set) var onEnd: (() -> Void)?

    /// Reads the tokens and listens.
    /// - Throws: as `GatewayPlan`; `cannotWrite` for a port in use.
    public convenience init(
        _ source: BotSource, settings: GatewaySettings, loop: Loop, journal: Journal
    ) throws(ExitFault) {
        try self.init(GatewayPlan(source, settings: settings), loop: loop, journal: journal)
    }

    /// Listens.
    /// - Parameter shard: which one of several processes it is.
    public init(_ plan: GatewayPlan, shard: Shard? = nil, loop: Loop, journal: Journal) throws(ExitFault) {
        source = plan.source
        settings = plan.settings
        tokens = plan.tokens
        self.loop = loop
        self.journal = journal
        blueprint = try Self.blueprint(of: plan.source, journal)
        offers = Offers(shared: shard?.offers, quota: source.file.receive.quota)
        for entry in tokens.entries { journal.hide(entry.token) }
        let state = shard.map { "\(plan.settings.state)/worker-\($0.index)" } ?? plan.settings.state
        do throws(InboxFault) {
            inbox = try Inbox(state + "/media", quota: source.file.receive.quota)
            try inbox.clear { _ in false }
        } catch {
            throw ExitFault(.cannotWrite, error.text)
        }
        errands = Errands.Settings(
            inbox: inbox, file: source.file, server: nil,
            fetcher: Fetcher(for: source.file, inbox: inbox, state: settings.state))
        try listen(plan, shard)
    }

    static func blueprint(of source: BotSource, _ journal: Journal) throws(ExitFault) -> Blueprint {
        try source.blueprint(
            tracing: journal.shows(.debug) ? .rules : journal.shows(.info) ? .notes : .off, keeps: false)
    }

    /// Bytes of hello at most: it names a device and a user, and whoever reaches the port may send it.
    private static let longestHello = 64 << 10

    private func listen(_ plan: GatewayPlan, _ shard: Shard?) throws(ExitFault) {
        let file = source.file
        var socketSettings = WebSocketSettings()
        socketSettings.maxMessage = file.listen.maxMessage
        socketSettings.maxStrangersMessage = Self.longestHello
        let sockets = WebSockets(loop: loop, driver: self, settings: socketSettings)
        stage = Stage(loop: loop, sockets: sockets, journal: journal, worker: Worker())
        do throws(NetFailure) {
            var listen = ListenSettings(
                try shard.map { shard throws(NetFailure) in try SocketAddress(parsing: shard.address) } ?? plan.address)
            listen.path = plan.path
            listen.sharesPort = shard != nil
            listen.upgradeTimeout = file.listen.helloTimeout
            listen.policy.compression = file.listen.compression ? .eachByItself : nil
            listen.tls = plan.tls
            listener = try sockets.listen(listen)
        } catch {
            throw GatewayPlan.fault(error)
        }
        url = Self.url(listener.address, plan)
        seat = loop.join(self)
        if tokens.entries.isEmpty, shard == nil {
            journal.log(.info, "no token is set: any device is let in", bot: file.name, at: loop.now.wall)
        }
    }

    /// Where a gateway with this plan is reached, on the address that it really has.
    public static func url(_ address: SocketAddress, _ plan: GatewayPlan) -> String {
        "\(plan.tls == nil ? "ws" : "wss")://\(address)\(plan.path)"
    }

    func newTag() -> Int {
        defer { nextTag += 1 }
        return nextTag
    }

    /// Takes no more connections, lets what is under way end, and calls `ended` when all is over, at the latest after
    /// the drain time.
    public func drain(ended: @escaping () -> Void) {
        guard onEnd == nil else { return }
        onEnd = ended
        listener.close()
        for guest in guests.values { stage.sockets.close(guest.connection, code: 1001, reason: "the gateway stops") }
        for device in devices.values { device.driven.tell(.drain) }
        loop.after(settings.drain) { [weak self] _ in self?.finish() }
        endIfEmpty()
    }

    func endIfEmpty() {
        if onEnd != nil, guests.isEmpty, connected.isEmpty { finish() }
    }

    /// Ends at once.
    public func end() {
        onEnd = onEnd ?? {}
        finish()
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        for device in devices.values { device.driven.end() }
        offers.removeAll()
        onEnd?()
    }
}
