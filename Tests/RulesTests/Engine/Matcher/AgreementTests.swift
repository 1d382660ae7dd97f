import Random
import Testing

@testable import Rules

@Suite("The engine agrees with the reference")
struct AgreementTests {
    /// Letters that fold to each other, compose, or are no words; few of them, so that texts and rules often meet.
    private static let alphabet: [String] = [
        "a", "A", "b", "B", "k", "K", "\u{212A}", "s", "S", "ſ", "ß", "ẞ", "é", "É", "e\u{301}", "e", "E", "i", "I",
        "İ",
        "ı", "σ", "ς", "Σ", "ж", "Ж", "\u{345}", "\u{327}", "\u{301}", "_", "1", "-", ".", " ", " ", "\u{A0}", "\n",
        "👍", "🏽",
        "\u{200D}", "한", "\u{1100}", "\u{1161}", "Ⱥ", "*", "?",
    ]

    private static func text(_ most: Int, _ generator: inout SplitMix) -> String {
        (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            // Half of the letters come from few, so that equal pieces are frequent.
            let few = Bool.random(using: &generator)
            return (few ? alphabet.prefix(8) : alphabet[...]).randomElement(using: &generator) ?? "a"
        }.joined()
    }

    private static func texts(_ generator: inout SplitMix) -> [String] {
        (0..<Int.random(in: 1...3, using: &generator)).map { _ in text(4, &generator) }
    }

    private static let patterns = [
        "ab", "^a", "b$", "[ab]+k", "(?:ab|ka|s)b", "a.*b", "k{2}", "(?-i)aB", "s+", "ſa", "é|e", "\\pL+k", "[^a]b",
        "(?<n>a|b)K",
        "^$", "", "İ", "i", "σa", "ß", " a", "a ", "ab?a", "(?s)a.b", "ж", "[k-s]a|bb",
    ]

    private static func kind(_ generator: inout SplitMix) -> TextTest.Kind {
        switch Int.random(in: 0...12, using: &generator) {
        case 0: .equals(text(3, &generator))
        case 1: .anyOf(texts(&generator))
        case 2: .contains(text(3, &generator))
        case 3: .containsAny(texts(&generator))
        case 4: .containsAll(texts(&generator))
        case 5: .startsWith(texts(&generator))
        case 6: .endsWith(texts(&generator))
        case 7: .words(texts(&generator).filter { !Reference.words(Array($0.unicodeScalars)).isEmpty })
        case 8: .glob(texts(&generator).map { $0 + "*" + text(2, &generator) })
        case 9: .regex([patterns.randomElement(using: &generator) ?? "a"])
        case 10: .longerThan(Int.random(in: 0...6, using: &generator))
        case 11: .shorterThan(Int.random(in: 0...6, using: &generator))
        default: .empty(Bool.random(using: &generator))
        }
    }

    private static func condition(_ depth: Int, _ generator: inout SplitMix) -> Condition {
        func several() -> [Condition] {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in condition(depth - 1, &generator) }
        }
        switch depth == 0 ? 9 : Int.random(in: 0...9, using: &generator) {
        case 0: return Condition(.all(several()))
        case 1: return Condition(.any(several()))
        case 2: return Condition(.not(condition(depth - 1, &generator)))
        default:
            let tests = (0..<Int.random(in: 1...2, using: &generator)).map { _ in kind(&generator) }
            return Condition(.text(.text, .tests(tests, exact: Int.random(in: 0...3, using: &generator) == 0)))
        }
    }

    private static func file(_ generator: inout SplitMix) -> BotFile {
        var file = BotFile(path: "random.json", name: "random")
        file.hit = HitPolicy.allCases.randomElement(using: &generator) ?? .first
        file.rules = (0..<Int.random(in: 1...10, using: &generator)).map { number in
            Rule("r\(number)", when: condition(2, &generator)).with {
                $0.continues = Int.random(in: 0...4, using: &generator) == 0
            }
        }
        return file
    }

    @Test("over 100,000 pairs of random rule sets and texts, traced and not", arguments: 0..<4)
    func randomPairs(shard: Int) throws {
        var generator = SplitMix(seed: UInt64(shard) &+ 1)
        var fired = 0
        for _ in 0..<250 {
            let file = Self.file(&generator)
            var reference = Reference()
            let program = try Program(file)
            for _ in 0..<100 {
                let text = Self.text(8, &generator)
                let wanted = reference.fired(file, text)
                var memory = Memory()
                let now = Bench.start
                var (none, trace): (Trace?, Trace?) = (nil, Trace())
                let fast = program.match(
                    .message(text), memory: &memory, now: now, zones: .init(), random: &generator, trace: &none)
                let traced = program.match(
                    .message(text), memory: &memory, now: now, zones: .init(), random: &generator, trace: &trace)
                let got = fast.firings.map { file.rules[$0.rule].id }
                if got != wanted {
                    Issue.record("\(text.debugDescription): \(got) instead of \(wanted) by \(file.rules)")
                    return
                }
                #expect(traced.firings.map(\.rule) == fast.firings.map(\.rule))
                fired += got.count
            }
        }
        // The rules are such that this says something.
        #expect(fired > 10_000)
    }
}
