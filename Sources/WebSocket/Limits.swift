/// What a peer may make us hold. Handed in with each call, so that ten thousand codecs share one.
public struct Limits: Sendable, Equatable {
    /// Payload bytes of one frame, as they are on the wire.
    public var frame: Int
    /// Bytes of one message, joined and inflated.
    public var message: Int
    /// Frames that one message may be split into.
    public var fragments: Int

    public init(frame: Int = 16 << 20, message: Int = 16 << 20, fragments: Int = 1 << 20) {
        self.frame = frame
        self.message = message
        self.fragments = fragments
    }
}
