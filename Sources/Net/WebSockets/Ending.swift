/// How a connection, or the attempt to make one, ended.
public enum Ending: Hashable, Sendable {
    /// Close frames went both ways, or the peer's came: its code and reason (RFC 6455 section 7.4; 1005: it had no code).
    case close(code: UInt16, reason: String)
    /// The server answered the upgrade with another status than 101.
    case refused(status: Int)
    /// There was no connection, or it ended without a close frame.
    case failed(NetFailure)
}

/// What became of a message handed to `send`.
public enum SendOutcome: Hashable, Sendable {
    /// It goes out in order, unless the connection ends before.
    case accepted
    /// Not taken: the bytes that wait would pass the bound. `writable` will say when they have drained.
    case full
    /// Not taken, and it never will be: the frame alone passes the bound.
    case tooBig
    /// Not taken: the connection is not open, or it is closing.
    case notOpen
}
