import Time
import WebSocket

/// What all connections of a `WebSockets` share.
public struct WebSocketSettings: Sendable {
    /// The largest inbound message in bytes, after inflation; over it the connection ends with 1009.
    public var maxMessage = 16 << 20
    /// The same for a stranger: a connection that a listener accepted, until `trust`. Who has not said who it is shall cost
    /// no more memory than that takes. Nil: as `maxMessage`.
    public var maxStrangersMessage: Int?
    /// Bytes that may wait in a connection's queue: `send` is `full` over it. No frame can be larger.
    public var maxQueue = 16 << 20
    /// How long a connection that is being closed may stand still: the peer takes none of what waits to go out, and does
    /// not answer the close frame behind it, or does not end. Then it is dropped.
    public var closeTimeout = Interval.seconds(5)
    /// How long closing may take in all, also with a peer that goes on taking a little.
    public var closeLimit = Interval.seconds(60)
    /// TCP_USER_TIMEOUT and keepalive: a path on which nothing is acknowledged that long is dead.
    public var deadPath = Interval.seconds(60)
    /// A client's TLS handshakes at once with one server; the others wait for their turn. About 0.8 ms CPU each.
    public var maxHandshakes = 64
    /// Connections that are often answered at once. What then comes in several frames is acknowledged by its answer, and not
    /// by a packet of its own before that.
    public var answersAtOnce = false
    /// Where connections go out from.
    public var sources = SourcePool()

    public init() {}
}

/// One connection to make.
public struct ConnectRequest: Sendable {
    public var url: WebSocketURL
    /// Needed for wss.
    public var tls: TLSContext?
    /// The whole value of `Authorization`.
    public var authorization: String?
    /// More fields of the upgrade.
    public var fields = HeaderFields()
    public var origin: String?
    public var subprotocols: [String] = []
    /// permessage-deflate, offered if not nil.
    public var compression: Compression?
    public var proxy = ProxySettings()
    /// From the start of the work to the end of the upgrade. Waiting for a turn at the handshake does not count.
    public var timeout = Interval.seconds(10)

    public init(_ url: WebSocketURL) { self.url = url }
}

/// Never prints the token, which may stand in the query, in a field or in `authorization`.
extension ConnectRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(url)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where and how to listen.
public struct ListenSettings: Sendable {
    /// Port 0: any free one; `Listener.address` tells.
    public var address: SocketAddress
    /// Several processes listen on the port, and the kernel spreads the connections (SO_REUSEPORT).
    public var sharesPort = false
    public var tls: TLSContext?
    /// The path of the WebSocket; nil: none, this listener only answers plain requests.
    public var path: String? = "/ws"
    /// Subprotocols, origins, permessage-deflate.
    public var policy = UpgradePolicy()
    /// From accepting to the end of the request's head, TLS included.
    public var upgradeTimeout = Interval.seconds(10)
    public var headLimits = HeadLimits()
    /// Connections of all kinds at once; over it new ones wait in the kernel's queue.
    public var maxConnections = Int.max
    /// Comes back in `HTTPRequest.listener`.
    public var tag = 0

    public init(_ address: SocketAddress) { self.address = address }
}
