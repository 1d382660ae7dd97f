import Bot
import Hermes
import Net
import Time

// One bot on one loop, for real. Its rule: the bot is told one event at a time, never from inside another; the effects
// of an event are performed in order, and only once what it persists is on the disk.

/// One bot, driven: told events, woken when due, its effects performed.
///
/// A bot's connection is the owner's affair: a device's is made by `connect`, a gateway's comes from a listener.
public final class Driven: LoopMember {
    public private(set) var bot: Bot
    public let stage: Stage
    /// Told apart in transcripts and state by this name.
    public let name: String
    public private(set) var connection: Connection?
    /// The owner's own, to find what belongs to it.
    public var tag = 0
    /// Told of all that passes; nil: nothing is recorded.
    public var recording: SessionRecording?

    private unowned let owner: any DrivenOwner
    private let folder: String
    private let settings: Errands.Settings
    /// Once there has been one.
    private(set) var errands: Errands?
    private var queue: [Event] = []
    private var isBusy = false
    private var hasEnded = false
    private var timer = Timer.none
    private var armed = Instant.distantFuture
    private var seat: Seat?
    /// Effects that wait for a commit, oldest first.
    private var waiting: [Waiting] = []
    private var lastCommit: UInt64 = 0

    private struct Waiting {
        let commit: UInt64
        var isDurable = false
        let items: [Effect]
        let bytes: [UInt8]
    }

    /// - Parameter folder: what the rule file's own paths are relative to.
    public init(
        _ bot: Bot, name: String, folder: String, settings: Errands.Settings, stage: Stage, owner: any DrivenOwner
    ) {
        self.bot = bot
        self.name = name
        self.stage = stage
        self.owner = owner
        self.folder = folder
        self.settings = settings
        seat = stage.loop.join(self)
    }

    /// Tells the bot; from inside its own effects, as soon as those are performed.
    public func tell(_ event: Event) {
        if hasEnded { return }
        guard !isBusy else { return queue.append(event) }
        isBusy = true
        handle(event)
        isBusy = false
        drain()
    }

    /// A whole message from the wire. The bytes are borrowed.
    public func receive(_ message: Span<UInt8>) {
        if hasEnded { return }
        recording?.heard(message, at: stage.loop.now)
        owner.heard(message, by: self)
        isBusy = true
        let seen = bot.receive(message, now: stage.loop.now, into: &stage.effects)
        owner.saw(seen, by: self)
        if stage.effects.items.contains(where: \.isPart) { ownErrands().keepParts(of: message, in: stage.effects) }
        flush()
        isBusy = false
        drain()
    }

    /// Role device: this connection is being made.
    public func connecting(_ connection: Connection) { self.connection = connection }

    /// Role device: the socket is open. Role gateway: a device's hello was let in; an older connection is no longer the
    /// bot's.
    public func opened(_ connection: Connection, token: Secret?) {
        if self.connection != connection { errands?.connectionEnded() }
        self.connection = connection
        tell(.opened(token: token))
    }

    /// The connection ended, or the attempt did. One that the bot closed itself is told of no more.
    public func closed(_ connection: Connection, _ ending: BotEnding) {
        guard self.connection == connection else { return }
        self.connection = nil
        errands?.connectionEnded()
        tell(.closed(ending))
    }

    /// The socket's queue is empty again: what the bot has to say goes before the next part of a file.
    public func writable() {
        tell(.writable)
        errands?.goOn()
    }

    /// Stops reading, so that the peer sends no faster than a disk takes it; or goes on.
    func pauseReading(_ pauses: Bool) {
        guard let connection else { return }
        if pauses { stage.sockets.pauseReading(connection) } else { stage.sockets.resumeReading(connection) }
    }

    /// Goes on with other rules.
    public func reload(_ blueprint: Blueprint) {
        isBusy = true
        bot.reload(blueprint, now: stage.loop.now, into: &stage.effects)
        flush()
        isBusy = false
        drain()
    }

    /// Ends it: no timer, no errand, no event any more.
    public func end() {
        hasEnded = true
        stage.loop.cancel(&timer)
        if let seat { stage.loop.leave(seat) }
        seat = nil
        errands?.end()
        queue = []
        waiting = []
    }

    public func fired(_ timer: Timer, token: Int) {
        armed = .distantFuture
        self.timer = .none
        tell(.wake)
    }

    // MARK: Events in, effects out

    private func drain() {
        guard !isBusy else { return }
        isBusy = true
        var next = 0
        while next < queue.count {
            handle(queue[next])
            next += 1
        }
        // Most bots are idle most of the time: they keep no queue meanwhile.
        queue = []
        isBusy = false
        arm()
    }

    private func handle(_ event: Event) {
        let now = stage.loop.now
        recording?.told(event, at: now)
        bot.handle(event, now: now, into: &stage.effects)
        flush()
    }

    private func arm() {
        guard let seat else { return }
        let deadline = bot.deadline ?? .distantFuture
        guard deadline != armed else { return }
        stage.loop.cancel(&timer)
        armed = deadline
        if deadline != .distantFuture { timer = stage.loop.arm(at: deadline, seat: seat, token: 0) }
    }

