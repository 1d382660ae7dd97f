import Time

/// All the WebSocket connections of one driver on one loop, of both roles, with the plain HTTP that a listener answers
/// beside them. Not Sendable: it lives on its loop's thread.
public final class WebSockets: LoopMember {
    public let loop: Loop
    public let settings: WebSocketSettings
    private let driver: any WebSocketDriver

    /// Holds the driver, and is held by the loop, until `shutdown`.
    public init(loop: Loop, driver: any WebSocketDriver, settings: WebSocketSettings = WebSocketSettings()) {
        self.loop = loop
        self.driver = driver
        self.settings = settings
    }

    /// Begins to connect. `opened` or `closed` follows, never from inside this call.
    /// - Parameter tag: comes back in each call about this connection.
    public func connect(_ request: ConnectRequest, tag: Int) -> Connection {
        Connection(slot: 0, generation: 0)
    }

    /// Listens. A port in use is `NetFailure.Code.listen`.
    public func listen(_ settings: ListenSettings) throws(NetFailure) -> Listener {
        throw NetFailure(.listen, "cannot listen on \(settings.address)")
    }

    /// Sends a message. The bytes are copied into the frame; frames of one turn leave in one write.
    @discardableResult
    public func send(_ message: Span<UInt8>, _ kind: MessageKind = .text, on connection: Connection) -> SendOutcome {
        .notOpen
    }

    /// Sends a ping behind all that was sent; `ponged(mark:)` follows once the peer has read up to there.
    @discardableResult
    public func ping(mark: UInt64, on connection: Connection) -> SendOutcome { .notOpen }

    /// Begins the closing handshake: what waits goes out first, then the close frame. `closed` follows within the close timeout.
    /// A connection that is not open yet is given up.
    public func close(_ connection: Connection, code: UInt16 = 1000, reason: String = "") {}

    /// Drops the connection at once, without a close frame. `closed` follows with `NetFailure.Code.dropped`.
    public func drop(_ connection: Connection) {}

    /// Gives the connection another tag, from the next call on.
    public func retag(_ connection: Connection, _ tag: Int) {}

    /// Stops reading, so that TCP slows the peer down; `resumeReading` goes on.
    public func pauseReading(_ connection: Connection) {}
    public func resumeReading(_ connection: Connection) {}

    /// Bytes that wait because the socket did not take them.
    public func queued(_ connection: Connection) -> Int { 0 }

    /// Connections there are: open, opening and closing.
    public private(set) var count = 0

    /// Drops all connections and listeners without a further call, and lets the driver and the loop go.
    public func shutdown() {}
}

/// A port that is listened on.
public final class Listener {
    /// The address with the real port.
    public let address: SocketAddress

    init(address: SocketAddress) { self.address = address }

    /// Takes this certificate for connections from now on.
    public func replaceTLS(_ tls: TLSContext) {}

    /// Stops listening; connections stay.
    public func close() {}
}
