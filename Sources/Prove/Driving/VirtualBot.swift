import Bot
import Hermes
import JSON
import Rules
import Time

// The third driver of a bot: the clock is a number, the gateway is a script, and an effect is performed by telling the bot
// at once what a real one would tell it later. Nothing waits, so days pass in milliseconds, and the same file and seed
// give the same run, byte for byte.

/// A bot in virtual time, with what it sends gathered for somebody to look at.
final class VirtualBot {
    private(set) var bot: Bot
    private var clock: VirtualClock
    var now: Now { clock.now }
    /// What went out and nobody has taken yet, oldest first.
    var outgoing: [Departure] = []
    var script = Script()
    /// Where the traces, logs and notes go.
    var diary = Diary()
    /// A bot that never comes to rest, or a file that could not be read: the run is over.
    private(set) var fault: String?
    private(set) var exitCode: Int32?
    private var exitIsTaken = false
    /// Why it will never connect again.
    private(set) var failure: String?
    var isConnected = false
    var gatewayIsUp = true

    let folderOf: String
    /// Connections are opened and closed by somebody else, as they were recorded.
    let isReplaying: Bool
    /// The bot has asked to connect.
    var isConnecting = false
    /// A recorded connection was opened before the bot asked for it, and these messages came on it: other rules may draw
    /// other random numbers, and then wait longer between two attempts.
    var early: [[UInt8]]?
    let surroundings: Surroundings
    private var effects = Effects()
    /// What effects have caused, to be told after them.
    private var backlog: [Happening] = []
    /// The message that is being received: parts of media are ranges in it.
    private var message: [UInt8] = []
    var files = VirtualFiles()
    private var wakes = 0

    enum Happening {
        case event(Event)
        case message([UInt8])
    }

    init(_ blueprint: Blueprint, at start: WallTime, seed: UInt64, surroundings: Surroundings) {
        clock = VirtualClock(wall: start)
        self.surroundings = surroundings
        folderOf = blueprint.file.path
        isReplaying = false
        bot = Bot(blueprint, identity: Identity(device: "test-device"), seed: seed, now: clock.now)
    }

    /// One that is told a recorded session.
    init(_ blueprint: Blueprint, _ session: Recording.Session, surroundings: Surroundings) {
        clock = VirtualClock(wall: session.start)
        self.surroundings = surroundings
        folderOf = blueprint.file.path
        isReplaying = true
        bot = Bot(
            blueprint, identity: Identity(device: session.device), seed: session.seed, now: clock.now,
            kept: session.kept)
    }

    var role: Rules.Role { bot.blueprint.file.role }

    // MARK: Beginning

    /// Starts and connects it, and says the first plain words of the other side.
    func begin() {
        tell(.start)
        if role == .gateway { connect() }
    }

    // MARK: Telling

    func tell(_ event: Event) {
        backlog.append(.event(event))
        drain()
    }

    /// Gives a variable a value from outside.
    func set(_ name: String, to value: Value) { bot.set(name, to: value) }

    /// Enters a dialogue state from outside.
    func enter(_ state: String) { bot.enter(state, now: now) }

    /// No rule acts or waits its turn, and all that was said is delivered.
    var isIdle: Bool {
        let status = bot.status
        return status.acting == 0 && status.queued == 0 && status.outbox == 0
    }

    func receive(_ bytes: [UInt8]) {
        if early != nil {
            early?.append(bytes)
            return
        }
        backlog.append(.message(bytes))
        drain()
    }

    /// What an effect brings about: the bot is told behind what it is being told now.
    func cause(_ happening: Happening) { backlog.append(happening) }

    func drain() {
        var told = 0
        var next = 0
        while next < backlog.count, fault == nil {
            let happening = backlog[next]
            next += 1
            told += 1
            if told > 10_000 {
                fault = "the bot never comes to rest: it went on 10,000 times without time passing"
                break
            }
            switch happening {
            case .event(let event): bot.handle(event, now: now, into: &effects)
            case .message(let bytes):
                guard isConnected else { continue }
                message = bytes
                bot.receive(bytes.span, now: now, into: &effects)
            }
            perform()
        }
        backlog.removeAll(keepingCapacity: true)
    }

