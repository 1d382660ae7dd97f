import Random
import Rules
import Testing

@testable import Bot

@Suite("A growing text is cut at whole units")
struct TextUnitsTests {
    /// All states that a whole text goes through.
    static func states(_ text: String, _ unit: StreamStyle.Unit) -> [String] {
        var states: [String] = []
        var end = 0
        while let next = unit.end(in: text, after: end, isWhole: true) {
            end = next
            states.append(String(text[..<text.index(atOffset: end)]))
        }
        return states
    }

    @Test(
        "words end before the space behind them",
        arguments: [
            ("", []),
            ("one", ["one"]),
            ("one two", ["one", "one two"]),
            ("  one  two  ", ["  one", "  one  two  "]),
            ("a\nb", ["a", "a\nb"]),
            ("   ", ["   "]),
            ("東京 is big", ["東", "東京", "東京 is", "東京 is big"]),
            ("これ。はい", ["こ", "これ。", "これ。は", "これ。はい"]),
        ] as [(String, [String])])
    func words(text: String, states: [String]) { #expect(Self.states(text, .word) == states) }

    @Test(
        "characters are never cut inside, and space comes with what follows",
        arguments: [
            ("ab", ["a", "ab"]),
            ("a b", ["a", "a b"]),
            ("👩‍👩‍👧e\u{301}🇵🇹", ["👩‍👩‍👧", "👩‍👩‍👧e\u{301}", "👩‍👩‍👧e\u{301}🇵🇹"]),
            ("a\r\nb", ["a", "a\r\nb"]),
            ("a ", ["a "]),
        ] as [(String, [String])])
    func characters(text: String, states: [String]) { #expect(Self.states(text, .character) == states) }

    @Test(
        "sentences end behind their marks and what closes behind those",
        arguments: [
            ("One. Two! Three?", ["One.", "One. Two!", "One. Two! Three?"]),
            ("It is 3.14 now. Yes", ["It is 3.14 now.", "It is 3.14 now. Yes"]),
            ("He said \"go.\" Then left.", ["He said \"go.\"", "He said \"go.\" Then left."]),
            ("First line\nSecond line", ["First line", "First line\nSecond line"]),
            ("はい。いいえ。", ["はい。", "はい。いいえ。"]),
            ("Wait... what?!", ["Wait...", "Wait... what?!"]),
            ("no end", ["no end"]),
        ] as [(String, [String])])
    func sentences(text: String, states: [String]) { #expect(Self.states(text, .sentence) == states) }

    @Test("the last unit of a text that still comes is not known to be whole")
    func unfinished() {
        #expect(StreamStyle.Unit.word.end(in: "one tw", after: 0, isWhole: false) == 3)
        #expect(StreamStyle.Unit.word.end(in: "one tw", after: 3, isWhole: false) == nil)
        #expect(StreamStyle.Unit.character.end(in: "e", after: 0, isWhole: false) == nil)
        #expect(StreamStyle.Unit.character.end(in: "e\u{301}x", after: 0, isWhole: false) == 3)
        #expect(StreamStyle.Unit.sentence.end(in: "One.", after: 0, isWhole: false) == nil)
        #expect(StreamStyle.Unit.sentence.end(in: "One. ", after: 0, isWhole: false) == 4)
        #expect(StreamStyle.Unit.sentence.end(in: "One.\" ", after: 0, isWhole: false) == 5)
    }

    @Test("the newest end is that of the last whole unit")
    func newest() {
        #expect(StreamStyle.Unit.word.newestEnd(in: "one two thr", after: 0, isWhole: false) == 7)
        #expect(StreamStyle.Unit.word.newestEnd(in: "one two thr", after: 7, isWhole: false) == nil)
        #expect(StreamStyle.Unit.word.newestEnd(in: "one two", after: 0, isWhole: true) == 7)
        #expect(StreamStyle.Unit.word.newestEnd(in: "one", after: 3, isWhole: true) == nil)
    }

    @Test(
        "states of random texts grow, end with the text, and never split a grapheme",
        arguments: StreamStyle.Unit.allCases)
    func property(unit: StreamStyle.Unit) {
        let alphabet = [
            "a", "B", " ", "  ", ".", "!", "\n", "é", "e\u{301}", "👩‍👩‍👧", "🇵🇹", "東", "。", "\u{200D}", "\r\n", "\"",
        ]
        var random = SplitMix(seed: 11)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
                .joined()
            let states = Self.states(text, unit)
            #expect(text.isEmpty == states.isEmpty)
            if !text.isEmpty { #expect(states.last == text) }
            var boundaries = Set(text.indices.map { text.offset(of: $0) })
            boundaries.insert(text.utf8.count)
            var before = -1
            for state in states {
                #expect(state.utf8.count > before)
                #expect(boundaries.contains(state.utf8.count))
                before = state.utf8.count
            }
        }
    }
}

@Suite("A long text is split at word ends")
struct TextSplitTests {
    @Test(
        arguments: [
            ("one two three", 100, ["one two three"]),
            ("one two three", 7, ["one two", "three"]),
            ("one two three", 8, ["one two", "three"]),
            ("one two three", 6, ["one", "two", "three"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("ab cdefgh ij", 4, ["ab", "cdef", "gh", "ij"]),
            ("", 3, [""]),
            ("a\n\nb", 1, ["a", "b"]),
            ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧👩‍👩‍👧", "👩‍👩‍👧"]),
            ("abc   ", 3, ["abc"]),
            ("      abc", 3, ["   ", "abc"]),
        ] as [(String, Int, [String])])
    func split(text: String, most: Int, parts: [String]) { #expect(text.parts(atMost: most) == parts) }

    @Test("without a limit it stays whole")
    func unlimited() { #expect("a b c".parts(atMost: nil) == ["a b c"]) }

    @Test("parts are within the limit and lose nothing but space")
    func property() {
        var random = SplitMix(seed: 3)
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 1..<60, using: &random)).map { _ in
                ["a", "bc", " ", "  ", "é", "👩‍👩‍👧", "\n"].randomElement(using: &random)!
            }.joined()
            let most = Int.random(in: 1..<20, using: &random)
            let parts = text.parts(atMost: most)
            #expect(parts.allSatisfy { $0.count <= most })
            #expect(parts.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
        }
    }
}
