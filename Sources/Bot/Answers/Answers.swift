import Rules
import Time

// The prompts that are open, and whether anything may be approved. Its one rule: when in doubt, nothing is sent.

struct Answers: Sendable {
    /// A gateway that shows more at once is not taken at its word: the oldest without an answer are forgotten.
    static let capacity = 100

    private(set) var open: [OpenPrompt] = []
    /// The kill switch.
    var isOff = false
    /// Why approvals pause: `prompt_done` named another option than ours. Kept over restarts.
    var paused: String?
    /// When approvals were sent, oldest first, as far back as a minute.
    private(set) var recent: [WallTime] = []

    /// Until when plain text waits because it could be taken for the answer of a clarify: as long as one is open that
    /// this connection showed; nil: it need not. One of an earlier connection counts until `olderUntil` only: the gateway
    /// may have closed it while nobody listened.
    func holdsTexts(connection: UInt32, olderUntil: Instant) -> Instant? {
        var until: Instant?
        for prompt in open where prompt.card.known == .clarify {
            if prompt.connection == connection { return .distantFuture }
            until = olderUntil
        }
        return until
    }

    /// The clarify that holds plain text: the newest that this connection showed, or else the newest of all.
    func holder(connection: UInt32) -> OpenPrompt.Card? {
        let clarifies = open.filter { $0.card.known == .clarify }
        return (clarifies.last { $0.connection == connection } ?? clarifies.last)?.card
    }

    subscript(id: String) -> OpenPrompt? { open.first { $0.card.id == id } }

    /// What a shown prompt is to us.
    enum Showing: Equatable {
        /// Rules may answer it.
        case new
        /// It was shown before, and nothing was answered.
        case again
        /// It was shown before, on an earlier connection, and this is how it was answered.
        case answered(Chosen)
        /// Another prompt under an id that we have answered.
        case changed
    }

    /// Takes in a prompt that the gateway shows.
    ///
    /// - Returns: what it is, and the id of a prompt that had to be forgotten for it.
    mutating func show(_ card: OpenPrompt.Card, connection: UInt32) -> (Showing, forgotten: String?) {
        guard let index = open.firstIndex(where: { $0.card.id == card.id }) else {
            var forgotten: String?
            if open.count >= Self.capacity {
                let at = open.firstIndex { $0.answer == nil } ?? 0
                forgotten = open.remove(at: at).card.id
            }
            open.append(OpenPrompt(card: card, connection: connection))
            return (.new, forgotten)
        }
        guard open[index].card == card else {
            if open[index].answer != nil { return (.changed, nil) }
            open[index] = OpenPrompt(card: card, connection: connection)
            return (.new, nil)
        }
        let shownBefore = open[index].connection
        open[index].connection = connection
        if shownBefore != connection, let answer = open[index].answer, answer.progress == .delivered {
            return (.answered(answer.choice), nil)
        }
        return (.again, nil)
    }

    mutating func restore(_ prompt: OpenPrompt) { open.append(prompt) }

    /// Closes a prompt, as `prompt_done` says.
    mutating func close(_ id: String) -> OpenPrompt? {
        open.firstIndex { $0.card.id == id }.map { open.remove(at: $0) }
    }

    mutating func change(_ id: String, _ body: (inout OpenPrompt) -> Void) {
        guard let index = open.firstIndex(where: { $0.card.id == id }) else { return }
        body(&open[index])
    }

    /// The prompt whose answer waits for that audit record.
    func deciding(_ ticket: Ticket) -> OpenPrompt? { open.first { $0.answer?.progress == .deciding(ticket) } }

    /// The rules are others now.
    mutating func rulesChanged() {
        for index in open.indices { open[index].isOfOldRules = true }
    }

    // MARK: May it be sent

    /// Why that answer may not be sent now; nil: it may.
    func objection(to choice: Chosen, card: OpenPrompt.Card, perMinute: Int, now: WallTime) -> String? {
        guard let prompt = self[card.id] else { return "the prompt is closed" }
        guard prompt.card == card else { return "the prompt has changed" }
        guard card.approves(choice) else { return nil }
        if isOff { return "approvals are off" }
        if let paused { return "approvals pause: \(paused)" }
        let used = recent.count { now - $0 < .seconds(60) }
        if used >= perMinute { return "\(perMinute) approvals a minute are used up" }
        return nil
    }

    /// An approval goes out now.
    mutating func count(at now: WallTime) {
        recent.removeAll { now - $0 >= .seconds(60) }
        recent.append(now)
    }

    mutating func restore(recent stamps: [WallTime]) { recent = stamps }
}
