import Rules

/// One thing that a bot did or left, said for logs, transcripts and failing tests. `code` is stable.
public struct Note: Sendable, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        /// The connection: opened, greeted, lost, failed.
        case connection
        /// A frame or message that was counted and ignored, and why.
        case ignored
        /// A message taken as final without being said so, or that grew on after that.
        case provisional
        /// A rule fired, was queued, skipped or restarted.
        case firing
        /// An action failed; its rule ended there.
        case failed
        /// A prompt was answered, left alone, or closed.
        case prompt
        /// Approvals pause: `prompt_done` named another option than ours.
        case mismatch
        /// A received or sent transfer: done, dropped, refused.
        case transfer
        /// A frame waits, goes out again, or is given up.
        case delivery
    }

    public var level: LogLevel
    public var code: Code
    public var text: String
    /// The rule that it is about.
    public var rule: String?
    public var place: Place?

    public init(_ level: LogLevel, _ code: Code, _ text: String, rule: String? = nil, place: Place? = nil) {
        self.level = level
        self.code = code
        self.text = text
        self.rule = rule
        self.place = place
    }
}