    /// Performs what the bot just gave, now or once its changes are kept.
    private func flush() {
        guard !stage.effects.isEmpty else { return }
        var changes: [Change] = []
        for case .persist(let key, let value) in stage.effects.items { changes.append(Change(key: key, value: value)) }
        if changes.isEmpty, waiting.isEmpty {
            // The buffer is lent out while it is performed, so that nothing that an effect causes can write into it.
            let effects = stage.takeEffects()
            perform(effects.items, effects.bytes)
            stage.returnEffects(effects)
            return
        }
        lastCommit += 1
        let commit = lastCommit
        waiting.append(
            Waiting(commit: commit, isDurable: changes.isEmpty, items: stage.effects.items, bytes: stage.effects.bytes))
        stage.effects.removeAll()
        if !changes.isEmpty { owner.keep(changes, of: self) { [weak self] in self?.committed(commit) } }
    }

    private func committed(_ commit: UInt64) {
        guard let index = waiting.firstIndex(where: { $0.commit == commit }) else { return }
        waiting[index].isDurable = true
        let wasBusy = isBusy
        isBusy = true
        while let first = waiting.first, first.isDurable {
            waiting.removeFirst()
            perform(first.items, first.bytes)
        }
        isBusy = wasBusy
        drain()
    }

    private func perform(_ items: [Effect], _ bytes: [UInt8]) {
        for effect in items {
            recording?.asked(effect, at: stage.loop.now)
            switch effect {
            case .connect: owner.connect(self)
            case .send(let range, let kind): send(bytes, range, kind)
            case .ping(let mark):
                if let connection { stage.sockets.ping(mark: mark, on: connection) }
            case .close(let code, let reason): close(code, reason)
            case .persist, .keepPart: break  // done already
            case .audit(let ticket, let record): audit(ticket, record)
            case .log(let level, let text): stage.journal.logByRule(level, text, bot: name, at: stage.loop.now.wall)
            case .note(let note): owner.noted(note, by: self)
            case .trace(let trace): owner.traced(trace, by: self)
            case .acted(let rule, _, let action): owner.acted(rule, action, by: self)
            case .failed(let reason): owner.failed(self, reason: reason)
            case .exit(let code): owner.ended(self, code: code)
            default: ownErrands().perform(effect)
            }
        }
    }

    /// Most bots never run one.
    private func ownErrands() -> Errands {
        if let errands { return errands }
        let made = Errands(folder: folder, settings: settings, stage: stage)
        made.driven = self
        errands = made
        return made
    }

    private func send(_ bytes: [UInt8], _ range: Range<Int>, _ kind: Outgoing) {
        let frame = bytes.span.extracting(range)
        // It may have waited for the disk, and much may have come in meanwhile.
        if kind == .answer, !bot.stillAnswers(frame) {
            return stage.journal.log(
                .info, "a prompt was closed, or approving stopped, while its answer was kept: nothing is sent",
                bot: name, at: stage.loop.now.wall)
        }
        recording?.said(frame, kind, at: stage.loop.now)
        owner.said(frame, kind, by: self)
        // The token stands in hello.
        send(frame, compress: kind != .hello)
    }

    private func send(_ frame: Span<UInt8>, compress: Bool) {
        guard let connection else { return }
        switch stage.sockets.send(frame, compress: compress, on: connection) {
        case .accepted, .notOpen: break
        case .full, .tooBig:
            // Nothing may be lost in the middle of a connection: end it, and what was not delivered goes out on the next.
            stage.journal.log(
                .warning, "the peer reads too slowly: its queue is full; the connection is dropped", bot: name,
                at: stage.loop.now.wall)
            stage.sockets.drop(connection)
        }
    }

    /// A frame of an upload that is sent whole: a link, or the word that no more comes.
    func sendRaw(_ frame: [UInt8]) {
        recording?.said(frame.span, .raw, at: stage.loop.now)
        owner.said(frame.span, .raw, by: self)
        send(frame.span, compress: false)
    }

    /// A part of an upload begins to leave. It is never compressed: pictures and sounds do not shrink, and a loop has no
    /// time to try.
    func said(part: OutgoingPart) { owner.said(part: part, by: self) }

    /// A part of an upload has left.
    func record(part frame: [UInt8]) { recording?.said(frame.span, .raw, at: stage.loop.now) }

    func offer(path: String, mime: String) -> String? { owner.offer(path: path, mime: mime, by: self) }

    private func close(_ code: UInt16, _ reason: String) {
        guard let connection else { return }
        self.connection = nil
        errands?.connectionEnded()
        if code == 0 {
            stage.sockets.drop(connection)
        } else {
            stage.sockets.close(connection, code: code, reason: reason)
        }
    }

    private func audit(_ ticket: Ticket?, _ record: AuditRecord) {
        owner.audit(record, of: self) { [weak self] failure in
            if let ticket { self?.tell(.audited(ticket, failure: failure)) }
        }
    }
}

extension Effect {
    fileprivate var isPart: Bool { if case .keepPart = self { true } else { false } }
}

/// What a bot wants kept over a restart; nil removes it.
public struct Change: Sendable {
    public var key: String
    public var value: [UInt8]?
}
