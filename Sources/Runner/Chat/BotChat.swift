import Bot
import Drive
import Files
import Glibc
import Hermes
import JSON
import Net
import Prove
import Rules
import Synchronization
import Time
import WebSocket

// A person as the gateway of a bot. Its rule: the bot is the one that runs, in a fleet of its own, over a real socket;
// the person's end is a port of this machine that only this bot knows.

/// Talks to a bot by hand: a line of standard input goes to it as a message, what it sends is written to standard output.
public final class BotChat {
    let loop: Loop
    let journal: Journal
    /// Lines come from a person, not from a pipe.
    private let isTyped: Bool
    private let settings: RunSettings
    private let source: BotSource
    /// Where the bot keeps its state, unless a folder was named; it goes with this value.
    private let scratch: TemporaryFolder?
    private(set) var fleet: Fleet!
    var sockets: WebSockets!
    private var listener: Listener!
    /// The bot's, once it has said hello.
    var connection: Connection?

    var view: ChatView
    var stream = MessageStream()
    /// Ids that were shown whole: a bot may send what it does not know to be read again.
    var handled: Set<String> = []
    var cards: [Card] = []
    private var cardCount = 0
    /// What the rules made of the last message or prompt, and what they did about it.
    private var lastTrace: Trace?

    var wasGreeted = false
    /// Lines that wait for the bot to be done with the one before, or to connect.
    private var lines: [String] = []
    var lastMark: UInt64 = 0
    /// The bot has read up to there.
    var readMark: UInt64 = 0
    private var inputHasEnded = false
    /// Since when a line, or the end of the input, waits for the bot.
    private var waitsSince: Instant?
    private var isLooking = false
    /// When something was sent or came last.
    var lastMoved: Instant
    /// Lines of the log that wait for their place between those of the conversation.
    private let log = LogLines()
    var isOver = false

    private static let lookAgain = Interval.milliseconds(20)
    /// How long all must have been still for the bot to be done.
    private static let stillness = Interval.milliseconds(40)
    private static let mostLines = 100_000

    /// Listens, and reads what the bot kept.
    /// - Parameters:
    ///   - path: of its rule file.
    ///   - journal: what the bot itself says; its frames are shown here.
    public init(
        _ settings: RunSettings, bot path: String, paint: Paint, loop: Loop, journal: Journal
    ) throws(ExitFault) {
        var settings = settings
        var source = try BotSource(path: path, paint: paint)
        guard source.file.role == .device else {
            throw ExitFault(.usage, "\(path) is of role gateway", hint: "talaria chat --agent \(path)")
        }
        self.loop = loop
        self.journal = journal
        isTyped = isatty(0) == 1
        lastMoved = loop.now.instant
        view = ChatView(paint: paint, isTerminal: isatty(1) == 1)
        scratch = settings.state == nil ? try TemporaryFolder() : nil
        settings.state = settings.state ?? scratch?.path
        // Its own server has no part in this, nor has the token for it.
        settings.url = nil
        settings.tokenFile = nil
        source.file.server.url = nil
        source.file.server.token = nil
        self.settings = settings
        self.source = source

        var socketSettings = WebSocketSettings()
        socketSettings.maxMessage = max(socketSettings.maxMessage, source.file.server.maxSend + 4096)
        sockets = WebSockets(loop: loop, driver: self, settings: socketSettings)
        let path = "/" + Randomness.name(32)
        do throws(NetFailure) {
            var listen = ListenSettings(try SocketAddress(parsing: "127.0.0.1:0"))
            listen.path = path
            listener = try sockets.listen(listen)
        } catch {
            throw ExitFault(.cannotWrite, error.text)
        }
        fleet = try Fleet(
            settings, sources: [source], fallback: "ws://\(listener.address)\(path)", loop: loop, journal: journal)
        fleet.onTrace = { [weak self] trace in
            if trace.trigger == .message || trace.trigger == .prompt { self?.lastTrace = trace }
        }
        fleet.onAction = { [weak self] rule, action in
            if self?.lastTrace?.fired(rule) == true { self?.lastTrace?.note(rule: rule, action) }
        }
    }

    /// The bot connects, and standard input is read.
    public func start() throws(ExitFault) {
        if view.isTerminal, journal.style.isTerminal {
            let remote = OnLoop(self, loop: loop)
            journal.pass { [log] bytes in
                log.add(bytes)
                remote.perform { $0.showLog() }
            }
        }
        try fleet.start()
        try TypedLines.read(for: self, loop: loop, take: { $0.typed($1) }, end: { $0.inputEnded() })
    }

    /// Lets the bot end what is under way, and stops; at the latest after the drain time.
    public func leave() {
        guard !isOver else { return }
        isOver = true
        show(view.leaveLine())
        fleet.drain()
    }

    public var exitCode: Int32 { fleet.exitCode }

    func show(_ text: String) {
        if !text.isEmpty { writeAll(Array(text.utf8), to: 1) }
    }

    /// A line of the log never stands in the middle of a message that grows.
    func showLog() {
        let lines = log.take()
        guard !lines.isEmpty else { return }
        show(view.leaveLine())
        writeAll(lines, to: 2)
    }

