/// What a received message was: for counters, latencies and transcripts, so that no driver decodes it again.
public struct Seen: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, CaseIterable {
        case ready, typing, message, prompt, promptDone, media, avatar, error
        // From devices.
        case hello, text, audio, answer
        case unknown
        /// No JSON object, no `t`, a key twice, odd types: counted and ignored.
        case malformed
    }

    public var kind: Kind
    /// `edit` of a message; `stop` of typing.
    public var edit = false
    /// `final` of a message; `fatal` of an error; the last part of a transfer.
    public var final = false
    /// A message or transfer whose id was done with before.
    public var isRepeated = false
    /// A state of a message that had ended, or that another one has followed already.
    public var isLate = false

    public init(_ kind: Kind, edit: Bool = false, final: Bool = false) {
        self.kind = kind
        self.edit = edit
        self.final = final
    }
}
