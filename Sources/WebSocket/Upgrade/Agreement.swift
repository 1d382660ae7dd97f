/// What an upgrade agreed on.
public struct Agreement: Sendable, Equatable {
    public var subprotocol: String?
    public var compression: Compression?

    public init(subprotocol: String? = nil, compression: Compression? = nil) {
        self.subprotocol = subprotocol
        self.compression = compression
    }
}
