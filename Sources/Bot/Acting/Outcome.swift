/// What became of an action.
enum Outcome: Sendable {
    case done
    case waits(Waiting)
    /// The action failed, and the rule ends there unless the action has an `on_error`. The reason is for people, and for
    /// `{{error}}`.
    case failed(String)
}
