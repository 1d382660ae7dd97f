/// Whole words in a row, whatever stands between them.
struct WordPhrase {
    /// Not empty, unless the phrase has no words: then it is nowhere.
    let words: [[UInt8]]

    /// - Parameter text: in NFC, and folded where case does not count.
    init(_ text: [UInt8]) { words = WordTable.shared.words(in: text) }

    func isIn(_ text: Span<UInt8>) -> Bool {
        guard let first = words.first else { return false }
        var start = 0
        while let found = ByteSearch.find(first, in: text, from: start) {
            // A place within this one cannot begin a word, so the search goes on behind it.
            start = found + first.count
            if !Self.isWord(before: found, in: text), !Self.isWord(behind: start, in: text),
                goesOn(behind: start, in: text)
            {
                return true
            }
        }
        return false
    }

    private func goesOn(behind end: Int, in text: Span<UInt8>) -> Bool {
        var position = end
        for word in words.dropFirst() {
            while position < text.count, !Self.isWord(behind: position, in: text) {
                _ = UTF8Scalar.at(&position, in: text)
            }
            guard ByteSearch.stands(word, at: position, in: text) else { return false }
            position += word.count
            if Self.isWord(behind: position, in: text) { return false }
        }
        return true
    }

    private static func isWord(before position: Int, in text: Span<UInt8>) -> Bool {
        UTF8Scalar.before(position, in: text).map(WordTable.shared.contains) ?? false
    }

    private static func isWord(behind position: Int, in text: Span<UInt8>) -> Bool {
        var position = position
        return position < text.count && WordTable.shared.contains(UTF8Scalar.at(&position, in: text))
    }
}
