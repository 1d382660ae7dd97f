// Who may answer an exec_approval, and with what. Every option but `deny` lets the command run. What can be seen in the
// file is refused there; what shows only with the prompt, the option that is really sent, is judged by the same rules
// when it is chosen.

extension Condition {
    /// The sets of the `command.every` that guards: at the top of `when`, or in an `all` there. Under `any` and `not` it
    /// guards nothing.
    public var guardingSets: [String]? {
        switch test {
        case .command(let condition): condition.every
        case .all(let conditions): conditions.lazy.compactMap(\.guardingSets).first
        default: nil
        }
    }

    /// The kinds of prompt that the condition cannot hold without: from a `kind` at the top of `when`, or in an `all`
    /// there. Nil if it pins none.
    public var pinnedKinds: Set<String>? {
        switch test {
        case .word(.kind, let kinds):
            return Set(kinds.map { $0.lowercased() })
        case .all(let conditions):
            let pins = conditions.compactMap(\.pinnedKinds)
            guard let first = pins.first else { return nil }
            return pins.dropFirst().reduce(first) { $0.intersection($1) }
        default:
            return nil
        }
    }

    /// Whether a `command` condition stands anywhere in it.
    public var looksAtCommand: Bool {
        switch test {
        case .command: true
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksAtCommand)
        case .not(let condition): condition.looksAtCommand
        default: false
        }
    }
}

extension Rule {
    /// It may act on an exec_approval: it is for prompts, and its `when` pins `kind` to nothing else.
    public var concernsApprovals: Bool {
        triggers.contains(.prompt) && (condition?.pinnedKinds?.contains("exec_approval") ?? true)
    }

    /// The answers among its actions, with the action's place; those of an AI's `on_error` too.
    public var answers: [(choice: AnswerChoice, place: Place)] { Self.answers(in: actions) }

    private static func answers(in actions: [Action]) -> [(choice: AnswerChoice, place: Place)] {
        actions.flatMap { action -> [(choice: AnswerChoice, place: Place)] in
            switch action.step {
            case .answer(let choice): [(choice, action.place)]
            case .askAI(let ask): answers(in: ask.onError)
            default: []
            }
        }
    }

    /// It may let a command run: an answer of it on an exec_approval may be something else than `deny`.
    public var mayApprove: Bool { concernsApprovals && answers.contains { !$0.choice.isDeny } }

    /// It denies exec_approvals, has a `command` condition, and never approves: it wins over every rule that approves.
    public var deniesByCommand: Bool {
        concernsApprovals && !answers.isEmpty && !mayApprove && (condition?.looksAtCommand ?? false)
    }
}

extension AnswerChoice {
    /// Whatever is offered, nothing but `deny` can be sent.
    public var isDeny: Bool {
        switch self {
        case .id(let id): id.lowercased() == "deny"
        case .firstOf(let choices): choices.allSatisfy(\.isDeny)
        case .label, .other, .text: false
        }
    }

    /// Whether it names this option by its id, itself or among the choices of a `first_of`.
    func names(_ id: String) -> Bool {
        switch self {
        case .id(let own): own.lowercased() == id.lowercased()
        case .firstOf(let choices): choices.contains { $0.names(id) }
        case .label, .other, .text: false
        }
    }
}

/// Why an option may not be sent as the answer to an exec_approval.
public enum ApprovalRefusal: String, Error, Sendable, Hashable, CaseIterable {
    /// It lets the command run, in a rule that no `command.every` guards and that does not say `unguarded`.
    case unguarded
    /// It holds for longer than this command, and the rule does not say `lasting`.
    case lasting
    /// It is styled `danger`, and the rule does not name it by its id.
    case danger

    public var message: String {
        switch self {
        case .unguarded: "only \"deny\" may be sent by a rule that no command.every guards"
        case .lasting: "an answer other than \"once\" and \"deny\" needs \"lasting\": true in its rule"
        case .danger: "an option styled danger must be named by its id"
        }
    }
}

extension Rule {
    /// Judges an option that is about to be sent on an exec_approval, by the id that is really sent; nil if it may be.
    /// `id` is nil for an answer by text alone.
    public func refusal(toSend id: String?, styled style: String?, chosenBy choice: AnswerChoice) -> ApprovalRefusal? {
        let id = id?.lowercased()
        if id == "deny" { return nil }
        if condition?.guardingSets == nil, !unguarded { return .unguarded }
        if id != "once", !lasting { return .lasting }
        if style?.lowercased() == "danger", !choice.names(id ?? "") { return .danger }
        return nil
    }
}
