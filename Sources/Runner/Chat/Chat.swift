import Drive
import Files
import Glibc
import Hermes
import Net
import Rules
import Store
import Time
import WebSocket

/// A person as a device: lines from standard input go out as texts and answers, what comes is written to standard
/// output. It reconnects like a bot does; a line counts as sent once the peer has read up to it, else it goes out again.
public final class Chat {
    private let settings: RunSettings
    private let target: Target
    private let token: TokenSource
    /// Holds the device id, made once and kept: a gateway may bind its token to it.
    private let folder: StateFolder
    private let device: Hello.Device
    private let loop: Loop
    private let journal: Journal
    /// Lines come from a person, not from a pipe.
    private let isTyped = isatty(0) == 1
    private var sockets: WebSockets!
    private var seat: Seat!

    private var session = DeviceSession()
    private let times = DeviceSession.Settings()
    private var random = SystemRandomNumberGenerator()
    private var connection: Connection?
    private var attemptToken: Secret?
    private var timer = Timer.none

    private var stream = MessageStream()
    private var handled: Set<String> = []
    private var view: ChatView
    private var cards: [Card] = []
    private var cardCount = 0
    /// Frames that the peer is not known to have read, oldest first.
    private var unread: [(mark: UInt64, frame: [UInt8])] = []
    private var lastMark: UInt64 = 0
    private var lastHeard: Instant
    private var inputHasEnded = false
    private var wasReady = false
    /// It was told what to look at.
    private var isAdvised = false
    private var isOver = false
    /// How it ended, once the loop has stopped.
    public private(set) var exitCode = ExitCode.well

    private static let quiet = Interval.seconds(30)
    /// At the end of the input: how long the other end must have been silent.
    private static let silence = Interval.seconds(2)

    /// - Parameter url: the server.
    public init(
        _ settings: RunSettings, url: String, paint: Paint, isTerminal: Bool, loop: Loop, journal: Journal
    ) throws(ExitFault) {
        self.settings = settings
        self.loop = loop
        self.journal = journal
        let server = ServerSettings()
        token = TokenSource(flag: settings.tokenFile, server: server, folder: ".")
        let secret: Secret?
        do { secret = try token.read() } catch { throw ExitFault(.badConfiguration, "\(error)") }
        target = try Target(url, server: server, tls: settings.tls, hasToken: secret != nil)
        let path = StatePath.folder(of: "chat", flag: settings.state, alone: true)
        do { folder = try StateFolder.open(path) } catch { throw ExitFault.cannotKeep(error, in: path) }
        device = Hello.Device(id: folder.deviceID, name: "talaria chat", platform: "talaria", appVersion: "1.0.0")
        view = ChatView(paint: paint, isTerminal: isTerminal)
        lastHeard = loop.now.instant
        sockets = WebSockets(loop: loop, driver: self)
        seat = loop.join(self)
    }

    /// Connects, and reads standard input on a thread of its own.
    public func start() throws(ExitFault) {
        if session.start(now: loop.now.instant, settings: times) { connect() }
        arm()
        try TypedLines.read(for: self, loop: loop, take: { $0.take($1) }, end: { $0.inputEnded() })
    }

    /// Closes the connection and stops the loop.
    public func leave() { end(.well) }

    private func end(_ code: ExitCode) {
        guard !isOver else { return }
        isOver = true
        exitCode = code
        show(view.leaveLine())
        loop.cancel(&timer)
        _ = session.stop()
        guard let connection else { return loop.stop() }
        sockets.close(connection, code: 1000, reason: "")
        loop.after(.seconds(2)) { [loop] _ in loop.stop() }
    }

    private func show(_ text: String) {
        if !text.isEmpty { writeAll(Array(text.utf8), to: 1) }
    }

    // MARK: The person

    private func take(_ line: String) {
        if isOver { return }
        let meant = ChatLine(line, open: cards)
        if !isTyped, meant != .nothing { show(view.show(read: line)) }
        switch meant {
        case .nothing: break
        case .help: show(ChatLine.manual)
        case .cards:
            for card in cards { show(view.show(card)) }
            if cards.isEmpty { show(view.show("no card is open")) }
        case .quit: leave()
        case .complaint(let complaint): show(view.show(complaint))
        case .text(let text): send { TextFrame(id: Randomness.uuid(), text: text).encode(into: &$0) }
        case .answer(let answer):
            cards.removeAll { $0.prompt.id == answer.prompt }
            send { answer.encode(into: &$0) }
        }
    }

    private func inputEnded() {
        inputHasEnded = true
        leaveIfDone()
        arm()
    }

    /// At the end of the input it goes once all was read and the other end has nothing more to say.
    private func leaveIfDone() {
        guard inputHasEnded, session.isReady, unread.isEmpty, !stream.isOpen, !stream.isBusy else { return }
        if loop.now.instant >= lastHeard + Self.silence { leave() }
    }

    private func send(_ encode: (inout [UInt8]) -> Void) {
        var frame: [UInt8] = []
        encode(&frame)
        lastMark += 1
        unread.append((lastMark, frame))
        lastHeard = loop.now.instant
        if session.isReady { transmit(lastMark, frame) }
    }

    private func transmit(_ mark: UInt64, _ frame: [UInt8]) {
        guard let connection else { return }
        guard sockets.send(frame.span, on: connection) == .accepted else {
            return show(view.show("the server reads too slowly: the line waits"))
        }
        sockets.ping(mark: mark, on: connection)
    }

