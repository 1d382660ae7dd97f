import JSON
import Random

/// Rules and texts of a made-up language: 80 % of the rules ask for literals, 20 % for regexes with captures; the
/// regexes' literals are for the matcher to find. A word's frequency falls with its rank, as in real languages.
struct RuleWorkload {
    struct Entry {
        enum Kind { case equals, contains, words, startsWith, regex }
        var kind: Kind
        /// What it matches: a text, or a pattern.
        var text: String
        /// A text that it matches.
        var sample: String
        /// The same as RiveScript says it, as near as its triggers come.
        var trigger: String
    }

    private(set) var entries: [Entry] = []
    private(set) var texts: [String] = []
    private var generator: SplitMix
    private var words: [String] = []

    init(rules: Int, texts count: Int, seed: UInt64) {
        generator = SplitMix(seed: seed)
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
            return Entry(kind: .equals, text: text, sample: text, trigger: text)
        case 4...7:
            let text = phrase(2...3)
            return Entry(
                kind: .contains, text: text, sample: "\(phrase(1...4)) \(text) \(phrase(1...4))",
                trigger: "[*] \(text) [*]")
        case 8:
            let text = phrase(2...3)
            return Entry(
                kind: .words, text: text, sample: "\(phrase(1...3)), \(text)!", trigger: "[*] \(text) [*]")
        default:
            let text = phrase(2...3)
            return Entry(
                kind: .startsWith, text: text, sample: "\(text) \(phrase(1...6))", trigger: "\(text) [*]")
        }
    }

    private mutating func regex() -> Entry {
        let (a, b) = (word(), word())
        let number = String(generator.next() % 100_000)
        switch generator.next() % 4 {
        case 0:
            return Entry(
                kind: .regex, text: "^\(a) order #?(?<number>\\d+) for (?<who>\\S+) \(b)$",
                sample: "\(a) order \(number) for \(word()) \(b)", trigger: "\(a) order # for * \(b)")
        case 1:
            return Entry(
                kind: .regex, text: "\(a) \(b) (?<what>[a-z]+)(?: at (?<time>\\d\\d?:\\d\\d))?",
                sample: "\(phrase(1...3)) \(a) \(b) \(word()) at 10:30", trigger: "[*] \(a) \(b) _ [*]")
        case 2:
            return Entry(
                kind: .regex, text: "(?<action>show|hide|list) (?:the )?\(a) of \(b)",
                sample: "\(phrase(0...2)) show the \(a) of \(b) \(phrase(1...2))",
                trigger: "[*] (show|hide|list) [the] \(a) of \(b) [*]")
        default:
            return Entry(
                kind: .regex, text: "\(a).*\(b) (?<amount>\\d+(?:\\.\\d\\d)?) (?<unit>eur|usd)",
                sample: "\(a) \(phrase(1...3)) \(b) \(number) eur", trigger: "[*] \(a) * \(b) # (eur|usd) [*]")
        }
    }

    /// Half of the texts are for some rule; the other half are words in a row.
    private mutating func text() -> String {
        if generator.next() % 2 == 0 { return phrase(3...20) }
        let sample = entries[Int(generator.next() % UInt64(entries.count))].sample
        return generator.next() % 4 == 0 ? sample.uppercased() : sample
    }

    /// The rule file that the entries make, as an author would write it.
    var bytes: [UInt8] { file(echoes: false) }

    /// The same with a rule before them that answers `echo 7` with `answer 7`.
    var echoing: [UInt8] { file(echoes: true) }

    private func file(echoes: Bool) -> [UInt8] {
        Array(
            JSONWriter.text { json in
                json.object { json in
                    json.member("version", 1)
                    json.member("name", "bench")
                    json.key("rules")
                    json.array { json in
                        if echoes { json.raw(Self.echo) }
                        for (number, entry) in entries.enumerated() { entry.write(number, to: &json) }
                    }
                }
            }.utf8)
    }

    private static let echo = #"""
        {"id":"echo","on":"message","when":{"text":{"regex":"^echo (?<n>\\d+)$"}},"do":[{"reply":"answer {{n}}"}]}
        """#
}

extension RuleWorkload.Entry {
    /// Its key in a text matcher.
    private var key: String {
        switch kind {
        case .equals: "equals"
        case .contains: "contains"
        case .words: "words"
        case .startsWith: "starts_with"
        case .regex: "regex"
        }
    }

    fileprivate func write(_ number: Int, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", "r\(number)")
            json.member("on", "message")
            json.key("when")
            json.object { json in
                json.key("text")
                json.object { $0.member(key, text) }
            }
            json.key("do")
            json.array { json in json.object { $0.member("reply", "Answer \(number)") } }
        }
    }

    /// The same as a pattern for RE2 alone.
    var pattern: String {
        let edge = "[^\\pL\\pN\\pM_]"
        return switch kind {
        case .equals: "^\\s*\(text)\\s*$"
        case .contains: text
        case .words: "(?:^|\(edge))\(text.split(separator: " ").joined(separator: "\(edge)+"))(?:$|\(edge))"
        case .startsWith: "^\\s*\(text)"
        case .regex: text.split(separator: "(?<", omittingEmptySubsequences: false).joined(separator: "(?P<")
        }
    }
}

extension [String] {
    fileprivate func pick(_ generator: inout SplitMix) -> String { self[Int(generator.next() % UInt64(count))] }
}
