import Hermes
import Time

// A gateway's desk for one device: the cards that lie open on it, and what became of those that are closed. It outlives
// connections.

struct Desk: Sendable, Blank {
    /// A prompt that the device has been shown.
    struct Card: Sendable {
        var prompt: Prompt
        /// When it expires by itself.
        var expires: Instant
        /// The device has answered, and a rule is still about to say what came of it.
        var isAnswered = false

        var id: String { prompt.id }

        /// The `prompt` frame.
        var frame: [UInt8] {
            var bytes: [UInt8] = []
            prompt.encode(into: &bytes)
            return bytes
        }
    }

    /// How a card was closed, to be told again to a device that did not hear it.
    struct Closing: Sendable, Equatable {
        var id: String
        var option: String?
        var expired: Bool
    }

    /// A script that opens more at once loses the oldest.
    static let capacity = 100

    /// As its last hello named it.
    var guest: Guest?
    private(set) var cards: [Card] = []
    private(set) var closings: [Closing] = []
    /// Messages whose last frame was not final, by id: the next one of that id is an edit.
    private(set) var unfinished: [String] = []

    init() {}

    subscript(id: String) -> Card? { cards.first { $0.id == id } }

    /// - Returns: the id of a card that had to go.
    mutating func open(_ card: Card) -> String? {
        cards.removeAll { $0.id == card.id }
        closings.removeAll { $0.id == card.id }
        cards.append(card)
        return cards.count > Self.capacity ? cards.removeFirst().id : nil
    }

    /// Closes a card, or says again how an unknown one ended.
    @discardableResult
    mutating func close(_ closing: Closing) -> Card? {
        closings.removeAll { $0.id == closing.id }
        closings.append(closing)
        if closings.count > Self.capacity { closings.removeFirst() }
        return cards.firstIndex { $0.id == closing.id }.map { cards.remove(at: $0) }
    }

    mutating func answered(_ id: String) {
        guard let index = cards.firstIndex(where: { $0.id == id }) else { return }
        cards[index].isAnswered = true
    }

    func closing(of id: String) -> Closing? { closings.first { $0.id == id } }

    mutating func restore(_ card: Card) { cards.append(card) }

    /// The cards whose time is over.
    func expired(at now: Instant) -> [Card] { cards.filter { $0.expires <= now } }

    var deadline: Instant? { cards.map(\.expires).min() }

    /// Notes that a message was sent; says whether its id has had an unfinished state before.
    mutating func note(message id: String, isFinal: Bool) -> Bool {
        let before = unfinished.contains(id)
        unfinished.removeAll { $0 == id }
        if !isFinal {
            unfinished.append(id)
            if unfinished.count > Self.capacity { unfinished.removeFirst() }
        }
        return before
    }
}
