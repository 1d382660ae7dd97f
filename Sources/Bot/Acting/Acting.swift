import Rules
import Time

// A rule that acts is a small state machine: where it stands in its list of actions, and what it waits for. One that
// waits for nothing runs on until it waits or ends, within one event; only those that wait are kept.

struct Acting: Sendable {
    /// Names this firing; they count up.
    let number: UInt64
    /// Index into the blueprint's rules.
    var rule: Int
    let scene: Scene
    /// Where it stands: an index into `do`; then, inside the `on_error` of the action there, an index into that; and so on.
    var path: [Int] = [0]
    var wait = Waiting.turn {
        didSet { (ticket, due) = (wait.ticket, wait.deadline) }
    }
    /// What it waits for, and when it goes on by itself: looked for among hundreds at each event.
    private(set) var ticket: Ticket?
    private(set) var due: Instant?
    /// What went wrong with the action whose `on_error` it is in.
    var error: String?

    init(number: UInt64, rule: Int, scene: Scene) {
        self.number = number
        self.rule = rule
        self.scene = scene
    }

    func waits(for parcel: UInt64) -> Bool { if case .parcel(parcel) = wait { true } else { false } }

    var waitsItsTurn: Bool { if case .turn = wait { true } else { false } }

    /// The action at which it stands, and the path to it; nil: the rule is done. Leaves lists that are at their end.
    mutating func current(in actions: [Action]) -> Action? {
        while true {
            var list = actions
            for index in path.dropLast() {
                guard list.indices.contains(index), case .askAI(let ask) = list[index].step else { return nil }
                list = ask.onError
            }
            guard let last = path.last else { return nil }
            if list.indices.contains(last) { return list[last] }
            // Behind the end of an `on_error`: on with what follows its action.
            path.removeLast()
            guard !path.isEmpty else { return nil }
            path[path.count - 1] += 1
            if path.count == 1 { error = nil }
        }
    }

    /// On to the next action of the list.
    mutating func step() {
        guard !path.isEmpty else { return }
        path[path.count - 1] += 1
    }

    /// Into the `on_error` of the action where it stands.
    mutating func enterOnError(_ reason: String) {
        error = reason
        path.append(0)
    }
}

/// What an acting rule waits for.
enum Waiting: Sendable {
    /// Its turn, behind an earlier firing of the same rule.
    case turn
    /// After a restart: to perform its action anew.
    case again
    /// After a restart: to fail, since nobody knows what became of its action.
    case lost
    /// `wait`, or `typing` where nobody sees it.
    case pause(until: Instant)
    /// `typing` of a gateway, shown until then.
    case typing(until: Instant)
    /// A stream's last frame, or a transfer's last part, to be handed over.
    case parcel(UInt64)
    /// A `media` or `audio` file that is being fetched.
    case fetch(Ticket)
    /// The answer to an `http` call.
    case call(Ticket)
    /// The file of a received `url`, to be saved.
    case fetchToSave(Ticket)
    /// A file on its way into its folder; `fetched` is freed after it.
    case save(Ticket, fetched: MediaFile?)
    case ai(AIReply)
    /// The audit record of an answer.
    case audit(Ticket)

    var ticket: Ticket? {
        switch self {
        case .turn, .again, .lost, .pause, .typing, .parcel: nil
        case .fetch(let ticket), .call(let ticket), .fetchToSave(let ticket), .save(let ticket, _), .audit(let ticket):
            ticket
        case .ai(let reply): reply.ticket
        }
    }

    /// When it goes on by itself.
    var deadline: Instant? {
        switch self {
        case .pause(let until), .typing(let until): until
        case .ai(let reply): reply.deadline
        case .again, .lost: .zero
        case .turn, .parcel, .fetch, .call, .fetchToSave, .save, .audit: nil
        }
    }
}

/// An AI reply that is coming in.
struct AIReply: Sendable {
    var ticket: Ticket
    /// When the whole reply must be there.
    var deadline: Instant
    /// What was asked, for the history.
    var prompt: String
    /// All of the text so far.
    private(set) var text = ""
    /// There is nothing but space in it.
    private(set) var isBlank = true
    /// Tokens that were paid for when it was asked, and what it cost in all where the server says.
    var paid = 0
    var counted: Int?
    /// The stream that shows it: the last of its parcels. nil: nothing is shown yet, or the reply is sent whole.
    var parcel: UInt64?

    init(ticket: Ticket, deadline: Instant, prompt: String) {
        self.ticket = ticket
        self.deadline = deadline
        self.prompt = prompt
    }

    /// False, with nothing added: the text would have more bytes than that.
    mutating func append(_ piece: String, atMost most: Int) -> Bool {
        guard text.utf8.count + piece.utf8.count <= most else { return false }
        text += piece
        isBlank = isBlank && piece.allSatisfy(\.isWhitespace)
        return true
    }
}
