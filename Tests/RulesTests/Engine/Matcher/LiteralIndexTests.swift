import Random
import Testing

@testable import Rules

@Suite("Finding literals in one pass")
struct LiteralIndexTests {
    private static func found(_ literals: [String], _ text: String) -> [Int] {
        var found: Set<Int> = []
        LiteralIndex(literals.map { Array($0.utf8) }).scan(Array(text.utf8).span) {
            found.insert($0)
            return false
        }
        return found.sorted()
    }

    @Test("of every length, at the start, in the middle and at the end")
    func lengths() {
        let literals = ["a", "bc", "def", "ghij", "klmno", "pqrstuv", "wxyzwxyz", "a longer literal"]
        #expect(Self.found(literals, literals.joined()) == Array(0..<8))
        for (number, literal) in literals.enumerated() {
            #expect(Self.found(literals, literal).contains(number))
            #expect(Self.found(literals, "-" + literal + "-").contains(number))
        }
        #expect(Self.found(literals, "") == [])
        #expect(Self.found(literals, "-") == [])
    }

    @Test("that overlap, or stand in each other")
    func overlapping() {
        #expect(Self.found(["aaaa", "aaab", "aab", "ab", "b", "aaaaaaaab"], "aaaab") == [0, 1, 2, 3, 4])
        #expect(Self.found(["abcdefgh", "bcdefghi", "cdefghij"], "abcdefghij") == [0, 1, 2])
    }

    @Test("just as a search for each would find them")
    func likeNaiveSearch() {
        var generator = SplitMix(seed: 3)
        for _ in 0..<300 {
            func text(_ most: Int) -> String {
                (0..<Int.random(in: 1...most, using: &generator)).map { _ in
                    ["a", "b", "c", "ж", "д"].randomElement(using: &generator) ?? "a"
                }.joined()
            }
            let literals = Array(Set((0..<Int.random(in: 1...40, using: &generator)).map { _ in text(12) }))
            let text = text(60)
            let wanted = literals.indices.filter {
                ByteSearch.find(literals[$0], in: text) != nil
            }
            #expect(Self.found(literals, text) == wanted)
        }
    }

    @Test("and stop at the first, if one is enough")
    func first() {
        let index = LiteralIndex(["b", "c"].map { Array($0.utf8) })
        var calls = 0
        let stopped = index.scan(Array("abcabc".utf8).span) { _ in
            calls += 1
            return true
        }
        #expect(stopped)
        #expect(calls == 1)
        #expect(index.isAny(in: "xxc"))
        #expect(!index.isAny(in: "xx"))
        #expect(LiteralIndex([[]]).isAny(in: ""))
    }

    @Test("words and phrases by their hashes")
    func words() {
        let index = WordIndex(
            ["city", "new york", "new york city", "über"].enumerated().map { number, text in
                (WordTable.shared.words(in: Array(text.utf8)), number)
            })
        func found(_ text: String) -> [Int] {
            var found: [Int] = []
            index.scan(Array(text.utf8).span) { found.append($0) }
            return found.sorted()
        }
        #expect(found("the city, over there") == [0])
        #expect(found("capacity") == [])
        // A phrase is found by its first two words; who asks looks at the rest.
        #expect(found("new, york!") == [1, 2])
        #expect(found("new york city") == [0, 1, 2])
        #expect(found("über") == [3])
        #expect(found("new-\nyork") == [1, 2])
        #expect(found("") == [])
    }

    @Test("bytes are searched from any place on")
    func search() {
        #expect(ByteSearch.find("bc", in: "abcabc") == 1)
        #expect(ByteSearch.find("bc", in: "abcabc", from: 2) == 4)
        #expect(ByteSearch.find("bc", in: "abcabc", from: 5) == nil)
        #expect(ByteSearch.find("", in: "abcabc", from: 6) == 6)
        #expect(ByteSearch.find("x", in: "abcabc", from: 7) == nil)
        #expect(ByteSearch.stands("ca", at: 2, in: "abcabc"))
        #expect(!ByteSearch.stands("ca", at: 5, in: "abcabc"))
        #expect(!ByteSearch.stands("ca", at: -1, in: "abcabc"))
    }
}
