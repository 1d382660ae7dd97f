// The space around an event's text is not compared, that in a rule's own text is: so a literal with space at an end that
// it shares with the event's text stands in no event.

/// A literal that no text of an event can be, or begin or end with.
struct SpacedText {
    /// The ends that it shares with the event's text.
    enum Ends {
        case start, end, both

        /// Of a matcher's key; nil if the text may stand anywhere.
        init?(of key: String) {
            switch key {
            case "equals", "any_of": self = .both
            case "starts_with": self = .start
            case "ends_with": self = .end
            default: return nil
            }
        }
    }

    var text: String
    var ends: Ends
    var range: Range<Int>

    static func has(_ text: String, spaceAt ends: Ends) -> Bool {
        let bytes = Array(text.utf8)
        let inner = Whitespace.trimmedRange(of: bytes.span)
        return switch ends {
        case .start: inner.lowerBound > 0
        case .end: inner.upperBound < bytes.count
        case .both: inner.count < bytes.count
        }
    }
}

extension BotReader {
    mutating func lintSpaces() {
        var seen: Set<Int> = []
        // A list's texts are read once for each matcher that names it.
        for spaced in spacedTexts where seen.insert(spaced.range.lowerBound).inserted {
            let verb =
                switch spaced.ends {
                case .start: "begins with"
                case .end: "ends with"
                case .both: "is"
                }
            lint(
                .spacedText, spaced.range,
                "no text \(verb) \(quoted(spaced.text)), since the space around an event's text is not compared",
                hint: "take that space away, or say \"exact\": true, which compares it (and case)")
        }
    }
}
