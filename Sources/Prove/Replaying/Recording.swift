import Bot
import JSON
import Rules
import Time

// A recording is taken apart into sessions: what one process of one bot was told and said, in order of time. Each line is
// judged by itself; one that its writer could not finish is passed over and said, anything else that is wrong is a fault
// with its line.

/// A recording, read.
public struct Recording {
    /// What one line tells.
    enum What {
        case heard([UInt8])
        case said([UInt8], Outgoing)
        case told(Event)
        case fetched(url: String, RecordedFetch)
        /// `ask` tells the replies of one session apart.
        case ai(ask: Int, AIProgress)
        /// The audit record of a prompt's answer could not be written.
        case unaudited(prompt: String, reason: String)
        /// The bot closed its connection; code 0: it took it for dead.
        case close(code: UInt16, reason: String)
        case exit(code: Int32)
        /// Lines that are missing.
        case gap(Int)
    }

    struct Line {
        /// From 1.
        var number: Int
        var time: WallTime
        /// Since the session began.
        var elapsed: Interval
        var what: What
    }

    /// What one process of the bot was told and said.
    struct Session {
        var line: Int
        var bot: String
        var role: Role
        var device: String
        var seed: UInt64
        var start: WallTime
        var isRedacted: Bool
        var kept: [(key: String, value: [UInt8])] = []
        var lines: [Line] = []
        /// It says how it ended; else it was killed, or it still goes on.
        var hasEnded: Bool { lines.contains { if case .exit = $0.what { true } else { false } } }
    }

    /// A line that cannot be read, or a recording that is none.
    public struct Fault: Error, Sendable, Equatable {
        public var line: Int
        public var message: String
    }

    private(set) var sessions: [Session] = []
    /// Lines that end in their middle: they were just being written, or their writer was killed.
    public private(set) var cutOff: [Int] = []
    /// Lines that a full disk cost.
    public private(set) var missing = 0

    /// The bots that were recorded, by name, as they first come.
    public var bots: [String] {
        var names: [String] = []
        for session in sessions where !names.contains(session.bot) { names.append(session.bot) }
        return names
    }

    var isRedacted: Bool { sessions.contains(where: \.isRedacted) }

    /// The sessions of one bot.
    func sessions(of bot: String) -> [Session] { sessions.filter { $0.bot == bot } }

    /// Reads NDJSON. Events that are not known are passed over.
    public init(_ bytes: [UInt8]) throws(Fault) {
        var number = 0
        var start = 0
        while start < bytes.count {
            number += 1
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let line = bytes[start..<end]
            start = end + 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            let tree = LocatedTree.parse(Array(line))
            guard tree.faults.isEmpty, let root = tree.root, case .object = root.kind else {
                guard end == bytes.count else {
                    let what = sessions.isEmpty ? "this is no recording, as `talaria record` writes one: " : ""
                    throw Fault(line: number, message: what + "this line is no JSON object")
                }
                cutOff.append(number)
                continue
            }
            try take(RecordedLine(root: root, bytes: tree.bytes), number)
        }
        guard !sessions.isEmpty else { throw Fault(line: 1, message: "this is no recording: it has no head") }
    }

    private mutating func take(_ line: RecordedLine, _ number: Int) throws(Fault) {
        guard let time = line.time, let elapsed = line.elapsed, let bot = line.text("bot") else {
            throw Fault(line: number, message: "this line does not say when and of which bot (\"at\", \"us\", \"bot\")")
        }
        if let seed = line.seed {
            sessions.append(
                Session(
                    line: number, bot: bot, role: line.role, device: line.text("device") ?? "", seed: seed, start: time,
                    isRedacted: line.root["redacted"]?.flag ?? false))
            return
        }
        guard let index = sessions.lastIndex(where: { $0.bot == bot }) else {
            throw Fault(line: number, message: "this line comes before the head of its bot")
        }
        if let key = line.text("kept"), let value = line.value {
            sessions[index].kept.append((key, value))
            return
        }
        guard let what = line.what else {
            if line.root["event"] != nil { return }
            throw Fault(line: number, message: "this line is neither a head, a frame nor an event")
        }
        if case .gap(let count) = what { missing += count }
        // Time never runs backwards, whatever a file says.
        let last = sessions[index].lines.last?.elapsed ?? .zero
        sessions[index].lines.append(Line(number: number, time: time, elapsed: max(elapsed, last), what: what))
    }
}

