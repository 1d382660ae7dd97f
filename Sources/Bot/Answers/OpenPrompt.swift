import Rules

/// A prompt that the gateway has shown and not closed, and what became of our answer to it.
struct OpenPrompt: Sendable {
    /// What an answer is bound to: it goes only to a prompt that still says exactly this.
    struct Card: Sendable, Equatable {
        var id: String
        var kind: String
        var text: String
        var options: [Occurrence.Option]
        var command: Occurrence.CommandField
    }

    /// What was chosen, for good: a prompt never gets a second, different one.
    struct Answer: Sendable, Equatable {
        enum Progress: Sendable, Equatable {
            /// Waits for its audit record.
            case deciding(Ticket)
            /// In the outbox, or sent and not known to be delivered.
            case onItsWay
            case delivered
        }

        var choice: Chosen
        /// nil: by hand.
        var rule: String?
        var place: Place?
        var progress: Progress
        /// It was handed to a socket, by this process or an earlier one.
        var wasSent = false
    }

    let card: Card
    var answer: Answer?
    /// The number of the connection that showed it last.
    var connection: UInt32
    /// The rules changed since it was shown: its rule must hold under the new ones too.
    var isOfOldRules = false

    init(card: Card, connection: UInt32) {
        self.card = card
        self.connection = connection
    }
}

/// One answer as the frame says it.
struct Chosen: Sendable, Hashable {
    /// An offered id, in lower case; nil: an open question.
    var option: String?
    var text: String?
}

extension OpenPrompt.Card {
    /// The kinds of protocol.md. Any other shape is left to people.
    enum Kind: String, Sendable, CaseIterable {
        case execApproval = "exec_approval"
        case slashConfirm = "slash_confirm"
        case clarify
    }

    init(_ occurrence: Occurrence) {
        self.init(
            id: occurrence.id ?? "", kind: occurrence.kind ?? "", text: occurrence.text ?? "",
            options: occurrence.options, command: occurrence.command)
    }

    /// The event that showed it, as far as an answer is bound to it.
    var occurrence: Occurrence {
        var occurrence = Occurrence(.prompt)
        occurrence.t = "prompt"
        occurrence.id = id
        occurrence.kind = kind
        occurrence.text = text
        occurrence.options = options
        occurrence.command = command
        return occurrence
    }

    var known: Kind? { Kind(rawValue: kind) }

    /// Whether that option lets something happen that the kill switches stop.
    func approves(_ choice: Chosen) -> Bool {
        switch known {
        case .execApproval: choice.option != "deny"
        case .slashConfirm: choice.option != "cancel"
        case .clarify, nil: false
        }
    }
}
