import Bot
import JSON
import Rules
import Time

/// One session of a recording, told to a bot in virtual time.
struct Playback {
    private let session: Recording.Session
    private let bot: VirtualBot
    private var then: [Said] = []
    private var now: [Said] = []
    /// The bot could not be told all.
    private(set) var fault: String?

    /// How long before the end of a session that was killed a decision may come that it had no time for.
    private static let cut = Interval.milliseconds(100)

    init(_ session: Recording.Session, _ compiled: CompiledBot, _ surroundings: Surroundings) {
        self.session = session
        bot = compiled.begin(session, surroundings)
    }

    mutating func play() -> [Decision] {
        bot.script.world = world()
        var heard: String?
        var line = session.line
        for next in session.lines {
            bot.advance(to: next.elapsed)
            gather(line, heard)
            bot.set(wall: next.time)
            line = next.number
            switch next.what {
            case .said(let frame, let kind):
                if kind.isDecision { then.append(Said(frame, time: next.time, line: line, after: heard)) }
            case .heard(let message):
                heard = String(decoding: message, as: UTF8.self)
                bot.receive(message)
            case .told(.opened): bot.open()
            case .told(.closed(let ending)): bot.close(ending)
            case .told(let event): bot.tell(event)
            case .close(let code, let reason): closed(code, reason, next, heard)
            case .exit(let code):
                then.append(Said(PseudoFrame.exit(code: code), time: next.time, line: line, after: heard))
            case .fetched, .ai, .unaudited, .gap: break
            }
            gather(line, heard)
            if let stopped = bot.fault, fault == nil { fault = stopped }
        }
        let decisions = DecisionDifferences.find(then, now)
        guard !session.hasEnded, let end = session.lines.last?.time else { return decisions }
        // A process that was killed had no time for its next moment.
        return decisions.filter { $0.difference != .added || $0.time + Self.cut < end }
    }

    /// The bot closed its connection then. A code is a decision; a connection that it took for dead just ended.
    private mutating func closed(_ code: UInt16, _ reason: String, _ line: Recording.Line, _ heard: String?) {
        if code == 0 {
            if bot.isConnected { bot.close(.failed(reason: reason)) }
            return
        }
        let frame = PseudoFrame.close(code: code, reason: reason)
        then.append(Said(frame, time: line.time, line: line.number, after: heard))
    }

    private mutating func gather(_ line: Int, _ heard: String?) {
        for frame in bot.outgoing where frame.kind?.isDecision ?? true {
            now.append(Said(frame.bytes, time: frame.time, line: line, after: heard))
        }
        bot.outgoing.removeAll(keepingCapacity: true)
        guard let code = bot.takeExit() else { return }
        now.append(Said(PseudoFrame.exit(code: code), time: bot.now.wall, line: line, after: heard))
    }

    /// What URLs, the AI endpoint and the audit log answered, and when.
    private func world() -> RecordedWorld {
        var world = RecordedWorld()
        for line in session.lines {
            let time = VirtualClock.origin + line.elapsed
            switch line.what {
            case .fetched(let url, let fetch): world.fetches[url, default: []].append((time, fetch))
            case .ai(let ask, let progress): world.add(progress, of: ask, at: time)
            case .unaudited(let prompt, let reason): world.unaudited[prompt] = reason
            default: break
            }
        }
        world.replies.sort { $0.ask < $1.ask }
        return world
    }
}

/// What the world outside answered while a recording was made.
struct RecordedWorld {
    var fetches: [String: [(at: Instant, fetch: RecordedFetch)]] = [:]
    var replies: [(ask: Int, pieces: [(at: Instant, progress: AIProgress)])] = []
    /// Prompts whose answer could not be audited, and why.
    var unaudited: [String: String] = [:]

    mutating func add(_ progress: AIProgress, of ask: Int, at time: Instant) {
        if let index = replies.firstIndex(where: { $0.ask == ask }) {
            replies[index].pieces.append((time, progress))
        } else {
            replies.append((ask, [(time, progress)]))
        }
    }
}

extension Outgoing {
    /// It counts when two runs are compared: no first words, no typing, no state of a message that is not finished.
    var isDecision: Bool {
        switch self {
        case .hello, .typing, .begun, .grown: false
        default: true
        }
    }
}