/// A fetch as it was recorded: its body is not there, only what it was.
struct RecordedFetch: Equatable {
    var failure: String?
    var status = 200
    var type: String?
    /// Bytes.
    var size = 0
}

/// One line of a recording, as JSON.
struct RecordedLine {
    let root: Node
    let bytes: [UInt8]

    func text(_ key: String) -> String? { root[key]?.text }

    var time: WallTime? { text("at").flatMap { WallTime(iso8601: $0) } }

    /// Up to ten years.
    var elapsed: Interval? {
        guard let count = root["us"]?.count, (0...315_360_000_000_000).contains(count) else { return nil }
        return Interval(nanoseconds: Int64(count) * 1000)
    }

    /// Only a head has one.
    var seed: UInt64? { root["record"] == nil ? nil : text("seed").flatMap { UInt64($0) } ?? 0 }
    var role: Role { text("role").flatMap(Role.init) ?? .device }

    /// Of a line that tells what was kept.
    var value: [UInt8]? {
        var bytes: [UInt8] = []
        guard let base64 = text("value") else { return nil }
        do throws(Base64.Fault) { try Base64.decode(base64.utf8.span, into: &bytes) } catch { return nil }
        return bytes
    }

    var what: Recording.What? {
        if let frame = root["in"] { return .heard(message(frame, bodies: true)) }
        if let frame = root["out"] {
            return .said(message(frame, bodies: false), text("kind").flatMap(Outgoing.init(name:)) ?? .raw)
        }
        switch text("event") {
        case "start": return .told(.start)
        case "opened": return .told(.opened(token: nil))
        case "closed": return .told(.closed(ending))
        case "drain": return .told(.drain)
        case "say": return .told(.say(text("text") ?? ""))
        case "approvals":
            let word = text("to")
            return .told(.approvals(word == "off" ? .off : word == "on" ? .on : .resume))
        case "fetched":
            return .fetched(
                url: text("url") ?? "",
                RecordedFetch(
                    failure: text("error"), status: root["status"]?.count ?? 200, type: text("type"),
                    size: min(max(0, root["size"]?.count ?? 0), 64 << 20)))
        case "ai":
            let progress: AIProgress =
                text("piece").map { .piece($0) } ?? text("error").map { .failed(reason: $0) }
                ?? root["tokens"]?.count.map { .counted(tokens: $0) } ?? .finished
            return .ai(ask: root["ask"]?.count ?? 0, progress)
        case "unaudited": return .unaudited(prompt: text("prompt") ?? "", reason: text("error") ?? "")
        case "close": return .close(code: UInt16(clamping: root["code"]?.count ?? 0), reason: text("reason") ?? "")
        case "exit": return .exit(code: Int32(clamping: root["code"]?.count ?? 0))
        case "gap": return .gap(max(0, root["lines"]?.count ?? 0))
        default: return nil
        }
    }

    private var ending: Ending {
        if let code = root["code"]?.count {
            return .close(code: UInt16(clamping: code), reason: text("reason") ?? "")
        }
        if let status = root["status"]?.count { return .refused(status: status) }
        if let reason = text("impossible") { return .impossible(reason: reason) }
        return .failed(reason: text("failed") ?? "")
    }

    /// The message as its bytes: a frame, with bodies that stand in for those that were named, or a text as it was.
    private func message(_ node: Node, bodies: Bool) -> [UInt8] {
        if let text = node.text { return Array(text.utf8) }
        var writer = JSONWriter()
        write(node, under: "", bodies: bodies, to: &writer)
        return writer.bytes
    }

    private func write(_ node: Node, under key: String, bodies: Bool, to json: inout JSONWriter) {
        switch node.kind {
        case .object where key == "data" && bodies:
            guard let reference = MediaReference(node) else { return json.node(node, in: bytes) }
            json.string(reference.standIn(whole: true))
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(member.key)
                    write(member.value, under: member.key, bodies: bodies, to: &json)
                }
            }
        default: json.node(node, in: bytes)
        }
    }
}
