import Rules

/// What one firing of a rule is about: it does not change while the rule acts, and firings of one event share the event.
final class Scene: Sendable {
    let occurrence: Occurrence
    let captures: [String: String]
    /// How many times the rule has fired.
    let count: Int
    /// The received file of a `media` event. The scene's last rule to end frees it.
    let file: MediaFile?
    /// Names the event: all rules that fired for it have the same number.
    let event: UInt64

    init(occurrence: Occurrence, captures: [String: String], count: Int, file: MediaFile?, event: UInt64) {
        self.occurrence = occurrence
        self.captures = captures
        self.count = count
        self.file = file
        self.event = event
    }
}
