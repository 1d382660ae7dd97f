/// A token or key. It prints as dots wherever it might be printed, so that it never shows up in any output.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself: for the wire alone.
    public let exposed: String

    public init(_ text: String) { exposed = text }

    public var description: String { TokenRedaction.mark }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
