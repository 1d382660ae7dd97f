import WebSocket

public typealias MessageKind = WebSocket.MessageKind

/// Whoever drives WebSocket connections. One driver has all the connections of a `WebSockets`, and finds its own by the
/// tag that it gave each: an idle connection costs it nothing.
///
/// Each `connect`, and each connection that a listener opened, ends in exactly one `closed`. No method is called from
/// inside a call that the driver makes: they all come from the loop.
public protocol WebSocketDriver: AnyObject {
    /// The upgrade is done: messages may be sent.
    func opened(_ connection: Connection, tag: Int, _ opening: Opening)
    /// A whole message; text is UTF-8. The bytes are borrowed: they are gone when this returns.
    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int)
    /// The answer to `ping(mark:)`: the peer has read all that was sent before it.
    func ponged(mark: UInt64, on connection: Connection, tag: Int)
    /// The peer is alive: bytes came that ended no message and no `ponged` (a ping, a piece of a large message).
    func heard(on connection: Connection, tag: Int)
    /// The socket takes no more for now, and bytes wait in the queue. `writable` follows.
    func congested(_ connection: Connection, tag: Int)
    /// The queue is empty again, after `congested` or after a `send` that was `full`.
    func writable(_ connection: Connection, tag: Int)
    /// It has ended; the connection names nothing any more.
    func closed(_ connection: Connection, tag: Int, _ ending: Ending)

    /// Server: whether to take this upgrade; the token check stands here.
    func admit(_ request: HTTPRequest) -> Admission
    /// Server: the reply to a plain request (GET or HEAD), or nil for 404.
    func respond(to request: HTTPRequest) -> HTTPReply?
    /// A listener cannot accept for now (no descriptor is left) and tries again by itself. Said once each time it begins.
    func troubled(_ listener: Listener, _ failure: NetFailure)
}

extension WebSocketDriver {
    public func ponged(mark: UInt64, on connection: Connection, tag: Int) {}
    public func heard(on connection: Connection, tag: Int) {}
    public func congested(_ connection: Connection, tag: Int) {}
    public func writable(_ connection: Connection, tag: Int) {}
    public func admit(_ request: HTTPRequest) -> Admission { .accept(tag: 0) }
    public func respond(to request: HTTPRequest) -> HTTPReply? { nil }
    public func troubled(_ listener: Listener, _ failure: NetFailure) {}
}

/// A server's decision on an upgrade.
public enum Admission: Sendable {
    /// Take it; `opened` follows with this tag.
    case accept(tag: Int)
    /// Answer so instead, such as `HTTPAnswer(status: 401)`.
    case refuse(HTTPAnswer)
}