    // MARK: Time

    /// Lets time pass, and wakes the bot whenever it is due, until the time is over or `isDone` says so.
    func advance(by interval: Interval, until isDone: () -> Bool = { false }) {
        let end = now.instant + interval
        while !isDone(), fault == nil {
            let due = min(bot.deadline ?? .distantFuture, script.due ?? .distantFuture)
            guard due <= end, exitCode == nil else { return clock.set(end) }
            clock.set(max(due, now.instant))
            wakes += 1
            if wakes > 50_000_000 {
                fault = "the bot woke 50 million times: a timer is too short for so long a time"
                return
            }
            if let event = script.next(at: now.instant) { tell(event) } else { tell(.wake) }
        }
    }

    /// Lets time pass until so long after the beginning.
    func advance(to elapsed: Interval) { advance(by: max(.zero, VirtualClock.origin + elapsed - now.instant)) }

    /// The wall clock shows this now.
    func set(wall: WallTime) { clock.set(wall: wall) }

    /// With what code it has stopped; told once.
    func takeExit() -> Int32? {
        guard !exitIsTaken, let exitCode else { return nil }
        exitIsTaken = true
        return exitCode
    }

    // MARK: Effects

    private func perform() {
        guard !effects.isEmpty else { return }
        var batch = Effects()
        swap(&batch, &effects)
        for effect in batch.items { perform(effect, batch.bytes) }
        batch.removeAll()
        swap(&batch, &effects)
    }

    private func perform(_ effect: Effect, _ bytes: [UInt8]) {
        switch effect {
        case .connect: attempt()
        case .send(let range, let kind): out(Array(bytes[range]), kind)
        case .ping(let mark): backlog.append(.event(mark > 0 ? .acknowledged(mark: mark) : .alive))
        case .close(let code, let reason):
            isConnected = false
            // A replayed connection that was dead just ended.
            if code > 0 || !isReplaying { out(PseudoFrame.close(code: code, reason: reason), nil) }
        case .failed(let reason): failure = reason
        case .exit(let code): exitCode = code
        case .fetch(let ticket, let request): fetch(ticket, request)
        case .askAI(let ticket, let request): script.ask(ticket, request, at: now.instant)
        case .cancel(let ticket):
            script.cancel(ticket)
            files.cancel(ticket)
        case .upload(let ticket, let upload): begin(upload, ticket)
        case .allowParts(let ticket, let count): sendParts(ticket, allowing: count)
        case .offer(let ticket, let upload): offer(upload, ticket)
        case .keepPart(let ticket, let part, let field):
            if let reason = files.keep(ticket, part: part, field, of: message) {
                backlog.append(.event(.joined(ticket, .failed(reason: reason))))
            }
        case .joinParts(let ticket, let count):
            backlog.append(.event(.joined(ticket, .file(files.join(ticket, parts: count, sniff: surroundings.sniff)))))
        case .drop(let ticket): files.drop(ticket)
        case .discard(let file): files.discard(file)
        case .save(let ticket, _, let request):
            let name = request.filename ?? request.id
            let folder = request.folder.map { $0 + "/" } ?? ""
            backlog.append(.event(.saved(ticket, .saved(path: "media/\(folder)\(name)"))))
        case .audit(let ticket, let record):
            diary.audits.append(record)
            let failure = script.world?.unaudited[record.prompt]
            if let ticket { backlog.append(.event(.audited(ticket, failure: failure))) }
        case .log(let level, let text): diary.log(level, text, at: now.wall)
        case .trace(let trace): diary.trace(trace, at: now.wall)
        case .acted(let rule, let event, let action): diary.acted(rule, event, action)
        case .note(let note): diary.note(note, at: now.wall)
        case .persist: break
        }
    }

    /// The id of the prompt that went out last; role gateway.
    private(set) var lastPrompt: String?

    func out(_ bytes: [UInt8], _ kind: Outgoing?) {
        if kind == .prompt { lastPrompt = LocatedTree.parse(bytes).root?["id"]?.text }
        outgoing.append(Departure(bytes: bytes, kind: kind, time: now.wall))
    }
}
