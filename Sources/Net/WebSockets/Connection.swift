import Time

/// Names one WebSocket connection, or the attempt to make one. It stays valid to use after the end: calls with it then do nothing.
public struct Connection: Hashable, Sendable {
    var slot: UInt32
    var generation: UInt32

    var token: UInt64 { UInt64(generation & 0xFF_FFFF) << 24 | UInt64(slot) }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(token: UInt64) {
        slot = UInt32(truncatingIfNeeded: token & 0xFF_FFFF)
        generation = UInt32(truncatingIfNeeded: token >> 24 & 0xFF_FFFF)
    }
}

/// What is known of a connection when it opens.
public struct Opening: Sendable {
    /// The address of the other end (the proxy's, where there is one); nil if it is gone already.
    public var peer: SocketAddress?
    /// The subprotocol agreed on.
    public var subprotocol: String?
    /// permessage-deflate was agreed on.
    public var isCompressed = false
    /// When `connect` began its work, when TCP stood, and when TLS stood (`connected` again without TLS). The upgrade
    /// has just ended. On a server's end `began` is the moment of accepting.
    public var began: Instant
    public var connected: Instant
    public var secured: Instant
    /// The TLS session was resumed.
    public var isResumed = false

    init(began: Instant) {
        self.began = began
        connected = began
        secured = began
    }
}
