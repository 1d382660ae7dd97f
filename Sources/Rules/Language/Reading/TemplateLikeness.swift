// Other tools write `{name}` or `${name}`. Here that is plain text, which most likely was not meant where something has
// that name.

/// A part of a text that is written as other tools write a template.
struct TemplateLikeness {
    var name: String
    /// As it would be a lookup: `{{name}}`, with the filters that stand behind the name.
    var lookup: String
    /// From the first sign to the closing brace, in the text's UTF-8.
    var range: Range<Int>

    /// All in a stretch of literal text. What touches a word or another brace, as in `query{text}`, is of another language.
    static func all(in bytes: [UInt8], _ stretch: Range<Int>) -> [TemplateLikeness] {
        var found: [TemplateLikeness] = []
        var index = stretch.lowerBound
        while let open = bytes[index..<stretch.upperBound].firstIndex(of: UInt8(ascii: "{")) {
            index = open + 1
            guard let likeness = TemplateLikeness(in: bytes, stretch, at: open) else { continue }
            found.append(likeness)
            index = likeness.range.upperBound
        }
        return found
    }

    private init?(in bytes: [UInt8], _ stretch: Range<Int>, at open: Int) {
        let inside = bytes[(open + 1)..<stretch.upperBound].prefix { !Self.ends.contains($0) }
        guard inside.endIndex < stretch.upperBound, bytes[inside.endIndex] == UInt8(ascii: "}") else { return nil }
        let name = inside.prefix { $0 != UInt8(ascii: "|") && $0 != UInt8(ascii: " ") }
        let behind = inside[name.endIndex...].drop { $0 == UInt8(ascii: " ") }
        guard !name.isEmpty, name.endIndex == inside.endIndex || behind.first == UInt8(ascii: "|") else { return nil }
        var start = open
        if start > stretch.lowerBound, bytes[start - 1] == UInt8(ascii: "$") { start -= 1 }
        if start > stretch.lowerBound, Self.joins(bytes[start - 1]) { return nil }
        self.name = String(decoding: name, as: UTF8.self)
        lookup = "{{\(String(decoding: inside, as: UTF8.self))}}"
        range = start..<(inside.endIndex + 1)
    }

    private static let ends = Array("{}\"'\n".utf8)

    private static func joins(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "\\"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
            true
        default: false
        }
    }
}
