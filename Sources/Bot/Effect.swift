import Hermes
import Rules
import Time

// What a bot asks of its driver. Effects are values; the driver performs them in order, after it has persisted the
// changes among them (`persist`) in one transaction. The large cases are boxed, so that what comes with each message is small.

public enum Effect: Sendable {
    /// Open a connection as the settings say (role device). The token is read anew.
    case connect
    /// Send these bytes of `Effects.bytes` as one text frame.
    case send(Range<Int>, Outgoing)
    /// Send a WebSocket ping behind what was sent, and say `acknowledged(mark:)` when it is answered.
    case ping(mark: UInt64)
    /// Close the connection: what is queued goes first, then the close handshake (RFC 6455 section 7); code 0: drop it at
    /// once, it is dead. For the bot it is gone now: nothing more is told of it, no `closed` either.
    case close(code: UInt16, reason: String)
    /// It will never connect by itself again; `reason` is `denied`, `gave_up`, or what made it impossible. Rules may still
    /// act on it.
    case failed(reason: String)
    indirect case fetch(Ticket, FetchRequest)
    /// End a fetch, an upload or an AI reply; nothing more comes for the ticket.
    case cancel(Ticket)
    /// Send a file in parts, as the socket takes them; other frames may go between them.
    indirect case upload(Ticket, Upload)
    /// That many more parts of an upload may go (only where `Upload.credit` was set).
    case allowParts(Ticket, count: Int)
    /// Role gateway: offer the file at a URL of the gateway's own, and send the `media` frame with it.
    indirect case offer(Ticket, Upload)
    /// Decode this base64 text of the message that is being received, and keep it as a part of a transfer.
    case keepPart(Ticket, part: Int, Base64Field)
    /// All parts are kept: make them one file and say `joined`.
    case joinParts(Ticket, count: Int)
    /// Free what is kept of a transfer.
    case drop(Ticket)
    /// Free a file that is not needed any more: fetched and sent, or received and saved by no rule.
    indirect case discard(MediaFile)
    /// Put a file into the state folder's `media/`, or into the folder named, relative to the rule file, and say `saved`.
    indirect case save(Ticket, MediaFile, SaveRequest)
    indirect case askAI(Ticket, AIRequest)
    /// Append this record to the audit log and fsync it; with a ticket, say `audited`, and the answer waits for it.
    /// Without one, nothing waits.
    indirect case audit(Ticket?, AuditRecord)
    case log(LogLevel, String)
    /// What the rules made of one event (only where `Blueprint.tracing` asks for it).
    indirect case trace(Trace)
    /// What an action of a rule did (only there too); `event` groups the actions of all rules that one event fired.
    indirect case acted(rule: Int, event: UInt64, ActionTrace)
    /// What the bot itself did or left, and why.
    indirect case note(Note)
    /// Keep over a restart; nil removes. Only where `Blueprint.keeps` asks for it.
    case persist(key: String, value: [UInt8]?)
    /// The bot has come to its end: send what is queued, close, and exit with this code.
    case exit(code: Int32)
}

/// What kind of frame goes out: for counters, transcripts and tests, so that nobody has to decode it again.
public enum Outgoing: UInt8, Sendable, Hashable, CaseIterable {
    case hello, text, answer
    /// A streamed message: begun, grown, ended. `whole` is one that was whole in its first frame.
    case begun, grown, ended, whole
    /// A frame that a rule wrote itself (`send`).
    case raw
    case ready, typing, prompt, promptDone, avatar, error
}

/// The effects of one event, in order, with the bytes of the frames to send. A driver reuses one for all its bots.
public struct Effects: Sendable {
    public private(set) var items: [Effect] = []
    public var bytes: [UInt8] = []

    public init() {}

    public var isEmpty: Bool { items.isEmpty }

    public mutating func append(_ effect: Effect) { items.append(effect) }

    /// Appends `send` of what `encode` writes.
    public mutating func send(_ kind: Outgoing, _ encode: (inout [UInt8]) -> Void) {
        let start = bytes.count
        encode(&bytes)
        items.append(.send(start..<bytes.count, kind))
    }

    public mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }
}

public struct FetchRequest: Sendable, Equatable {
    public var method = "GET"
    public var url: String
    public var headers: [Header] = []
    public var body: [UInt8] = []
    /// Scheme, host and port stand in the rule file: the author's own choice. Else the address is vetted.
    public var trusted: Bool
    /// The URL came in a frame of the gateway: `fetch.allow: ["server"]` counts.
    public var fromServer = false

    public struct Header: Sendable, Equatable {
        public var name: String
        public var value: String
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(url: String, trusted: Bool) {
        self.url = url
        self.trusted = trusted
    }
}

public struct Upload: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        case file(MediaFile)
        /// A path from the rule file, relative to it; the driver opens and sniffs it.
        case path(String)
    }
    public var source: Source
    /// The frame's `id`.
    public var id: String
    /// nil: from the sniffed type.
    public var kind: String?
    public var mime: String?
    public var filename: String?
    public var caption: String?
    /// An `audio` frame instead of `media` parts; `caption` is then its transcript.
    public var asAudio = false
    /// Bytes of raw data in a part.
    public var partSize: Int
    /// Bytes that one frame may have; a frame that would be larger fails the upload with `too_big` before any is sent.
    public var maxFrame = Int.max
    /// Parts that may go before `allowParts`; nil: as many as there are.
    public var credit: Int?

    public init(source: Source, id: String, partSize: Int) {
        self.source = source
        self.id = id
        self.partSize = partSize
    }
}

public struct SaveRequest: Sendable, Equatable {
    /// As it came from outside; the driver makes it safe.
    public var filename: String?
    public var id: String
    public var folder: String?

    public init(filename: String?, id: String, folder: String?) {
        self.filename = filename
        self.id = id
        self.folder = folder
    }
}

public struct AIRequest: Sendable {
    public struct Turn: Sendable, Equatable {
        public var role: String
        public var text: String
        public init(role: String, text: String) {
            self.role = role
            self.text = text
        }
    }
    public var url: String
    public var model: String
    public var key: SecretSource?
    public var turns: [Turn]
    public var maxTokens: Int?
    /// Time limits: until it begins, between two pieces, for all of it.
    public var first = Interval.seconds(60)
    public var between = Interval.seconds(60)
    public var whole = Interval.seconds(60)
    /// The server is asked to count tokens.
    public var countsTokens = false

    public init(url: String, model: String, key: SecretSource?, turns: [Turn], maxTokens: Int?) {
        self.url = url
        self.model = model
        self.key = key
        self.turns = turns
        self.maxTokens = maxTokens
    }
}
