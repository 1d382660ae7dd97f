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

    /// What no step says is answered all the same: URLs with an empty text, the AI endpoint with "…".
    var standsIn = false
    /// What was answered so.
    private(set) var stoodIn: [String] = []

    mutating func answer(_ url: String, with answer: ScriptedAnswer) { answers[url] = answer }

    mutating func reply(with reply: ScriptedReply) { replies.append(reply) }

    mutating func answer(to url: String) -> ScriptedAnswer {
        if let answer = answers[url] { return answer }
        guard standsIn else { return .failure("no \"fetch\" step says what \(url) answers") }
        stoodIn.append(url)
        return .text("", status: 200, type: nil)
    }

    /// A replay's: it goes before all else.
    var world: RecordedWorld?

    /// What a URL answered when it was asked next, and when.
    mutating func recordedFetch(of url: String) -> (at: Instant, fetch: RecordedFetch) {
        guard let queued = world?.fetches[url], let first = queued.first else {
            return (VirtualClock.origin, RecordedFetch(failure: "the recording does not say what this URL answers"))
        }
        world?.fetches[url] = Array(queued.dropFirst())
        return first
    }

    /// The recorded reply, at the recorded times; later if it is asked for later than it was then.
    private mutating func replay(_ ticket: Ticket, at now: Instant) {
        guard world?.replies.isEmpty == false, let reply = world?.replies.removeFirst(), let first = reply.pieces.first
        else {
            return insert((now, ticket, .ai(ticket, .failed(reason: "the recording has no reply for this"))))
        }
        let late = max(.zero, now - first.at)
        for piece in reply.pieces { insert((piece.at + late, ticket, .ai(ticket, piece.progress))) }
    }

    mutating func schedule(_ event: Event, of ticket: Ticket, at time: Instant) { insert((time, ticket, event)) }

    mutating func ask(_ ticket: Ticket, _ request: AIRequest, at now: Instant) {
        if world != nil { return replay(ticket, at: now) }
        let reply = replies.isEmpty ? unscripted(request) : replies.removeFirst()
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

    private mutating func unscripted(_ request: AIRequest) -> ScriptedReply {
        guard standsIn else { return .failure("no \"ai\" step says what the endpoint answers") }
        stoodIn.append(request.url)
        return .pieces(["…"])
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