    // MARK: The session

    private func connect() {
        do { attemptToken = try token.read() } catch {
            journal.log(.error, "\(error)", at: loop.now.wall)
            return end(.badConfiguration)
        }
        if let attemptToken { journal.hide(attemptToken) }
        connection = sockets.connect(target.request(attemptToken), tag: 0)
    }

    private func arm() {
        loop.cancel(&timer)
        if isOver { return }
        var due = [session.deadline(times), stream.deadline].compactMap { $0 }
        if inputHasEnded, session.isReady {
            due.append(max(lastHeard + Self.silence, loop.now.instant + .milliseconds(50)))
        }
        if let next = due.min() { timer = loop.arm(at: next, seat: seat, token: 0) }
    }

    private func wake() {
        if let finished = stream.tick(now: loop.now.instant) { show(view.finish(finished)) }
        leaveIfDone()
        if isOver { return }
        switch session.tick(now: loop.now.instant, settings: times, using: &random) {
        case .nothing: break
        case .connect: connect()
        case .ping:
            if let connection { sockets.ping(mark: 0, on: connection) }
        case .drop(let cause, let consequence):
            if let connection { sockets.drop(connection) }
            connection = nil
            follow(consequence, cause.rawValue)
        }
    }

    private func follow(_ consequence: DeviceSession.Consequence, _ reason: String) {
        switch consequence {
        case .ignored: break
        case .failed:
            journal.log(.error, "\(target.url): access denied: \(reason)", at: loop.now.wall)
            end(.denied)
        case .retry(let at):
            if !settings.retries || inputHasEnded && !wasReady {
                journal.log(.error, "\(target.url): \(reason)", at: loop.now.wall)
                return end(.unreachable)
            }
            let wait = (at - loop.now.instant).roundedText
            journal.log(.warning, "\(reason); connecting again in \(wait)", at: loop.now.wall)
        }
    }

    // MARK: Frames

    private func take(_ frame: GatewayFrame, from bytes: Span<UInt8>) {
        let now = loop.now.instant
        switch frame {
        case .ready:
            guard case .ready(let again) = session.welcomed(now: now, settings: times) else { return }
            wasReady = true
            journal.log(
                .info, again ? "ready again" : "ready at \(target.url); :help says what can be typed", at: loop.now.wall
            )
            for (mark, frame) in unread { transmit(mark, frame) }
        case .message(let message):
            let progress = stream.take(message, wasHandled: handled.contains(message.id), now: now, quiet: Self.quiet)
            for finished in [progress.ended, progress.finished].compactMap({ $0 }) { handled.insert(finished.id) }
            show(view.show(progress))
        case .typing(let stop):
            if let finished = stream.typing(stop: stop, now: now) { show(view.finish(finished)) }
        case .avatar(let state):
            if let finished = stream.avatar(state, now: now) { show(view.finish(finished)) }
        case .prompt(let prompt):
            if cards.contains(where: { $0.prompt == prompt }) { return }
            cards.removeAll { $0.prompt.id == prompt.id }
            cardCount += 1
            let card = Card(number: cardCount, prompt: prompt)
            cards.append(card)
            show(view.show(card))
        case .promptDone(let done):
            cards.removeAll { $0.prompt.id == done.id }
            let outcome = done.expired ? "it has expired" : done.option.map { "\($0) was applied" } ?? "answered"
            show(view.show("the card is closed: \(outcome)"))
        case .media, .error, .unknown:
            show(view.show(FrameLine.text(of: frame, in: bytes)))
            if case .error(let error) = frame, error.fatal, session.denied() {
                if let connection { sockets.close(connection, code: 1000, reason: "") }
                follow(.failed(.denied), error.message)
            }
        }
    }
}

extension Chat: WebSocketDriver, LoopMember {
    public func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        guard session.opened(now: loop.now.instant, settings: times) else { return sockets.drop(connection) }
        var hello: [UInt8] = []
        Hello(token: attemptToken, device: device).encode(into: &hello)
        attemptToken = nil
        // The token stands in it.
        _ = sockets.send(hello.span, compress: false, on: connection)
        arm()
    }

    public func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        if isOver { return }
        session.heard(now: loop.now.instant)
        lastHeard = loop.now.instant
        switch GatewayFrame.decode(message) {
        case .frame(let frame): take(frame, from: message)
        case .malformed(let fault): show(view.show("no frame came, but \(fault)"))
        }
        arm()
    }

    public func ponged(mark: UInt64, on connection: Connection, tag: Int) {
        session.heard(now: loop.now.instant)
        unread.removeAll { $0.mark <= mark }
    }

    public func heard(on connection: Connection, tag: Int) { session.heard(now: loop.now.instant) }

    public func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        guard self.connection == connection else { return }
        self.connection = nil
        if isOver { return loop.stop() }
        stream.disconnected()
        follow(
            session.ended(ending.session, now: loop.now.instant, settings: times, using: &random), ending.text)
        if !wasReady, !isAdvised, let advice = ending.advice {
            isAdvised = true
            journal.log(.info, advice, at: loop.now.wall)
        }
        arm()
    }

    public func fired(_ timer: Timer, token: Int) {
        self.timer = .none
        wake()
        arm()
    }
}

extension Net.Ending {
    /// What the network saw, as the session is told.
    fileprivate var session: DeviceSession.Ending {
        switch self {
        case .close(let code, _): .closed(code: code)
        case .refused(let status): .refused(status: status)
        case .failed: .lost
        }
    }
}
