/// Which end of a connection a codec plays: a client masks what it sends, a server must not (RFC 6455 section 5.1).
public enum Role: UInt8, Sendable {
    case client
    case server
}

/// The type of a data message (RFC 6455 section 5.6).
public enum MessageKind: UInt8, Sendable {
    case text = 1
    case binary = 2
}
