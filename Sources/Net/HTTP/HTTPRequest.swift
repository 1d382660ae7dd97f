import WebSocket

/// A request to a listener, as it came from outside: a plain one, or one for an upgrade.
public struct HTTPRequest: Sendable, CustomStringConvertible {
    /// Method, path, query and fields. Target, query and fields may hold a token: they are for no log.
    public var head: RequestHead
    /// Who asks; nil if the connection is gone already.
    public var peer: SocketAddress?
    /// The listener's own tag (`ListenSettings.tag`).
    public var listener: Int

    public init(_ head: RequestHead, peer: SocketAddress? = nil, listener: Int = 0) {
        self.head = head
        self.peer = peer
        self.listener = listener
    }

    /// Method and path alone.
    public var description: String { "\(head.method) \(head.path)" }
}

/// What a driver answers to a plain request.
public enum HTTPReply: Sendable {
    case answer(HTTPAnswer)
    /// A file, streamed from the disk as the socket takes it. A `Range` of the request is honoured (RFC 9110 section 14);
    /// a file that cannot be read is 404.
    case file(path: String, type: String, fields: HeaderFields = HeaderFields())

    /// A page of text.
    public static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8") -> HTTPReply
    {
        .answer(HTTPAnswer(status: status, type: type, body: Array(text.utf8)))
    }
}
