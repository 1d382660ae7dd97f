import Testing

@testable import Rules

@Suite("Text matchers")
struct TextMatcherTests {
    private static func holds(_ kind: TextTest.Kind, _ text: String, exact: Bool = false) throws -> Bool {
        let subject = Subject()
        subject.read(text)
        return try CompiledMatcher(.tests([kind], exact: exact)).holds(subject)
    }

    struct Case: Sendable, CustomStringConvertible {
        var kind: TextTest.Kind
        var yes: [String]
        var no: [String]
        var description: String { "\(kind)" }
    }

    @Test(
        "hold and do not hold",
        arguments: [
            Case(kind: .equals("Hi"), yes: ["hi", " HI\n", "hi\u{3000}"], no: ["", "hiking", "h i"]),
            Case(kind: .equals("привет"), yes: ["ПРИВЕТ", "Привет"], no: ["привёт"]),
            Case(kind: .equals("straße"), yes: ["STRAẞE", "Straße"], no: ["strasse"]),
            Case(kind: .equals("é"), yes: ["e\u{301}", "É", "E\u{301}"], no: ["e"]),
            Case(kind: .equals(" hi"), yes: [], no: [" hi", "hi"]),
            Case(kind: .equals(""), yes: ["", "  "], no: ["x"]),
            Case(kind: .anyOf(["hi", "hello"]), yes: ["hello", "Hi "], no: ["hell", "hi hello"]),
            Case(kind: .anyOf([]), yes: [], no: ["", "a"]),
            Case(kind: .contains("to be"), yes: ["to be", "or not To Be?"], no: ["to  be", "tobe"]),
            Case(kind: .contains("👍"), yes: ["👍🏽"], no: ["👎"]),
            Case(kind: .contains("a "), yes: ["a b"], no: ["b a "]),
            Case(kind: .contains("K"), yes: ["\u{212A}elvin"], no: ["c"]),
            Case(kind: .containsAny(["cat", "dog"]), yes: ["hotdogs"], no: ["bird", ""]),
            Case(kind: .containsAny((0..<20).map { "word\($0)" }), yes: ["a WORD7!"], no: ["word", "ord7"]),
            Case(kind: .containsAll(["cat", "dog"]), yes: ["DOG and cat"], no: ["dog"]),
            Case(kind: .containsAll([]), yes: ["", "a"], no: []),
            Case(kind: .startsWith(["/pic", "/photo"]), yes: [" /Photo x"], no: ["a /pic", "/pi"]),
            Case(kind: .endsWith(["?", "please"]), yes: ["who? ", "help PLEASE"], no: ["please!"]),
            Case(kind: .words(["city"]), yes: ["Which City?", "city"], no: ["capacity", "citys", "city_1"]),
            Case(
                kind: .words(["new york"]), yes: ["in New\nYork!", "new, york"],
                no: ["new yorker", "newyork", "new big york"]),
            Case(kind: .words(["don't"]), yes: ["I DON'T", "don’t"], no: ["dont", "don"]),
            Case(kind: .words(["हिन्दी"]), yes: ["यह हिन्दी है"], no: ["हिन्दीवाले"]),
            Case(kind: .words(["a b"]), yes: ["a a b", "x.a-b"], no: ["a c b", "ab"]),
            Case(kind: .words(["!"]), yes: [], no: ["!", "a!"]),
            Case(kind: .glob(["order *"]), yes: ["Order 7", "order  x"], no: ["an order 7", "order "]),
            Case(kind: .glob(["?"]), yes: ["a", "👨‍👩‍👧", "x\u{302}"], no: ["", "ab"]),
            Case(kind: .glob(["*a*b"]), yes: ["ab", "xaxbxb"], no: ["aba"]),
            Case(kind: .glob(["x*"]), yes: ["xy"], no: ["x\u{302}y"]),
            Case(kind: .glob(["[a]"]), yes: ["[A]"], no: ["a"]),
            Case(kind: .regex(["^/pic (?<url>https?://\\S+)$"]), yes: [" /PIC http://a "], no: ["/pic ftp://a"]),
            Case(kind: .regex(["a.b"]), yes: ["axb"], no: ["a\nb"]),
            Case(kind: .regex(["x", "y"]), yes: ["Y"], no: ["z"]),
            Case(kind: .longerThan(2), yes: ["abc", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧"], no: [" ab ", "👨‍👩‍👧👨‍👩‍👧", "e\u{301}e\u{301}"]),
            Case(kind: .shorterThan(2), yes: ["", "👨‍👩‍👧", " a "], no: ["ab"]),
            Case(kind: .empty(true), yes: ["", " \t"], no: ["."]),
            Case(kind: .empty(false), yes: ["."], no: ["", "\u{A0}"]),
        ])
    func table(test: Case) throws {
        for text in test.yes { #expect(try Self.holds(test.kind, text), "\(text.debugDescription)") }
        for text in test.no { #expect(try !Self.holds(test.kind, text), "\(text.debugDescription)") }
    }

    @Test(
        "count case and space when they are exact",
        arguments: [
            Case(kind: .equals("Hi"), yes: ["Hi"], no: ["hi", "Hi "]),
            Case(kind: .equals("é"), yes: ["e\u{301}"], no: ["É"]),
            Case(kind: .contains(" hi"), yes: [" hi", "oh hi"], no: ["hi", " Hi"]),
            Case(kind: .startsWith(["A"]), yes: ["Ab"], no: [" Ab", "ab"]),
            Case(kind: .endsWith(["\n"]), yes: ["a\n"], no: ["a"]),
            Case(kind: .words(["Ada"]), yes: ["to Ada!"], no: ["to ada!"]),
            Case(kind: .glob(["? x"]), yes: ["  x"], no: [" x"]),
            Case(kind: .regex(["^ a"]), yes: [" a"], no: ["a", " A"]),
            Case(kind: .longerThan(2), yes: [" a "], no: ["a "]),
            Case(kind: .empty(true), yes: [""], no: [" "]),
        ])
    func exact(test: Case) throws {
        for text in test.yes { #expect(try Self.holds(test.kind, text, exact: true), "\(text.debugDescription)") }
        for text in test.no { #expect(try !Self.holds(test.kind, text, exact: true), "\(text.debugDescription)") }
    }

    @Test("all tests of a matcher must hold")
    func several() throws {
        let matcher = try CompiledMatcher(.tests([.contains("a"), .longerThan(3), .endsWith(["!"])]))
        let subject = Subject()
        for (text, wanted) in [("abc!", true), ("ab!", false), ("abcd", false), ("bcde!", false)] {
            subject.read(text)
            #expect(matcher.holds(subject) == wanted)
        }
    }

    @Test("a pattern that RE2 refuses is a fault with its place")
    func badPattern() {
        let place = Place(line: 7, column: 3)
        let matcher = TextMatcher(tests: [TextTest(.regex(["("]), place: place)], place: nowhere)
        #expect(throws: CompileFault("regex: this ( is never closed", place: place)) { try CompiledMatcher(matcher) }
    }

    @Test("a glob with many stars takes no more than the text's length times its own")
    func manyStars() throws {
        let pattern = String(repeating: "*a", count: 40) + "*b"
        #expect(try !Self.holds(.glob([pattern]), String(repeating: "a", count: 16_000)))
        #expect(try Self.holds(.glob([pattern]), String(repeating: "a", count: 16_000) + "b"))
    }

    @Test("a subject's buffers serve the next text")
    func reuse() {
        let subject = Subject()
        for text in ["a long text with É in it", "Ü", "", "e\u{301}"] {
            subject.read(text)
            #expect(subject.plain == Normal.bytes(text))
            #expect(subject.characterCount(exact: true) == text.count)
        }
    }
}
