/// A text with lookups in it. What a lookup yields is never read as a template again.
public struct Template: Sendable {
    public enum Piece: Sendable {
        case literal(String)
        case lookup(Lookup)
    }
    public struct Lookup: Sendable {
        /// An event field, regex group, variable, `device.*`, `bot.name`, `event.id`, `count`, or `now`.
        public var name: String
        public var filters: [Filter]
        /// `{{name or "default"}}`
        public var fallback: String?
        public var place: Place

        public init(name: String, filters: [Filter] = [], fallback: String? = nil, place: Place) {
            self.name = name
            self.filters = filters
            self.fallback = fallback
            self.place = place
        }
    }
    public enum Filter: Sendable, Hashable {
        case upper, lower, trim, firstWord, json, url
        case truncate(Int)
        /// Of `now` alone: a format of strftime's letters, and the zone to tell it in (nil: the local one).
        case format(String, zone: String?)
    }
    public var pieces: [Piece]
    public var place: Place

    public init(pieces: [Piece], place: Place) {
        self.pieces = pieces
        self.place = place
    }

    /// A text without lookups.
    public init(literal text: String, place: Place) {
        self.init(pieces: [.literal(text)], place: place)
    }
}

/// A JSON value whose texts are templates.
public indirect enum JSONTemplate: Sendable {
    case object([(key: String, value: JSONTemplate)])
    case array([JSONTemplate])
    case text(Template)
    /// As it stands in the file: a number, `true`, `false` or `null`.
    case literal(String)
}
