import Rules
import Time

// A reply that an open clarify holds back must not look lost: it is said once that it waits, for what and how long, and
// once that it goes.

extension Bot {
    /// Replies that an open clarify holds back now.
    public struct HeldBack: Sendable, Equatable {
        /// Their texts, oldest first, cut where they are long.
        public var texts: [String]
        /// The clarify, as people know it: `the clarify "Which city?"`.
        public var holder: String
    }

    /// nil: nothing is held back.
    public func heldBack(now: Now) -> HeldBack? {
        let held = outbox.held(road(now))
        guard !held.isEmpty else { return nil }
        return HeldBack(texts: held.map(\.excerpt), holder: holderName)
    }

    /// A plain reply that is made now would wait.
    func textsAreHeld(now: Now) -> Bool {
        let road = road(now)
        guard road.isReady, let until = road.heldUntil else { return false }
        return now.instant < until
    }

    private var holderName: String {
        guard let card = answers.holder(connection: counts.opened) else { return "a clarify" }
        return "the clarify \"\(card.text.excerpt)\""
    }

    /// Says of each reply that began to wait that it does.
    mutating func tellOfHeld(now: Now, into effects: inout Effects) {
        guard blueprint.tracing >= .notes else { return }
        let road = road(now)
        for parcel in outbox.held(road) where !parcel.isSaidHeld {
            outbox.change(parcel.number) { $0.isSaidHeld = true }
            guard let end = outbox.holdEnds(parcel, road) else { continue }
            let longest = (end - now.instant).text
            note(
                .info, .delivery,
                "\"\(parcel.excerpt)\" is held back: \(holderName) is open; it goes when that is closed, in \(longest) at the latest (a reply with \"now\": true goes at once)",
                into: &effects)
        }
    }

    /// Says of a reply that waited that it goes.
    mutating func tellOfRelease(_ parcel: Parcel, now: Now, into effects: inout Effects) {
        guard parcel.isSaidHeld else { return }
        outbox.change(parcel.number) { $0.isSaidHeld = false }
        let waited = (now.instant - parcel.since).text
        note(.info, .delivery, "\"\(parcel.excerpt)\" goes now, after \(waited)", into: &effects)
    }
}

extension Parcel {
    /// The text of a reply, for people.
    fileprivate var excerpt: String {
        switch content {
        case .text(_, let text): text.excerpt
        case .stream(let stream): stream.text.excerpt
        case .answer, .upload, .frame: ""
        }
    }
}

extension String {
    /// Its beginning, for a line of a log.
    fileprivate var excerpt: String { count > 60 ? prefix(59) + "…" : self }
}
