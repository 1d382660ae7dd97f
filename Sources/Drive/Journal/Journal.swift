import Files
import Hermes
import Rules
import Synchronization
import Time

/// What a command says while it works, a line each, for people or (as NDJSON) for programs. Lines leave on a thread of
/// their own, so that a slow terminal or a full pipe never stops a loop; past a bound they are counted and dropped.
public final class Journal: Sendable {
    public struct Style: Sendable {
        public var isJSON = false
        public var hasColor = false
        public var level = LogLevel.info
        /// Whose clock the lines show.
        public var zone = Zone.utc
        /// Several bots: each line says whose it is.
        public var namesBots = false
        /// What the lines of rules' own `log` need; nil: what all lines need.
        public var levelOfRules: LogLevel?
        /// Whose lines these are, in place of a bot's name: those of the agent beside those of the bot that talks to it.
        public var speaker: String?
        /// Kinds of lines that are not shown: frames are `in` and `out`, the others have their note's code.
        public var hides: Set<String> = []
        /// The lines go to a terminal: how far transfers are is shown below them.
        public var isTerminal = false

        public init() {}

        /// How an agent speaks beside a bot whose transcript shows both ends already: only what its rules log, and what
        /// went wrong, is added, marked as the agent's.
        var ofAgent: Style {
            var style = self
            style.levelOfRules = level
            style.level = max(level, .warning)
            style.namesBots = true
            style.speaker = "agent"
            return style
        }
    }

    public let style: Style
    private let descriptor: Int32
    private let worker = Worker()
    /// Bytes that wait to be written, and lines that were dropped since.
    private let backlog = Mutex((bytes: 0, dropped: 0))
    private static let bound = 4 << 20
    /// Tokens in use. A peer may send one back, in an error or a reason: it is taken out of every line.
    private let secrets = Mutex<[Secret]>([])
    private let foot = Mutex(TerminalFoot())
    private let outlet = Mutex<(@Sendable ([UInt8]) -> Void)?>(nil)

    /// The same for the agent that this one's bot talks to.
    public var ofAgent: Journal { Journal(style.ofAgent, descriptor: descriptor) }

    public init(_ style: Style, descriptor: Int32 = 2) {
        self.style = style
        self.descriptor = descriptor
    }

    /// From now on this token is in no line, as it is or percent-encoded.
    public func hide(_ secret: Secret) {
        secrets.withLock { secrets in
            if !secrets.contains(secret) { secrets.append(secret) }
        }
    }

    /// From now on lines are handed to `outlet`, on whatever thread they are said; nil: they are written again.
    public func pass(to outlet: (@Sendable ([UInt8]) -> Void)?) { self.outlet.withLock { $0 = outlet } }

    public func shows(_ level: LogLevel) -> Bool { level >= style.level }

    /// A line of ours.
    public func log(_ level: LogLevel, _ text: String, bot: String? = nil, at time: WallTime) {
        write(Line(level: level, kind: "log", mark: "·", text: text, bot: bot, time: time))
    }

    /// A line of a rule's own `log`.
    public func logByRule(_ level: LogLevel, _ text: String, bot: String, at time: WallTime) {
        write(
            Line(level: level, kind: "log", mark: "·", text: text, bot: bot, time: time),
            from: style.levelOfRules ?? style.level)
    }

    /// A frame that came in.
    public func heard(_ frame: String, bot: String, at time: WallTime) {
        write(Line(level: .info, kind: "in", mark: "←", text: frame, bot: bot, time: time))
    }

    /// A frame that goes out.
    public func said(_ frame: String, bot: String, at time: WallTime) {
        write(Line(level: .info, kind: "out", mark: "→", text: frame, bot: bot, time: time))
    }

    /// Something that the bot did or left. `place` as `file:line`.
    public func note(
        _ level: LogLevel, code: String, _ text: String, rule: String?, place: String?, bot: String, at time: WallTime
    ) {
        write(Line(level: level, kind: code, mark: "·", text: text, bot: bot, rule: rule, place: place, time: time))
    }

