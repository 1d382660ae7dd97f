/// Limits on an HTTP head.
public struct HeadLimits: Sendable, Equatable {
    /// Bytes, the empty line included.
    public var bytes: Int
    public var fields: Int

    public init(bytes: Int = 16 << 10, fields: Int = 100) {
        self.bytes = bytes
        self.fields = fields
    }
}
