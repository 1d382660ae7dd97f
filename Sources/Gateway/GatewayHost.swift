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
    let source: BotSource
    let settings: GatewaySettings
    let loop: Loop
    let journal: Journal
    let blueprint: Blueprint
    let tokens: TokenTable
    let inbox: Inbox
    let fetcher: Fetcher
    private(set) var stage: Stage!
    private(set) var listener: Listener!
    private(set) var seat: Seat!
    /// Where it can be reached, with the real port.
    public private(set) var url = ""
    /// The tokens that a connection's upgrade showed, until it opens.
    var shown: [Int: [Secret]] = [:]
    var guests: [Int: Guest] = [:]
    /// The devices that are connected, by their connection's tag.
    var connected: [Int: Device] = [:]
    /// All devices that said hello, by their id.
    var devices: [String: Device] = [:]
    var offers = Offers()
    private var nextTag = 1
    private var isOver = false
    private(set) var onEnd: (() -> Void)?

    /// Reads the tokens and listens.
    /// - Throws: `badConfiguration` for a token that is missing, or none at all on an address that others can reach;
    ///   `cannotWrite` for a port in use.
    public init(_ source: BotSource, settings: GatewaySettings, loop: Loop, journal: Journal) throws(ExitFault) {
        self.source = source
        self.settings = settings
        self.loop = loop
        self.journal = journal
        blueprint = try source.blueprint(
            tracing: journal.shows(.debug) ? .rules : journal.shows(.info) ? .notes : .off, keeps: false)
        let reader = SecretReader(folder: source.folder)
        var tokens: [TokenTable.Entry] = []
        for token in source.file.listen.tokens {
            do throws(SecretFault) {
                tokens.append(TokenTable.Entry(token: try reader.read(token.source), device: token.device))
            } catch {
                throw ExitFault(.badConfiguration, "\(source.file.path): a token is missing: \(error)")
            }
        }
        self.tokens = TokenTable(tokens)
        for entry in tokens { journal.hide(entry.token) }
        do throws(InboxFault) {
            inbox = try Inbox(settings.state + "/media", quota: source.file.receive.quota)
        } catch {
            throw ExitFault(.cannotWrite, error.text)
        }
        fetcher = Fetcher(Fetcher.Settings(folder: inbox.incoming))
        try listen()
    }

    private func listen() throws(ExitFault) {
        let file = source.file
        let text = settings.listen ?? file.listen.listen
        let address: SocketAddress
        do throws(NetFailure) {
            address = try SocketAddress(parsing: text)
        } catch {
            throw ExitFault(
                .badConfiguration, "cannot listen on “\(text)”: \(error.text)",
                hint: "an address and a port, such as 127.0.0.1:8787 or [::1]:0")
        }
        if tokens.entries.isEmpty, !address.ip.isLoopback {
            throw ExitFault(
                .badConfiguration,
                "\(text) can be reached from other machines, and there is no token: anybody would be let in",
                hint: "name \"tokens\" in \"server\", or listen on 127.0.0.1")
        }
        var socketSettings = WebSocketSettings()
        socketSettings.maxMessage = file.listen.maxMessage
        let sockets = WebSockets(loop: loop, driver: self, settings: socketSettings)
        stage = Stage(loop: loop, sockets: sockets, journal: journal, worker: Worker())
        var listen = ListenSettings(address)
        listen.path = settings.path ?? file.listen.path
        listen.sharesPort = settings.sharesPort
        listen.upgradeTimeout = file.listen.helloTimeout
        if let certificate = settings.certificate {
            var tls = TLSContext.Settings()
            tls.certificate = certificate
            tls.key = settings.key
            do throws(NetFailure) { listen.tls = try TLSContext.server(tls) } catch {
                throw ExitFault(.badConfiguration, error.text)
            }
        }
        do throws(NetFailure) {
            listener = try sockets.listen(listen)
        } catch {
            throw ExitFault(error.code == .listen ? .cannotWrite : .badConfiguration, error.text)
        }
        url = "\(listen.tls == nil ? "ws" : "wss")://\(listener.address)\(listen.path ?? "/")"
        seat = loop.join(self)
        if tokens.entries.isEmpty {
            journal.log(.info, "no token is set: any device is let in", bot: file.name, at: loop.now.wall)
        }
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