    /// What the rules made of one event: for people the lines that `why` prints, for programs its object.
    func trace(_ trace: Trace, path: String, bot: String, at time: WallTime) {
        guard shows(.debug) else { return }
        let line = Line(level: .debug, kind: "trace", mark: "·", text: trace.eventSummary, bot: bot, time: time)
        if style.isJSON {
            var object: [UInt8] = []
            trace.json(into: &object)
            send(concealed(line.json(with: ("trace", String(decoding: object, as: UTF8.self)))))
        } else {
            let rules = trace.text(path: path, otherEvents: false, colour: style.hasColor)
            send(concealed(line.text(style) + (rules.isEmpty ? "" : "\n") + rules.dropLast()))
        }
    }

    /// What one action of a rule did.
    func acted(_ action: ActionTrace, rule: Rule, path: String, bot: String, at time: WallTime) {
        let place = "\(path):\(action.place.line)"
        let text = "\(action.action): \(action.done ? "" : "not done: ")\(action.detail)"
        write(
            Line(
                level: .debug, kind: "action", mark: "·", text: text, bot: bot, rule: rule.id, place: place, time: time)
        )
    }

    /// Several lines as they are, such as the faults of a file.
    public func block(_ level: LogLevel, _ text: String, bot: String, at time: WallTime) {
        guard shows(level) else { return }
        if style.isJSON { return log(level, text, bot: bot, at: time) }
        send(concealed(text.hasSuffix("\n") ? String(text.dropLast()) : text))
    }

    /// Shows how far a transfer is, below all lines: on a terminal alone, and not too often.
    func show(_ transfer: TransferProgress, at now: Instant) {
        guard style.isTerminal, !style.isJSON, style.level <= .info else { return }
        if let bytes = foot.withLock({ $0.draw(transfer, now: now) }) { hand(bytes) }
    }

    /// No transfer is under way any more.
    func hideTransfers() {
        guard style.isTerminal, let bytes = foot.withLock({ $0.erase() }) else { return }
        hand(bytes)
    }

    /// Waits until all is written.
    public func finish() {
        hideTransfers()
        worker.finish()
    }

    private func write(_ line: Line, from least: LogLevel? = nil) {
        guard line.level >= least ?? style.level, !style.hides.contains(line.kind) else { return }
        var line = line
        if let speaker = style.speaker { line.bot = speaker }
        line.text = Self.cut(concealed(line.text))
        send(style.isJSON ? line.json() : line.text(style))
    }

    /// What a peer sent may be megabytes long: a line is not.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > longest, text.count > longest else { return text }
        return "\(text.prefix(longest))… (\(text.count) characters)"
    }

    /// Characters of a line's text.
    static let longest = 4000

    /// The text without any token in use.
    public func concealed(_ text: String) -> String {
        secrets.withLock { secrets in secrets.reduce(text) { TokenRedaction.redacting($0, $1) } }
    }

    private func send(_ text: String) {
        var bytes = Array(text.utf8)
        bytes.append(0x0A)
        let dropped = backlog.withLock { backlog -> Int? in
            guard backlog.bytes + bytes.count <= Self.bound else {
                backlog.dropped += 1
                return nil
            }
            backlog.bytes += bytes.count
            defer { backlog.dropped = 0 }
            return backlog.dropped
        }
        guard let dropped else { return }
        if dropped > 0 { bytes = Array("(\(dropped) lines were dropped: the output is too slow)\n".utf8) + bytes }
        if let erasure = foot.withLock({ $0.erase() }) { bytes = erasure + bytes }
        hand(bytes)
    }

    private func hand(_ bytes: [UInt8]) {
        if let outlet = outlet.withLock({ $0 }) {
            wrote(bytes.count)
            return outlet(bytes)
        }
        worker.perform { [descriptor, backlog = UnownedBacklog(self), bytes] in
            writeAll(bytes, to: descriptor)
            backlog.wrote(bytes.count)
        }
    }

    fileprivate func wrote(_ count: Int) { backlog.withLock { $0.bytes = max(0, $0.bytes - count) } }
}

/// The journal, held weakly by what its thread has yet to write.
private struct UnownedBacklog: Sendable {
    weak let journal: Journal?
    init(_ journal: Journal) { self.journal = journal }
    func wrote(_ count: Int) { journal?.wrote(count) }
}
