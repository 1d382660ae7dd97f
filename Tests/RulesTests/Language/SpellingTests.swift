import Testing

@testable import Rules

@Suite("did you mean")
struct SpellingTests {
    @Test(
        "is asked for near words alone",
        arguments: [
            ("recieve", ["receive", "rules"], "receive"), ("Text", ["text", "t"], "text"),
            ("ownr", ["owner", "t"], "owner"),
            ("ag", ["age", "owner"], "age"), ("on", ["one", "t"], "one"),
            // Any word is near to a short one.
            ("x", ["t", "id"], nil), ("tx", ["t"], nil), ("if", ["id", "on"], nil),
            ("town", ["t", "text", "owner"], nil),
            ("", ["a"], nil),
        ] as [(String, [String], String?)])
    func nearest(word: String, known: [String], meant: String?) {
        #expect(Spelling.nearest(to: word, in: known) == meant)
    }
}
