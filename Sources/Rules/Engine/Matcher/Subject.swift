// The rule of a subject: whatever several rules ask of one text is made once, in buffers that the next event uses again.

/// One text of an event, made ready for matching.
final class Subject {
    /// In NFC, whole.
    private(set) var plain: [UInt8] = []
    /// Without the space at its ends; bytes of `plain`.
    private(set) var trimmed = 0..<0
    /// Trimmed and folded.
    private(set) var folded: [UInt8] = []

    private var plainShape = TextShape()
    private var trimmedShape = TextShape()
    private var foldedShape = TextShape()

    func read(_ text: String) {
        Normal.write(text, into: &plain)
        trimmed = Whitespace.trimmedRange(of: plain.span)
        FoldTable.shared.fold(plain.span.extracting(trimmed), into: &folded)
        plainShape.isKnown = false
        trimmedShape.isKnown = false
        foldedShape.isKnown = false
    }

    /// Where the characters begin: of `plain` if `exact`, else of `folded`.
    func shape(exact: Bool) -> TextShape {
        if exact {
            plainShape.know(plain[...])
            return plainShape
        }
        foldedShape.know(folded[...])
        return foldedShape
    }

    /// The number of characters, those of the space at its ends too if `exact`. Folding could change it: U+0345 is a mark,
    /// and folds to a letter.
    func characterCount(exact: Bool) -> Int {
        if exact { return shape(exact: true).count }
        trimmedShape.know(plain[trimmed])
        return trimmedShape.count
    }
}

/// The characters of a text: its extended grapheme clusters (UAX #29).
struct TextShape {
    var isKnown = false
    private(set) var count = 0
    /// Byte offsets of the characters and of the end; empty if each byte is a character.
    private var starts: [Int] = []

    /// Reads the bytes, unless it has already.
    mutating func know(_ bytes: ArraySlice<UInt8>) {
        if isKnown { return }
        isKnown = true
        starts.removeAll(keepingCapacity: true)
        // The only ASCII character of two bytes is CR LF.
        if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
            count = bytes.count
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var offset = 0
        for character in text {
            starts.append(offset)
            offset += character.utf8.count
        }
        count = starts.count
        starts.append(offset)
    }

    /// The bytes of one character.
    func character(_ index: Int) -> Range<Int> {
        starts.isEmpty ? index..<index + 1 : starts[index]..<starts[index + 1]
    }
}
