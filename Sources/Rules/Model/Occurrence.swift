/// Something that happened, as rules see it: the trigger and the fields that conditions and templates may look at.
/// `Bot` makes it from a frame, a timer or a result. A field that the event has not is nil: a condition on it fails.
public struct Occurrence: Sendable {
    public struct Option: Sendable, Hashable {
        public var id: String
        public var label: String
        public var style: String?

        public init(id: String, label: String, style: String? = nil) {
            self.id = id
            self.label = label
            self.style = style
        }
    }

    /// The `command` key of an exec_approval's frame.
    public enum CommandField: Sendable, Hashable {
        case absent
        case text(String)
        /// There, but no non-empty string: unclear.
        case malformed
    }

    public var trigger: Trigger
    /// Of `timer`: which rule's, and which of its timers.
    public var timer: (rule: Int, index: Int)?
    /// The frame's own id; `{{event.id}}`.
    public var id: String?

    public var text: String?
    public var caption: String?
    public var filename: String?
    public var mime: String?
    public var label: String?
    public var code: String?
    public var state: String?
    public var url: String?

    public var t: String?
    public var kind: String?
    public var reason: String?
    public var of: String?
    /// Of `prompt_done` and `answer`: the chosen one.
    public var option: String?
    /// Of `prompt`: what is offered.
    public var options: [Option] = []
    public var command: CommandField = .absent

    public var again: Bool?
    public var final: Bool?
    public var fatal: Bool?
    public var expired: Bool?
    public var clean: Bool?
    public var ok: Bool?

    public var parts: Int?
    /// Bytes.
    public var size: Int?
    /// `error` of a failed result.
    public var error: String?

    /// The frame as it came, for `field`; empty if there was none.
    public var frame: [UInt8] = []

    public init(_ trigger: Trigger) { self.trigger = trigger }
}