    /// Once the loop has stopped: what the log still has to say.
    public func end() {
        journal.pass(to: nil)
        showLog()
    }

    // MARK: The person

    private func typed(_ line: String) {
        guard !isOver, lines.count < Self.mostLines else { return }
        // The terminal has begun a new line itself, whatever stood on the one before.
        if isTyped { _ = view.leaveLine() }
        lines.append(line)
        takeLines()
    }

    private func inputEnded() {
        inputHasEnded = true
        takeLines()
    }

    /// Takes the lines that may be taken: what a person types as it comes; of a pipe each when the bot is done with the one
    /// before, so that the same lines always get the same answers.
    func takeLines() {
        while !isOver, !lines.isEmpty {
            guard isTyped && connection != nil || isDone else { return lookAgain() }
            waitsSince = nil
            take(lines.removeFirst())
        }
        guard inputHasEnded, !isOver else { return }
        // What came last gets its answer, from a person too.
        if isDone { leave() } else { lookAgain() }
    }

    /// The bot has read everything, and nothing is under way: no rule acts, and what it sent is here. A bot that is never
    /// done is not waited for longer than a stop would, and one that has gone for good not at all.
    private var isDone: Bool {
        let now = loop.now.instant
        if connection != nil, readMark == lastMark, !stream.isOpen, fleet.isIdle, now >= lastMoved + Self.stillness {
            return true
        }
        if connection == nil, fleet.isGone { return true }
        let since = waitsSince ?? now
        waitsSince = since
        return now >= since + settings.drain
    }

    private func lookAgain() {
        guard !isLooking else { return }
        isLooking = true
        loop.after(Self.lookAgain) { [weak self] _ in
            self?.isLooking = false
            self?.takeLines()
        }
    }

    private func take(_ line: String) {
        let meant = BotLine(line)
        if !isTyped, meant != .nothing { show(view.show(read: line)) }
        switch meant {
        case .nothing: break
        case .help: show(BotLine.manual)
        case .cards:
            for card in cards { show(view.show(card)) }
            if cards.isEmpty { show(view.show("no card is open")) }
        case .why: explain()
        case .quit: leave()
        case .complaint(let complaint): show(view.show(complaint))
        case .message(let text):
            send { MessageFrame(id: Randomness.uuid(), text: text, edit: false, final: true).encode(into: &$0) }
        case .prompt(let json): prompt(json)
        case .close(let number, let option): close(number, option)
        }
    }

    private func explain() {
        guard let lastTrace else { return show(view.show("no message and no prompt came to the rules yet")) }
        show(view.show(lastTrace.eventSummary))
        show(lastTrace.text(path: source.file.path, otherEvents: false, colour: view.paint.isOn))
    }

    private func prompt(_ json: String) {
        let bytes: [UInt8]
        do throws(WhyFault) { bytes = try Question.prompt(json, named: ":prompt", id: Randomness.uuid()) } catch {
            switch error {
            case .question(let message, let hint):
                return show(view.show(message + (hint.map { ", such as \($0)" } ?? "")))
            case .malformed(let faults): return show(view.leaveLine() + faults)
            case .refused, .unreadable: return
            }
        }
        let prompt: Prompt
        switch GatewayFrame.decode(bytes.span) {
        case .frame(.prompt(let own)): prompt = own
        case .frame(let other):
            return show(view.show(":prompt takes a prompt, not a \(FrameLine.text(of: other, in: bytes.span))"))
        case .malformed(let fault): return show(view.show(":prompt takes a prompt: \(fault)"))
        }
        cards.removeAll { $0.prompt.id == prompt.id }
        cardCount += 1
        let card = Card(number: cardCount, prompt: prompt)
        cards.append(card)
        show(view.show(card))
        send { $0.append(contentsOf: bytes) }
    }

    private func close(_ number: Int, _ option: String?) {
        guard let card = cards.first(where: { $0.number == number }) else {
            return show(view.show("no card \(number) is open"))
        }
        if let option, card.prompt.option(option) == nil {
            return show(view.show("card \(number) offers \(ChatLine.offer(of: card.prompt))"))
        }
        close(card, option: option?.lowercased(), expired: option == nil)
    }

    func close(_ card: Card, option: String?, expired: Bool = false) {
        cards.removeAll { $0.number == card.number }
        send { PromptDone(id: card.prompt.id, option: option, expired: expired).encode(into: &$0) }
    }

    func send(_ encode: (inout [UInt8]) -> Void) {
        var frame: [UInt8] = []
        encode(&frame)
        guard let connection else { return show(view.show("the bot is not connected: the line is lost")) }
        guard sockets.send(frame.span, on: connection) == .accepted else {
            return show(view.show("the bot reads too slowly: the line is lost"))
        }
        lastMoved = loop.now.instant
        lastMark += 1
        sockets.ping(mark: lastMark, on: connection)
    }
}

/// Lines of the log, said on any thread, until they are shown.
private final class LogLines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ line: [UInt8]) { bytes.withLock { $0 += line } }

    func take() -> [UInt8] {
        bytes.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
    }
}
