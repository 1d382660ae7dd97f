import Rules

/// Rules and texts of a made-up language: 80 % of the rules ask for literals, 20 % for regexes with captures; the regexes'
/// literals are for the matcher to find. A word's frequency falls with its rank, as in real languages.
struct RuleWorkload {
    struct Entry {
        enum Kind { case equals, contains, words, startsWith, regex }
        var kind: Kind
        /// What it matches: a text, or a pattern.
        var text: String
        /// A text that it matches.
        var sample: String
    }

    private(set) var entries: [Entry] = []
    private(set) var texts: [String] = []
    private var generator: SplitMix
    private var words: [String] = []

    init(rules: Int, texts count: Int, seed: UInt64) {
        generator = SplitMix(seed)
        words = Self.vocabulary(4000, &generator)
        entries = (0..<rules).map { entry(number: $0) }
        var known: Set<String> = []
        while texts.count < count {
            let text = text()
            if known.insert(text).inserted { texts.append(text) }
        }
    }

    private static func vocabulary(_ count: Int, _ generator: inout SplitMix) -> [String] {
        let starts = [
            "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pr", "r", "s", "st", "t", "tr",
            "v", "w",
        ]
        let vowels = ["a", "e", "i", "o", "u", "ea", "ou", "ai"]
        let ends = ["", "", "n", "r", "s", "t", "l", "ck", "nd", "st"]
        var known: Set<String> = []
        var words: [String] = []
        while words.count < count {
            let syllables = 1 + Int(generator.next() % 3)
            let word = (0..<syllables).map { _ in
                starts.pick(&generator) + vowels.pick(&generator) + ends.pick(&generator)
            }.joined()
            if known.insert(word).inserted { words.append(word) }
        }
        return words
    }

    /// Small ranks come often.
    private mutating func word() -> String {
        let share = Double(generator.next() >> 11) * 0x1p-53
        return words[Int(share * share * share * Double(words.count))]
    }

    private mutating func phrase(_ lengths: ClosedRange<Int>) -> String {
        let length = lengths.lowerBound + Int(generator.next() % UInt64(lengths.count))
        return (0..<length).map { _ in word() }.joined(separator: " ")
    }

    private mutating func entry(number: Int) -> Entry {
        if number % 5 == 4 { return regex() }
        switch generator.next() % 10 {
        case 0...3:
            let text = phrase(2...5)
            return Entry(kind: .equals, text: text, sample: text)
        case 4...7:
            let text = phrase(2...3)
            return Entry(kind: .contains, text: text, sample: "\(phrase(1...4)) \(text) \(phrase(1...4))")
        case 8:
            let text = phrase(2...3)
            return Entry(kind: .words, text: text, sample: "\(phrase(1...3)), \(text)!")
        default:
            let text = phrase(2...3)
            return Entry(kind: .startsWith, text: text, sample: "\(text) \(phrase(1...6))")
        }
    }

    private mutating func regex() -> Entry {
        let (a, b) = (word(), word())
        let number = String(generator.next() % 100_000)
        switch generator.next() % 4 {
        case 0:
            return Entry(
                kind: .regex, text: "^\(a) order #?(?<number>\\d+) for (?<who>\\S+) \(b)$",
                sample: "\(a) order \(number) for \(word()) \(b)")
        case 1:
            return Entry(
                kind: .regex, text: "\(a) \(b) (?<what>[a-z]+)(?: at (?<time>\\d\\d?:\\d\\d))?",
                sample: "\(phrase(1...3)) \(a) \(b) \(word()) at 10:30")
        case 2:
            return Entry(
                kind: .regex, text: "(?<action>show|hide|list) (?:the )?\(a) of \(b)",
                sample: "\(phrase(0...2)) show the \(a) of \(b) \(phrase(1...2))")
        default:
            return Entry(
                kind: .regex, text: "\(a).*\(b) (?<amount>\\d+(?:\\.\\d\\d)?) (?<unit>eur|usd)",
                sample: "\(a) \(phrase(1...3)) \(b) \(number) eur")
        }
    }

    /// Half of the texts are for some rule; the other half are words in a row.
    private mutating func text() -> String {
        if generator.next() % 2 == 0 { return phrase(3...20) }
        let sample = entries[Int(generator.next() % UInt64(entries.count))].sample
        return generator.next() % 4 == 0 ? sample.uppercased() : sample
    }

    /// The rule file that the entries make.
    var file: BotFile {
        let place = Place(line: 1, column: 1)
        var file = BotFile(path: "bench.json", name: "bench")
        file.rules = entries.enumerated().map { number, entry in
            let kind: TextTest.Kind =
                switch entry.kind {
                case .equals: .equals(entry.text)
                case .contains: .contains(entry.text)
                case .words: .words([entry.text])
                case .startsWith: .startsWith([entry.text])
                case .regex: .regex([entry.text])
                }
            var rule = Rule(id: "r\(number)", place: place, triggers: [.message])
            rule.condition = Condition(
                .text(.text, TextMatcher(tests: [TextTest(kind, place: place)], place: place)), place: place)
            return rule
        }
        return file
    }
}

/// SplitMix64, so that every run measures the same.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [String] {
    fileprivate func pick(_ generator: inout SplitMix) -> String { self[Int(generator.next() % UInt64(count))] }
}
