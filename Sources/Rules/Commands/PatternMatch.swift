// A pattern is matched from the left against a whole argv, as if with backtracking, by keeping the set of all places that
// could have been reached: each token maps a set of places to the next, so that the time is the number of tokens times
// the number of words, whatever they hold. Words and literals compare code point for code point.

extension CommandPattern {
    /// Whether the pattern's tokens take the whole argv.
    public func matches(_ argv: [String]) -> Bool { takes(argv.map { Word($0) }) }

    func takes(_ words: [Word]) -> Bool {
        // Most patterns are of another program.
        if case .literal(let program)? = tokens.first, words.first.map({ !$0.equals(program) }) ?? true { return false }
        return attempt(words).isMatch
    }

    /// How far a pattern got with an argv.
    struct Attempt {
        var isMatch: Bool
        /// The word at which nothing went on; the number of words if words are missing.
        var reached: Int
        /// The token that wanted something else there; nil if the pattern had come to its end.
        var wanted: CommandToken?
    }

    func attempt(_ words: [Word]) -> Attempt {
        var places = PlaceSet(count: words.count)
        places.insert(0)
        var furthest = 0
        for token in tokens {
            let next = token.places(from: places, in: words)
            guard let last = next.last else { return Attempt(isMatch: false, reached: furthest, wanted: token) }
            furthest = max(furthest, last)
            places = next
        }
        return Attempt(isMatch: places.contains(words.count), reached: furthest, wanted: nil)
    }
}

/// A word of an argv with its code points.
struct Word {
    let text: String
    let scalars: [Unicode.Scalar]

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    var isEmpty: Bool { scalars.isEmpty }
    var startsWithDash: Bool { scalars.first == "-" }

    /// Code point for code point: `String`'s own equality would take `é` for `e` with an accent.
    func equals(_ literal: String) -> Bool { text.utf8.elementsEqual(literal.utf8) }
}

/// Places between the words of an argv, 0 before the first.
struct PlaceSet {
    private var present: [Bool]

    init(count: Int) { present = Array(repeating: false, count: count + 1) }

    mutating func insert(_ place: Int) { present[place] = true }

    func contains(_ place: Int) -> Bool { present[place] }

    var last: Int? { present.lastIndex(of: true) }

    mutating func formUnion(_ other: PlaceSet) {
        for place in present.indices where other.present[place] { present[place] = true }
    }
}

extension CommandToken {
    /// The places behind this token, for all of the places before it.
    func places(from start: PlaceSet, in words: [Word]) -> PlaceSet {
        switch self {
        case .anyOf(let choices):
            var found = PlaceSet(count: words.count)
            for choice in choices { found.formUnion(choice.places(from: start, in: words)) }
            return found
        case .rest, .flags:
            // Any number of steps, none included. A step only ever leads to the right, so one sweep meets them all.
            var found = start
            for place in 0...words.count where found.contains(place) { step(from: place, in: words, into: &found) }
            return found
        case .literal, .glob, .pathUnder, .word:
            var found = PlaceSet(count: words.count)
            for place in 0..<words.count where start.contains(place) { step(from: place, in: words, into: &found) }
            return found
        }
    }

    /// Adds the places that the token leads to from one place, by one word, one flag, or one of what is repeated.
    private func step(from place: Int, in words: [Word], into found: inout PlaceSet) {
        guard place < words.count else { return }
        switch self {
        case .anyOf(let choices):
            for choice in choices { choice.step(from: place, in: words, into: &found) }
        case .rest(let token):
            token.step(from: place, in: words, into: &found)
        case .flags(let names, let valued):
            Self.flag(names, valued, from: place, in: words, into: &found)
        case .literal, .glob, .pathUnder, .word:
            if takes(words[place]) { found.insert(place + 1) }
        }
    }

    /// One flag: bare, `-n 5`, or `--max=5`.
    private static func flag(
        _ names: [String], _ valued: [String: CommandToken], from place: Int, in words: [Word],
        into found: inout PlaceSet
    ) {
        let word = words[place]
        if names.contains(where: { word.equals($0) }) { found.insert(place + 1) }
        for (name, value) in valued {
            if word.equals(name) {
                if place + 1 < words.count, value.takes(words[place + 1]) { found.insert(place + 2) }
            } else if name.utf8.starts(with: "--".utf8), word.text.utf8.starts(with: (name + "=").utf8) {
                let rest = Word(String(word.text.unicodeScalars.dropFirst(name.unicodeScalars.count + 1)))
                if value.takes(rest) { found.insert(place + 1) }
            }
        }
    }

    /// Whether the token takes this one word.
    func takes(_ word: Word) -> Bool {
        switch self {
        case .literal(let text): word.equals(text)
        case .anyOf(let choices): choices.contains { $0.takes(word) }
        case .glob(let pattern): CommandGlob(pattern).matches(word.scalars)
        case .pathUnder(let folders, let relative): CommandPath(word)?.isUnder(folders, relative: relative) ?? false
        case .word: !word.isEmpty && !word.startsWithDash
        case .flags(let names, _): names.contains { word.equals($0) }
        case .rest(let token): token.takes(word)
        }
    }
}
