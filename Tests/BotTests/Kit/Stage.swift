import Hermes
import JSON
import Rules
import Testing
import Time

@testable import Bot

/// One bot in virtual time, with a driver that does what tests want to see: it answers audits, keeps what is persisted,
/// and writes down everything else.
struct Stage {
    static let noon = WallTime(milliseconds: 1_772_366_400_000)  // 2026-03-01T12:00:00Z, a Sunday

    var bot: Bot
    var now = Now(instant: Instant(nanoseconds: 1_000_000_000), wall: noon)
    var effects = Effects()
    /// What went out since the last look: frames as JSON text, other effects in short words.
    var out: [String] = []
    var all: [Effect] = []
    var notes: [Note] = []
    var audits: [AuditRecord] = []
    var kept: [String: [UInt8]] = [:]
    var marks: [UInt64] = []
    /// What is said of audit records: nil is "written".
    var auditFailure: String?
    var answersAudits = true
    /// Events that effects caused, to be told after the batch.
    var backlog: [Event] = []

    /// - Parameter rules: the `rules` of the file, and what else it holds, as JSON members.
    init(
        _ members: String, role: Role = .device, seed: UInt64 = 7, tracing: Blueprint.Tracing = .notes,
        keeps: Bool = false, kept: [String: [UInt8]] = [:], device: String = "device-1", zones: ZoneTable = .init()
    ) throws {
        let blueprint = try Self.blueprint(members, role: role, tracing: tracing, keeps: keeps, zones: zones)
        bot = Bot(
            blueprint, identity: Identity(device: device), seed: seed, now: now,
            kept: kept.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) })
        self.kept = kept
    }

    static func blueprint(
        _ members: String, role: Role = .device, tracing: Blueprint.Tracing = .notes, keeps: Bool = false,
        zones: ZoneTable = .init()
    ) throws -> Blueprint {
        let role = role == .gateway ? #""role": "gateway", "# : ""
        let text = #"{ "version": 1, "name": "test", \#(role)\#(members) }"#
        let reading = RuleFile.read(bytes: Array(text.utf8), path: "test.json", options: .init(lints: false))
        let faults = reading.diagnostics.filter { $0.severity == .error }.map(\.message)
        #expect(faults == [])
        let file = try #require(reading.file)
        return Blueprint(try Program(file), zones: zones, tracing: tracing, keeps: keeps)
    }

    // MARK: Telling

    mutating func tell(_ event: Event) {
        bot.handle(event, now: now, into: &effects)
        perform()
    }

    @discardableResult
    mutating func receive(_ message: String) -> Seen {
        let bytes = Array(message.utf8)
        let seen = bot.receive(bytes.span, now: now, into: &effects)
        perform()
        return seen
    }

    /// Started, connected and welcomed; what that sends is forgotten.
    mutating func begin() {
        tell(.start)
        tell(.opened(token: nil))
        receive(#"{"t":"ready"}"#)
        out = []
    }

    /// A gateway's bot with its device connected and greeted.
    mutating func beginAsGateway() {
        tell(.start)
        tell(.opened(token: nil))
        receive(
            #"{"t":"hello","v":1,"device":{"id":"device-1","name":"Phone","platform":"ios","app_version":"2"},"user":{}}"#
        )
        out = []
    }

    /// A finished message of the gateway.
    mutating func hear(_ text: String, id: String? = nil) {
        receive(#"{"t":"message","id":"\#(id ?? "m\(text)")","text":"\#(text)","edit":false,"final":true}"#)
    }

    /// Time passes; the bot is woken at each of its deadlines.
    mutating func advance(_ interval: Interval) {
        let end = now.instant + interval
        var wakes = 0
        while let deadline = bot.deadline, deadline <= end, wakes < 10_000 {
            pass(max(.zero, deadline - now.instant))
            tell(.wake)
            wakes += 1
        }
        #expect(wakes < 10_000)
        pass(end - now.instant)
    }

    mutating func pass(_ interval: Interval) {
        now.instant = now.instant + interval
        now.wall = Self.noon + (now.instant - Instant(nanoseconds: 1_000_000_000))
    }

    /// The connection ends, and a new one is made and welcomed.
    mutating func reconnect() {
        tell(.closed(.failed(reason: "reset")))
        advance(.seconds(16))
        tell(.opened(token: nil))
        receive(#"{"t":"ready"}"#)
    }

    /// The peer has read everything that was sent.
    mutating func acknowledge() {
        while let mark = marks.popLast() { tell(.acknowledged(mark: mark)) }
    }

    // MARK: Looking

    /// What went out since the last look.
    mutating func look() -> [String] {
        defer { out = [] }
        return out
    }

    /// The frames that went out since the last look.
    mutating func frames() -> [String] { look().filter { $0.hasPrefix("{") } }

    /// The texts of `text` and `message` frames since the last look.
    mutating func texts() -> [String] { frames().compactMap { Frame($0).text("text") } }

    // MARK: Driving

    private mutating func perform() {
        for effect in effects.items { perform(effect) }
        effects.removeAll()
        while !backlog.isEmpty {
            bot.handle(backlog.removeFirst(), now: now, into: &effects)
            for effect in effects.items { perform(effect) }
            effects.removeAll()
        }
    }

    private mutating func perform(_ effect: Effect) {
        all.append(effect)
        switch effect {
        case .connect: out.append("connect")
        case .send(let range, _): out.append(String(decoding: effects.bytes[range], as: UTF8.self))
        case .ping(let mark):
            if mark > 0 { marks.append(mark) } else { out.append("ping") }
        case .close(let code, let reason): out.append("close \(code) \(reason)")
        case .failed(let reason): out.append("failed \(reason)")
        case .fetch(let ticket, let request): out.append("fetch \(ticket.number) \(request.method) \(request.url)")
        case .cancel(let ticket): out.append("cancel \(ticket.number)")
        case .upload(let ticket, let upload): out.append("upload \(ticket.number) \(upload.words)")
        case .offer(let ticket, let upload): out.append("offer \(ticket.number) \(upload.words)")
        case .allowParts(let ticket, let count): out.append("allow \(ticket.number) \(count)")
        case .keepPart(let ticket, let part, let field): out.append("keep \(ticket.number) \(part) \(field.range)")
        case .joinParts(let ticket, let count): out.append("join \(ticket.number) \(count)")
        case .drop(let ticket): out.append("drop \(ticket.number)")
        case .discard(let file): out.append("discard \(file.handle)")
        case .save(let ticket, let file, let request):
            out.append("save \(ticket.number) \(file.handle) \(request.filename ?? "-") \(request.folder ?? "-")")
        case .askAI(let ticket, let request):
            out.append("ai \(ticket.number) " + request.turns.map { "\($0.role): \($0.text)" }.joined(separator: " | "))
        case .audit(let ticket, let record):
            audits.append(record)
            if let ticket, answersAudits { backlog.append(.audited(ticket, failure: auditFailure)) }
            if ticket != nil { out.append("audit \(record.prompt) \(record.option ?? "-")") }
        case .log(let level, let text): out.append("log \(level.rawValue) \(text)")
        case .trace, .acted: break
        case .note(let note): notes.append(note)
        case .persist(let key, let value): kept[key] = value
        case .exit(let code): out.append("exit \(code)")
        }
    }
}

extension Upload {
    var words: String {
        let source =
            switch self.source {
            case .file(let file): file.handle
            case .path(let path): path
            }
        return [source, kind, filename, caption].compactMap { $0 }.joined(separator: " ") + (asAudio ? " audio" : "")
    }
}

/// A frame that went out, looked at by key.
struct Frame {
    let tree: LocatedTree

    init(_ text: String) { tree = LocatedTree.parse(Array(text.utf8)) }

    func text(_ key: String) -> String? {
        guard case .object(let members)? = tree.root?.kind,
            case .string(let text)? = members.first(where: { $0.key == key })?.value.kind
        else { return nil }
        return text
    }

    func flag(_ key: String) -> Bool? {
        guard case .object(let members)? = tree.root?.kind,
            case .bool(let flag)? = members.first(where: { $0.key == key })?.value.kind
        else { return nil }
        return flag
    }
}
