import Bot
import Time

/// What the world outside answers: URLs, and the AI endpoint.
struct Script {
    private var answers: [String: ScriptedAnswer] = [:]
    private var replies: [ScriptedReply] = []
    /// Pieces of replies that are on their way, in order of time.
    private var coming: [(at: Instant, ticket: Ticket, event: Event)] = []

    /// The time between two pieces of a reply.
    static let pace = Interval.milliseconds(50)

    mutating func answer(_ url: String, with answer: ScriptedAnswer) { answers[url] = answer }

    mutating func reply(with reply: ScriptedReply) { replies.append(reply) }

    func answer(to url: String) -> ScriptedAnswer {
        answers[url] ?? .failure("no \"fetch\" step says what \(url) answers")
    }

    mutating func ask(_ ticket: Ticket, _ request: AIRequest, at now: Instant) {
        let reply = replies.isEmpty ? .failure("no \"ai\" step says what the endpoint answers") : replies.removeFirst()
        var events: [Event] = []
        switch reply {
        case .failure(let reason): events = [.ai(ticket, .failed(reason: reason))]
        case .pieces(let pieces): events = pieces.map { .ai(ticket, .piece($0)) } + [.ai(ticket, .finished)]
        }
        for (index, event) in events.enumerated() {
            // The end comes with the last piece.
            let steps = Int64(min(index + 1, max(1, events.count - 1)))
            insert((now + Self.pace * steps, ticket, event))
        }
    }

    private mutating func insert(_ new: (at: Instant, ticket: Ticket, event: Event)) {
        let index = coming.firstIndex { $0.at > new.at } ?? coming.count
        coming.insert(new, at: index)
    }

    mutating func cancel(_ ticket: Ticket) { coming.removeAll { $0.ticket == ticket } }

    var due: Instant? { coming.first?.at }

    /// What is due.
    mutating func next(at now: Instant) -> Event? {
        guard let first = coming.first, first.at <= now else { return nil }
        return coming.removeFirst().event
    }
}
