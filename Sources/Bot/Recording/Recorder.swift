import Hermes
import JSON
import Rules
import Time

// A recording is NDJSON: a head, then a line for each frame and for whatever else came from outside, in order of time
// (docs/testing.md shows the lines). A bot with the same rules, told the same at the same times, does the same: that is
// what a replay does. Tokens never get into it; media bodies are named by their size and hash.

/// Writes the lines of one bot's recording. A driver tells it what passes, and keeps the bytes.
public struct Recorder {
    /// Texts are replaced too: the recording tells only what kind of thing was said.
    public let redactsTexts: Bool
    private let bot: String
    private let redaction: Redaction
    private let began: Instant
    private var connection = 0
    /// URLs of fetches that are under way, and prompts whose audit record is.
    private var fetches: [Ticket: String] = [:]
    private var audits: [Ticket: String] = [:]

    /// - Parameters:
    ///   - conceal: takes tokens out of a text.
    ///   - digest: the SHA-256 of bytes, in hexadecimal.
    public init(
        bot: String, redactsTexts: Bool, from now: Now, conceal: @escaping (String) -> String,
        digest: @escaping ([UInt8]) -> String
    ) {
        self.bot = bot
        self.redactsTexts = redactsTexts
        began = now.instant
        redaction = Redaction(texts: redactsTexts, conceal: conceal, digest: digest)
    }

    /// What a bot begins with.
    public struct Beginning {
        public var file: String
        /// SHA-256 of the rule file.
        public var hash: String
        public var device: String
        /// Below 2^53, so that a test made from the recording can name it.
        public var seed: UInt64
        public var kept: [(key: String, value: [UInt8])]

        public init(
            file: String, hash: String, device: String, seed: UInt64, kept: [(key: String, value: [UInt8])]
        ) {
            self.file = file
            self.hash = hash
            self.device = device
            self.seed = seed
            self.kept = kept
        }
    }

    /// The first lines: who it is, and what it remembers.
    public func begin(_ beginning: Beginning, role: Role, at now: Now, into out: inout [UInt8]) {
        line(at: now, into: &out) { json in
            json.member("record", 1)
            json.member("role", role.rawValue)
            json.member("file", beginning.file)
            json.member("file_sha256", beginning.hash)
            json.member("device", beginning.device)
            json.member("seed", String(beginning.seed))
            if redactsTexts { json.member("redacted", true) }
        }
        // What it remembers holds texts.
        if redactsTexts { return }
        for row in beginning.kept {
            line(at: now, into: &out) { json in
                json.member("kept", row.key)
                var base64: [UInt8] = []
                Base64.encode(row.value.span, into: &base64)
                json.member("value", String(decoding: base64, as: UTF8.self))
            }
        }
    }

    // MARK: What came in

    /// A message that came in.
    public func heard(_ message: Span<UInt8>, at now: Now, into out: inout [UInt8]) {
        frame(message, named: "in", kind: nil, at: now, into: &out)
    }

    /// What the bot is told, before it is told. Nothing is written for what a replay answers by itself.
    public mutating func told(_ event: Event, at now: Now, into out: inout [UInt8]) {
        switch event {
        case .start: self.event("start", at: now, into: &out)
        case .opened:
            connection += 1
            self.event("opened", at: now, into: &out)
        case .closed(let ending): self.event("closed", at: now, into: &out) { ending.write(to: &$0) }
        case .fetched(let ticket, let outcome):
            let url = fetches.removeValue(forKey: ticket) ?? ""
            self.event("fetched", at: now, into: &out) { json in
                json.member("url", redaction.kept(url, under: "url"))
                outcome.write(to: &json)
            }
        case .ai(let ticket, let progress):
            self.event("ai", at: now, into: &out) { json in
                json.member("ask", Int(truncatingIfNeeded: ticket.number))
                switch progress {
                case .piece(let text): json.member("piece", redaction.kept(text, under: "text"))
                case .counted(let tokens): json.member("tokens", tokens)
                case .finished: json.member("finished", true)
                case .failed(let reason): json.member("error", redaction.kept(reason, under: ""))
                }
            }
        case .audited(let ticket, let failure):
            guard let prompt = audits.removeValue(forKey: ticket), let failure else { return }
            self.event("unaudited", at: now, into: &out) { json in
                json.member("prompt", prompt)
                json.member("error", failure)
            }
        case .approvals(let turned):
            let word = turned == .off ? "off" : turned == .on ? "on" : "resume"
            self.event("approvals", at: now, into: &out) { $0.member("to", word) }
        case .say(let text):
            self.event("say", at: now, into: &out) { $0.member("text", redaction.kept(text, under: "text")) }
        case .drain: self.event("drain", at: now, into: &out)
        default: break
        }
    }

    // MARK: What went out

    /// A frame that went out.
    public func said(_ frame: Span<UInt8>, _ kind: Outgoing, at now: Now, into out: inout [UInt8]) {
        self.frame(frame, named: "out", kind: kind, at: now, into: &out)
    }

    /// Another effect, before it is performed: what the bot asks is noted, so that the answer can be told by it.
    public mutating func asked(_ effect: Effect, at now: Now, into out: inout [UInt8]) {
        switch effect {
        case .fetch(let ticket, let request): fetches[ticket] = request.url
        case .audit(let ticket?, let record): audits[ticket] = record.prompt
        case .cancel(let ticket): fetches[ticket] = nil
        case .close(let code, let reason):
            self.event("close", at: now, into: &out) { json in
                json.member("code", Int(code))
                json.member("reason", redaction.kept(reason, under: "reason"))
            }
        case .exit(let code): self.event("exit", at: now, into: &out) { $0.member("code", Int(code)) }
        default: break
        }
    }

    // MARK: Lines

    private func event(
        _ name: String, at now: Now, into out: inout [UInt8], _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
        line(at: now, into: &out) { json in
            json.member("connection", connection)
            json.member("event", name)
            more(&json)
        }
    }

    private func frame(
        _ bytes: Span<UInt8>, named name: String, kind: Outgoing?, at now: Now, into out: inout [UInt8]
    ) {
        let copy = bytes.withUnsafeBufferPointer { Array($0) }
        line(at: now, into: &out) { json in
            json.member("connection", connection)
            if let kind { json.member("kind", kind.name) }
            json.key(name)
            redaction.write(copy, to: &json)
        }
    }

    private func line(at now: Now, into out: inout [UInt8], _ members: (inout JSONWriter) -> Void) {
        JSONWriter.append(to: &out) { json in
            json.object { json in
                json.member("at", now.wall.iso8601)
                json.member("us", Int((now.instant - began).nanoseconds / 1000))
                json.member("bot", bot)
                members(&json)
            }
        }
        out.append(0x0A)
    }
}

extension Ending {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .close(let code, let reason):
            json.member("code", Int(code))
            json.member("reason", reason)
        case .refused(let status): json.member("status", status)
        case .failed(let reason): json.member("failed", reason)
        case .impossible(let reason): json.member("impossible", reason)
        }
    }
}

extension FetchOutcome {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .failed(let reason): json.member("error", reason)
        case .file(let file, let status, _):
            json.member("status", status)
            json.member("type", file.mime)
            json.member("size", file.size)
        }
    }
}

extension Outgoing {
    /// Its stable name in recordings.
    public var name: String { self == .promptDone ? "prompt_done" : "\(self)" }

    public init?(name: String) {
        guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = kind
    }
}
