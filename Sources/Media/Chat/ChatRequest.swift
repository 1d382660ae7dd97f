import JSON
import Time

/// A chat completion asked of an OpenAI-compatible endpoint, streamed.
public struct ChatRequest: Sendable {
    public struct Turn: Sendable, Hashable {
        /// "system", "user" or "assistant".
        public var role: String
        public var text: String

        public init(role: String, text: String) {
            self.role = role
            self.text = text
        }
    }

    /// Of the endpoint itself, such as `http://127.0.0.1:11434/v1/chat/completions`.
    public var url: String
    public var model: String
    public var turns: [Turn]
    /// Sent as `Authorization: Bearer`; it is never printed.
    public var key: String?
    public var maxTokens: Int?
    /// Asks for a count of tokens at the end of the stream (`stream_options`), which some older servers do not know.
    public var countsTokens = false
    public var headers: [HTTPHeader] = []
    /// Which addresses may be connected to.
    public var rules = AddressGuard()
    /// Scheme, host and port of `url` stand literally in the rule file.
    public var isTrusted = true
    public var limits = ChatLimits()

    public init(url: String, model: String, turns: [Turn], key: String? = nil, maxTokens: Int? = nil) {
        self.url = url
        self.model = model
        self.turns = turns
        self.key = key
        self.maxTokens = maxTokens
    }

    /// The request's JSON: only what every server knows.
    var body: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("model", model)
            writer.key("messages")
            writer.array { writer in
                for turn in turns {
                    writer.object { writer in
                        writer.member("role", turn.role)
                        writer.member("content", turn.text)
                    }
                }
            }
            writer.member("stream", true)
            if countsTokens {
                writer.key("stream_options")
                writer.object { $0.member("include_usage", true) }
            }
            if let maxTokens { writer.member("max_tokens", maxTokens) }
        }
        return writer.bytes
    }
}

/// How long, and how much.
public struct ChatLimits: Sendable, Hashable {
    public var connect: Interval = .seconds(10)
    /// From the start to the first piece, repetitions included.
    public var first: Interval = .seconds(60)
    /// Between two pieces.
    public var between: Interval = .seconds(60)
    /// From the start to the end.
    public var whole: Interval = .seconds(300)
    /// Bytes of text.
    public var size = 1 << 20
    /// Attempts after the first, as long as no piece has come.
    public var retries = 2
    public var backoff: Interval = .milliseconds(500)

    public init() {}
}

/// What comes of a chat request, on the fetch thread: pieces, then exactly one of the other two.
public enum ChatEvent: Sendable, Hashable {
    /// More text; never empty.
    case piece(String)
    case finished(ChatEnd)
    case failed(FetchFault)
}

public struct ChatEnd: Sendable, Hashable {
    /// "stop", "length" ...; as the server says.
    public var reason: String?
    /// As the server counts them; nil where it does not say.
    public var promptTokens: Int?
    public var completionTokens: Int?
    /// Pieces that came: about as many as tokens, for servers that count none.
    public var pieces: Int

    public init(reason: String? = nil, promptTokens: Int? = nil, completionTokens: Int? = nil, pieces: Int = 0) {
        self.reason = reason
        self.promptTokens = promptTokens
        self.completionTokens = completionTokens
        self.pieces = pieces
    }
}
