import Time

// A trace is the engine's whole reasoning about one event as a value: `why` prints it, a run logs it, a failing test shows it.

/// What the rules made of one event.
public struct Trace: Sendable, Hashable {
    public var trigger: Trigger = .start
    /// The frame's id.
    public var event: String?
    /// The event's text, as it was matched against.
    public var text: String?
    /// The name of the dialogue state.
    public var state: String?
    /// Of an exec_approval: the command that it asks about, as it was read.
    public var command: PromptCommand?
    /// Every rule, in the order in which they are tried.
    public var rules: [RuleTrace] = []

    /// An empty one, to be filled by `Program.match`.
    public init() {}

    /// Whether the rule fired.
    public func fired(_ rule: Int) -> Bool {
        rules.contains { $0.rule == rule && $0.verdict.isFired }
    }

    /// Adds what an action of a rule that fired did.
    public mutating func note(rule: Int, _ action: ActionTrace) {
        guard let index = rules.firstIndex(where: { $0.rule == rule }) else { return }
        rules[index].actions.append(action)
    }
}

/// What became of one rule.
public struct RuleTrace: Sendable, Hashable {
    /// Index into `BotFile.rules`.
    public var rule: Int
    public var id: String
    public var place: Place
    public var verdict: Verdict
    /// What its conditions said, as far as they were looked at before the event was taken.
    public var outcomes: [ConditionOutcome] = []
    /// Of a rule that fires: the conditions by which it does.
    public var held: [Held] = []
    public var actions: [ActionTrace] = []

    public init(rule: Int, id: String, place: Place, verdict: Verdict) {
        self.rule = rule
        self.id = id
        self.place = place
        self.verdict = verdict
    }
}

/// Why a rule fired, or did not. Other rules are named by their ids.
public enum Verdict: Sendable, Hashable {
    case fired(count: Int)
    /// It matches too, but an earlier one took the event.
    case tooLate(after: String)
    case otherEvent(wanted: [Trigger])
    case otherState(wanted: [String], saw: String?)
    case failed(Failure)
    /// It matches, but its limit is used up for as long as `frees`.
    case limited(Limit, frees: Interval)
    /// An approving rule whose limit is used up: the prompt is left alone.
    case heldBack(Limit, frees: Interval)
    /// It matches, but the prompt is left alone because of an approving rule whose limit is used up.
    case leftAlone(by: String)
    /// An approving rule that matches, and a rule that denies with a command condition does too.
    case outranked(by: String)
    /// `hit: unique`: it matches together with these, so none acts.
    case conflict(with: [String])

    public var isFired: Bool {
        if case .fired = self { true } else { false }
    }
}

/// The first condition of a rule that did not hold.
public struct Failure: Sendable, Hashable {
    public var place: Place
    /// Its keys from `when` down, such as `text.contains` or `any.not.kind`.
    public var condition: String
    public var wanted: String
    /// Nil: the event has no such thing.
    public var saw: String?
    /// The smallest change that would make it hold, where one is known.
    public var change: String?
    /// How many conditions beside it do not hold either.
    public var others = 0

    public init(place: Place, condition: String, wanted: String, saw: String?, change: String? = nil) {
        self.place = place
        self.condition = condition
        self.wanted = wanted
        self.saw = saw
        self.change = change
    }
}

/// What one action of a rule did, or why it did not.
public struct ActionTrace: Sendable, Hashable {
    public var place: Place
    /// Its key in `do`.
    public var action: String
    /// The rendered template, the option sent, the reason.
    public var detail: String
    public var done: Bool

    public init(place: Place, action: String, detail: String, done: Bool = true) {
        self.place = place
        self.action = action
        self.detail = detail
        self.done = done
    }
}
