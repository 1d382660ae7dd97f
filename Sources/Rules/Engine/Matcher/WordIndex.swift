// The rule of the word index: a text is cut into words once, and each word, and each two words in a row, is looked up by its
// hash. So a phrase costs nothing for the texts that hold only one of its words, however common that is.

/// Words and phrases to be found in texts.
final class WordIndex {
    private let words: HashIndex
    private let pairs: HashIndex

    /// Numbers under a word, or under the first two words of a phrase.
    init(_ items: [(words: [[UInt8]], number: Int)]) {
        words = HashIndex(
            items.filter { $0.words.count == 1 }.map { (TextHash.of($0.words[0]), $0.number) })
        pairs = HashIndex(
            items.filter { $0.words.count > 1 }.map { item in
                (TextHash.of(pair: TextHash.of(item.words[0]), TextHash.of(item.words[1])), item.number)
            })
    }

    /// Calls with each number whose words stand in the text, unless hashes deceive.
    func scan(_ text: Span<UInt8>, _ found: (Int) -> Void) {
        let table = WordTable.shared
        var before: UInt64?
        var hash = TextHash()
        var isInWord = false
        var position = 0
        while position < text.count {
            let start = position
            let byte = text[position]
            let isWord: Bool
            if byte < 0x80 {
                isWord = WordTable.isASCIIWord(byte)
                position &+= 1
            } else {
                isWord = table.contains(UTF8Scalar.at(&position, in: text))
            }
            if isWord {
                for index in start..<position { hash.add(text[index]) }
                isInWord = true
            } else if isInWord {
                look(up: hash.value, after: &before, found)
                hash = TextHash()
                isInWord = false
            }
        }
        if isInWord { look(up: hash.value, after: &before, found) }
    }

    private func look(up word: UInt64, after before: inout UInt64?, _ found: (Int) -> Void) {
        words.find(word, found)
        if let before { pairs.find(TextHash.of(pair: before, word), found) }
        before = word
    }
}

/// FNV-1a over bytes, mixed so that the top bits depend on all of them.
struct TextHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    var value: UInt64 { (state ^ (state >> 32)) &* 0x9E37_79B9_7F4A_7C15 }

    static func of(_ text: Span<UInt8>) -> UInt64 {
        var hash = TextHash()
        for index in 0..<text.count { hash.add(text[index]) }
        return hash.value
    }

    static func of(_ text: [UInt8]) -> UInt64 { of(text.span) }

    static func of(pair first: UInt64, _ second: UInt64) -> UInt64 {
        let mixed = (first ^ second &* 0xBF58_476D_1CE4_E5B9) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 29)) &* 0x94D0_49BB_1331_11EB
    }
}
