import JSON
import Random
import Testing

@testable import Rules

private func formatted(_ text: String) -> String? {
    Formatter.format(SourceText(path: "x.json", bytes: Array(text.utf8))).map { String(decoding: $0, as: UTF8.self) }
}

@Suite("fmt")
struct FormatterTests {
    @Test("a rule has a line for each of its keys, what fits stays on one line")
    func layout() {
        let text = #"""
            {"version":1,"name":"x",
            "lists":{"a":["hi","hello"]},"rules":[{"id":"a","on":"message",
              "when":{"text":{"any_of":{"list":"a"}}},"do":[{"reply":"hi"}]},{"id":"b","on":"start","do":[{"log":"x"}]}]}
            """#
        #expect(
            formatted(text) == #"""
                {
                  "version": 1,
                  "name": "x",
                  "lists": {
                    "a": ["hi", "hello"]
                  },
                  "rules": [
                    {
                      "id": "a",
                      "on": "message",
                      "when": { "text": { "any_of": { "list": "a" } } },
                      "do": [ { "reply": "hi" } ]
                    },
                    {
                      "id": "b",
                      "on": "start",
                      "do": [ { "log": "x" } ]
                    }
                  ]
                }

                """#)
    }

    @Test("comments stay with what they are about")
    func comments() {
        let text = #"""
            // The file.
            /* A block
               of two lines. */

            { "version": 1, // the first
              // Who it is.
              "name": /* odd */ "x"


              , "rules": [ // all of them
                 1, /* two */ 2
                 // the end
              ] // closed
              // last
            } // behind
            // after
            """#
        let once = formatted(text)
        #expect(
            once == #"""
                // The file.
                /* A block
                   of two lines. */

                {
                  "version": 1, // the first
                  // Who it is.
                  /* odd */
                  "name": "x",
                  "rules": [
                    // all of them
                    1,
                    /* two */
                    2
                    // the end
                  ] // closed
                  // last
                } // behind
                // after

                """#)
        #expect(once.flatMap(formatted) == once)
    }

    @Test("one empty line stays between members, more become one")
    func emptyLines() {
        #expect(
            formatted("{\n\n\"a\": 1,\n\n\n\"b\": 2,\n\n// c\n\n\"c\": 3\n\n}") == """
                {
                  "a": 1,

                  "b": 2,

                  // c

                  "c": 3
                }

                """)
    }

    @Test("what is too long for a line stands on several")
    func longLists() {
        let words = (1...30).map { "\"word\($0)\"" }.joined(separator: ",")
        let text = formatted("{\"a\": [\(words)], \"b\": {}, \"c\": [], \"d\": 1e3, \"e\": \"\\u0041\"}") ?? ""
        #expect(text.contains("  \"a\": [\n    \"word1\",\n    \"word2\","))
        #expect(text.contains("  \"b\": {},\n  \"c\": [],\n  \"d\": 1e3,\n  \"e\": \"\\u0041\"\n"))
    }

    @Test(
        "a file that cannot be read whole is left alone",
        arguments: ["{", "{\"a\": 1,}", "", "nope", "{\"a\": 01}", "[1 2]", "{} {}"])
    func broken(text: String) {
        #expect(formatted(text) == nil)
    }

    @Test("carriage returns go, the values stay")
    func lineEnds() {
        #expect(
            formatted("{\r\n\"a\": 1, // x \r\n/* y\r\n z */\r\n\"b\": [true,null]\r\n}\r\n") == """
                {
                  "a": 1, // x
                  /* y
                 z */
                  "b": [true, null]
                }

                """)
    }

    @Test("formatting twice is formatting once, and keeps values and comments")
    func idempotent() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<2000 {
            let text = RandomFile.text(&random)
            let source = SourceText(path: "x.json", bytes: Array(text.utf8))
            let once = try #require(Formatter.format(source), "\(text)")
            let again = SourceText(path: "x.json", bytes: once)
            #expect(Formatter.format(again) == once, "\(text)")
            #expect(values(again) == values(source), "\(text)")
            #expect(again.tree.comments.count == source.tree.comments.count, "\(text)")
        }
    }

    private func values(_ source: SourceText) -> String {
        JSONWriter.text { writer in
            if let root = source.tree.root { writer.node(root, in: source.bytes) }
        }
    }
}

/// Random JSON with comments and white space at every place where they may stand.
enum RandomFile {
    static func text(_ random: inout SplitMix) -> String {
        gap(&random) + value(&random, depth: 0) + gap(&random)
    }

    private static func value(_ random: inout SplitMix, depth: Int) -> String {
        let kinds = depth < 4 ? 7 : 4
        switch random.roll(kinds) {
        case 0: return "1.5"
        case 1: return ["true", "false", "null"][random.roll(3)]
        case 2, 3:
            return "\"" + String(repeating: "x\\n\\u00e9 ", count: random.roll(random.roll(12) == 0 ? 20 : 3)) + "\""
        case 4:
            let elements = (0..<random.roll(5)).map { _ in
                gap(&random) + value(&random, depth: depth + 1) + gap(&random)
            }
            return "[" + (elements.isEmpty ? gap(&random) : elements.joined(separator: ",")) + "]"
        default:
            let members = (0..<random.roll(5)).map { index in
                gap(&random) + "\"k\(index)\"" + gap(&random) + ":" + gap(&random) + value(&random, depth: depth + 1)
                    + gap(&random)
            }
            return "{" + (members.isEmpty ? gap(&random) : members.joined(separator: ",")) + "}"
        }
    }

    private static func gap(_ random: inout SplitMix) -> String {
        switch random.roll(16) {
        case 0: "\n"
        case 1: "\n\n\n"
        case 2: " // a, { \"b\"\n"
        case 3: "/* c */"
        case 4: "\n  /* d\n   e */ "
        case 5: " // f\n\n// g\n"
        case 6: "/* h *//* i */ // j\r\n"
        default: " "
        }
    }
}

extension SplitMix {
    mutating func roll(_ sides: Int) -> Int { sides <= 0 ? 0 : Int(next() % UInt64(sides)) }
}
