/// What an upgrade agreed on for permessage-deflate (RFC 7692), seen from our end.
public struct Compression: Sendable, Equatable {
    /// One direction's terms.
    public struct Direction: Sendable, Equatable {
        /// Base-2 logarithm of the LZ77 window, 8 to 15.
        public var windowBits: UInt8
        /// The window lives on from message to message (no `no_context_takeover`): tens of kilobytes a connection
        /// for receiving, some 256 KB for sending.
        public var keepsContext: Bool

        public init(windowBits: UInt8 = 15, keepsContext: Bool = true) {
            self.windowBits = windowBits
            self.keepsContext = keepsContext
        }
    }

    public var sending: Direction
    public var receiving: Direction
    /// Bytes: a shorter message is sent as it is.
    public var sendAtLeast: UInt16

    public init(sending: Direction = Direction(), receiving: Direction = Direction(), sendAtLeast: UInt16 = 0) {
        self.sending = sending
        self.receiving = receiving
        self.sendAtLeast = sendAtLeast
    }
}
