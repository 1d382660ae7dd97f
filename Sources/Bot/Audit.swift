import Rules

/// One line of the audit log: what was decided about a prompt, and what came of it. The driver adds the time, the hash
/// of the bot file and the chain.
public struct AuditRecord: Sendable, Equatable {
    public enum Stage: String, Sendable, CaseIterable {
        /// A rule (or a person) chose `option`; it is sent once this record is on the disk.
        case decided
        /// The same answer goes out once more, after a reconnect.
        case resent
        /// Nothing is sent: no rule answers, or the answer was held back. `reason` says why.
        case left
        /// `prompt_done` named the same option, or closed a prompt that we did not answer; `applied` has its option.
        case applied
        /// `prompt_done` named another option than ours: approvals pause.
        case mismatched
        /// The prompt expired.
        case expired
        /// The pause that a mismatch caused was ended by a person.
        case resumed
    }

    public var stage: Stage
    /// The frame's id.
    public var prompt: String
    public var kind: String
    public var text: String
    /// The frame's own `command`, if it had one that is a text.
    public var command: String?
    /// What the command was parsed as, for people: its simple commands, or why it is unclear.
    public var parse: String?
    public var offered: [String]
    public var rule: String?
    public var place: Place?
    /// Answered by a person, not by a rule.
    public var byHand = false
    /// The option that was chosen and sent.
    public var option: String?
    /// The free text that was sent.
    public var answerText: String?
    /// The option that `prompt_done` named.
    public var applied: String?
    public var reason: String?

    public init(stage: Stage, prompt: String, kind: String, text: String, offered: [String]) {
        self.stage = stage
        self.prompt = prompt
        self.kind = kind
        self.text = text
        self.offered = offered
    }
}
