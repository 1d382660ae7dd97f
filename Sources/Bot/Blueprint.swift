import Hermes
import Rules
import Time

/// What all bots of one rule file on one loop share. Like the program in it, it belongs to that loop.
public final class Blueprint {
    public enum Tracing: Sendable, Comparable {
        /// Notes of warnings and errors alone.
        case off
        /// All notes.
        case notes
        /// All notes, and what each rule made of each event and each action did.
        case rules
    }

    public let program: Program
    public let zones: ZoneTable
    public let tracing: Tracing
    /// Whether `persist` effects are wanted.
    public let keeps: Bool
    /// Goes into the ids that the bots make, and into nothing else: what they do follows from their seeds alone.
    let salt: UInt64

    let role: Role
    let limits: SendLimits
    /// By index of the rule.
    let traits: [RuleTraits]
    private let listened: TriggerSet
    let hasTimers: Bool
    /// Some rule looks at a frame's own keys.
    let looksIntoFrames: Bool
    /// Role device: how it connects.
    let session: DeviceSession.Settings
    /// Role gateway: how devices may.
    let guests: GatewaySession.Settings
    let intake: MediaIntake.Settings
    /// How long an unfinished message may stand still.
    let quiet: Interval

    /// - Parameters:
    ///   - maxAttempts: comes before the file's own `backoff.max_attempts`; 1: it never tries again.
    ///   - salt: bots of one seed make other ids with another salt.
    public init(
        _ program: Program, zones: ZoneTable, tracing: Tracing = .off, keeps: Bool = false, maxAttempts: Int? = nil,
        salt: UInt64 = 0
    ) {
        self.program = program
        self.zones = zones
        self.tracing = tracing
        self.keeps = keeps
        self.salt = salt
        let rules = program.file.rules
        role = program.file.role
        limits = SendLimits(program.file)
        traits = rules.map(RuleTraits.init)
        listened = TriggerSet(rules.flatMap(\.triggers))
        hasTimers = rules.contains { !$0.timers.isEmpty }
        looksIntoFrames = rules.contains { $0.condition?.looksIntoFrames == true }
        let file = program.file
        session = DeviceSession.Settings(file.server, maxAttempts: maxAttempts)
        guests = GatewaySession.Settings(helloTimeout: file.listen.helloTimeout, rate: file.listen.rate)
        intake = MediaIntake.Settings(
            maxSize: file.receive.maxSize, quota: file.receive.quota, stalledAfter: file.receive.stalledAfter)
        quiet = file.server.quiet
    }

    public var file: BotFile { program.file }
    var rules: [Rule] { program.file.rules }

    /// Whether any rule is about this event, so that none is made up in vain.
    func listens(to trigger: Trigger) -> Bool { listened.contains(trigger) }

    /// The index of the rule with this id.
    func rule(named id: String) -> Int? { program.file.rules.firstIndex { $0.id == id } }
}

extension DeviceSession.Settings {
    init(_ server: ServerSettings, maxAttempts: Int?) {
        let backoff = server.backoff
        let jitter: Backoff.Jitter =
            switch backoff.jitter {
            case .full: .full
            case .none: .none
            case .part(let part): .part(part)
            }
        self.init(
            connectTimeout: server.connectTimeout, helloTimeout: server.helloTimeout, ping: server.ping,
            deadAfter: server.deadAfter,
            backoff: Backoff(
                first: backoff.first, cap: backoff.cap, settle: backoff.settle, jitter: jitter,
                maxAttempts: maxAttempts ?? backoff.maxAttempts))
    }
}

extension Condition {
    /// A `field` stands anywhere in it.
    fileprivate var looksIntoFrames: Bool {
        switch test {
        case .field: true
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksIntoFrames)
        case .not(let condition): condition.looksIntoFrames
        default: false
        }
    }
}

/// What a rule has among its actions, looked up once.
struct RuleTraits: OptionSet, Sendable {
    let rawValue: UInt8

    /// It answers prompts.
    static let answers = RuleTraits(rawValue: 1)
    /// Role gateway: it says itself what a hello gets, so that no `ready` is sent for it.
    static let greets = RuleTraits(rawValue: 2)
    /// Role gateway: it says itself what became of an answer.
    static let settles = RuleTraits(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ rule: Rule) {
        self = []
        add(rule.actions)
    }

    private mutating func add(_ actions: [Action]) {
        for action in actions {
            switch action.step {
            case .answer: insert(.answers)
            case .ready, .error: insert(.greets)
            case .close, .disconnect, .stop: formUnion([.greets, .settles])
            case .promptDone: insert(.settles)
            case .askAI(let ask): add(ask.onError)
            default: break
            }
        }
    }
}

/// What a bot may send, from its role's settings.
struct SendLimits: Sendable {
    /// Bytes of one frame.
    var frame: Int
    /// Characters of one text.
    var text: Int?
    /// Raw bytes of one part of a transfer.
    var part: Int
    var wholeTexts: Bool
    var again: Bool
    /// Frames a second.
    var rate: Double?

    init(_ file: BotFile) {
        rate = file.framesPerSecond
        switch file.role {
        case .device:
            frame = file.server.maxSend
            text = file.server.maxText
            wholeTexts = file.server.wholeTexts
            again = file.server.delivery == .atLeastOnce
            part = file.server.partSize
        case .gateway:
            frame = .max
            text = nil
            wholeTexts = false
            again = true
            part = file.listen.partSize
        }
        // A part's frame holds its bytes in base64, and texts of some KiB.
        if frame < .max { part = max(1, min(part, (frame - 4096) / 4 * 3)) }
    }
}
