import Time

/// One step of a rule's `do`, with its place for traces.
public struct Action: Sendable {
    public var step: Step
    public var place: Place

    public init(_ step: Step, place: Place) {
        self.step = step
        self.place = place
    }

    public indirect enum Step: Sendable {
        case reply(Reply)
        case askAI(AskAI)
        case answer(AnswerChoice)
        case media(MediaPost)
        case audio(MediaSource, transcript: Template?)
        case save(folder: String?)
        case typing(DelayRange)
        case wait(DelayRange)
        case set([Assignment])
        case goto(state: String?, for: Interval?)
        case send(JSONTemplate)
        case cancel(of: String?)
        case log(level: LogLevel, Template)
        case http(HTTPCall)
        case stop(code: Int)
        case disconnect(code: UInt16, reconnect: Bool)
        // Role gateway.
        case ready(JSONTemplate)
        case message(GatewayMessage)
        case prompt(PromptCard)
        /// Without `option`: the one that was answered. Without `id`: the event's prompt.
        case promptDone(option: String?, expired: Bool, id: Template?)
        case avatar(state: String)
        case error(code: Template, message: Template, fatal: Bool)
        case close(code: UInt16, reason: Template)
    }
}

public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    public static func < (a: LogLevel, b: LogLevel) -> Bool {
        allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
}

/// A length of time, or a uniform choice from a range; `least == most` for a fixed one.
public struct DelayRange: Sendable, Hashable {
    public var least: Interval
    public var most: Interval

    public init(_ least: Interval, _ most: Interval) {
        self.least = least
        self.most = most
    }
}

public struct Reply: Sendable {
    /// One, or several of which one is drawn.
    public var texts: [Template]
    public var stream: StreamStyle?
    /// Sent at once, also while a clarify is open (`"now": true`).
    public var now = false

    public init(texts: [Template], stream: StreamStyle? = nil, now: Bool = false) {
        self.texts = texts
        self.stream = stream
        self.now = now
    }
}

/// How a text grows.
public struct StreamStyle: Sendable, Hashable {
    public enum Unit: String, Sendable, CaseIterable { case character, word, sentence }
    public var unit: Unit
    public var every: Interval
    public var jitter: Interval
    public var cursor: String

    public init(unit: Unit = .word, every: Interval = .milliseconds(800), jitter: Interval = .zero, cursor: String = "")
    {
        self.unit = unit
        self.every = every
        self.jitter = jitter
        self.cursor = cursor
    }
}

public struct AskAI: Sendable {
    public var url: String
    public var model: String
    public var key: SecretSource?
    public var system: Template?
    public var prompt: Template
    public var history: Int
    /// For the whole reply.
    public var timeout: Interval
    /// Until the reply begins; nil: `timeout`.
    public var firstToken: Interval?
    /// Between two of its pieces; nil: `timeout`.
    public var betweenTokens: Interval?
    public var maxTokens: Int?
    public var stream: StreamStyle?
    public var onError: [Action]

    public init(
        url: String, model: String, key: SecretSource? = nil, system: Template? = nil, prompt: Template,
        history: Int = 0, timeout: Interval = .seconds(60), maxTokens: Int? = nil, stream: StreamStyle? = nil,
        onError: [Action] = []
    ) {
        self.url = url
        self.model = model
        self.key = key
        self.system = system
        self.prompt = prompt
        self.history = history
        self.timeout = timeout
        self.maxTokens = maxTokens
        self.stream = stream
        self.onError = onError
    }
}

/// How a prompt is answered: only ever with something that it offers.
public indirect enum AnswerChoice: Sendable {
    case id(String)
    case label(String)
    case other(Template)
    case text(Template)
    case firstOf([AnswerChoice])
}

public enum MediaSource: Sendable {
    /// A URL; `literalOrigin` if scheme, host and port stand literally in the rule file, as the author's own choice.
    case url(Template, literalOrigin: Bool)
    /// A file, relative to the rule file.
    case file(String)
}

public struct MediaPost: Sendable {
    public var source: MediaSource
    public var kind: String?
    public var mime: String?
    public var filename: Template?
    public var caption: Template?
    /// Role gateway: sent as a `url` that the gateway itself serves.
    public var asURL: Bool

    public init(
        source: MediaSource, kind: String? = nil, mime: String? = nil, filename: Template? = nil,
        caption: Template? = nil, asURL: Bool = false
    ) {
        self.source = source
        self.kind = kind
        self.mime = mime
        self.filename = filename
        self.caption = caption
        self.asURL = asURL
    }
}

public struct Assignment: Sendable {
    public enum Change: Sendable {
        case to(Template)
        case number(Double)
        case flag(Bool)
        case add(Double)
    }
    public var name: String
    public var change: Change

    public init(name: String, change: Change) {
        self.name = name
        self.change = change
    }
}

public enum HTTPBody: Sendable {
    case text(Template)
    /// Sent as JSON text, with `content-type: application/json` unless a header says otherwise.
    case json(JSONTemplate)
}

public struct HTTPCall: Sendable {
    public var method: String
    public var url: Template
    public var literalOrigin: Bool
    public var headers: [(name: String, value: Template)]
    public var body: HTTPBody?

    public init(
        method: String = "GET", url: Template, literalOrigin: Bool, headers: [(name: String, value: Template)] = [],
        body: HTTPBody? = nil
    ) {
        self.method = method
        self.url = url
        self.literalOrigin = literalOrigin
        self.headers = headers
        self.body = body
    }
}

/// Role gateway: a message to the device, whole or streamed.
public struct GatewayMessage: Sendable {
    /// One, or several of which one is drawn.
    public var texts: [Template]
    public var stream: StreamStyle?
    public var final: Bool
    public var id: Template?

    public init(texts: [Template], stream: StreamStyle? = nil, final: Bool = true, id: Template? = nil) {
        self.texts = texts
        self.stream = stream
        self.final = final
        self.id = id
    }
}

/// Role gateway: a prompt for the device.
public struct PromptCard: Sendable {
    public struct Option: Sendable {
        public var id: String
        public var label: Template
        public var style: String?

        public init(id: String, label: Template, style: String? = nil) {
            self.id = id
            self.label = label
            self.style = style
        }
    }
    public var kind: String
    public var text: Template
    public var options: [Option]
    public var expires: Interval?
    public var id: Template?
    public var command: Template?

    public init(
        kind: String, text: Template, options: [Option] = [], expires: Interval? = nil, id: Template? = nil,
        command: Template? = nil
    ) {
        self.kind = kind
        self.text = text
        self.options = options
        self.expires = expires
        self.id = id
        self.command = command
    }
}
