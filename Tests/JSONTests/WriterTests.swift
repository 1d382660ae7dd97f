import JSON
import Random
import Testing

@Suite("Writer")
struct WriterTests {
    @Test("objects and arrays get their commas")
    func nested() {
        let text = JSONWriter.text { json in
            json.object { json in
                json.member("t", "prompt")
                json.key("options")
                json.array { json in
                    json.object { $0.member("id", "once") }
                    json.object { _ in }
                    json.array { _ in }
                    json.int(-7)
                    json.null()
                    json.raw(#"{"as":"is"}"#)
                }
                json.member("n", 1)
                json.member("x", 0.5)
                json.member("ok", true)
                json.member("gone", ifPresent: nil)
                json.member("there", ifPresent: "y")
            }
        }
        #expect(
            text
                == #"{"t":"prompt","options":[{"id":"once"},{},[],-7,null,{"as":"is"}],"n":1,"x":0.5,"ok":true,"there":"y"}"#
        )
    }

    @Test("a text is appended to what is there, in place")
    func appending() {
        var out = Array("data: ".utf8)
        JSONWriter.append(to: &out) { $0.array { $0.bool(false) } }
        #expect(String(decoding: out, as: UTF8.self) == "data: [false]")
        var writer = JSONWriter(Array("x".utf8))
        writer.string("y")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"x"y""#)
    }

    @Test(
        "what RFC 8259 wants escaped is escaped, and nothing else",
        arguments: [
            ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
            ("\u{0}\u{1}\u{F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
            ("/\u{7F}é👋\u{2028}", "\"/\u{7F}é👋\u{2028}\""),
            ("12345678\"", #""12345678\"""#), ("1234567\"8", #""1234567\"8""#), ("ééééééé\"é", #""ééééééé\"é""#),
            ("\u{A2}\u{22}\u{5C}", #""¢\"\\""#),
        ])
    func escaping(text: String, json: String) {
        #expect(JSONWriter.text { $0.string(text) } == json)
    }

    @Test(
        "numbers are as short as can be, and null where JSON has none",
        arguments: [
            (0.0, "0"), (-0.0, "-0.0"), (1.0, "1"), (-1.0, "-1"), (0.1, "0.1"), (1e15, "1000000000000000"),
            (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
            (9007199254740992, "9007199254740992.0"),
        ])
    func numbers(value: Double, json: String) {
        #expect(JSONWriter.text { $0.double(value) } == json)
    }

    @Test("whole numbers up to the ends of Int", arguments: [0, 9, 10, -1, Int.max, Int.min])
    func ints(value: Int) {
        #expect(JSONWriter.text { $0.int(value) } == "\(value)")
    }

    @Test("what is written is read back the same, by either reader")
    func roundTrip() throws {
        var random = SplitMix(seed: 1)
        for _ in 0..<2_000 {
            let value = Value.random(depth: 5, using: &random)
            let text = JSONWriter.text { value.write(to: &$0) }
            #expect(try Value.read(text) == value)
            let tree = LocatedTree.parse(Array(text.utf8))
            #expect(tree.root.map { Value($0) } == value)
            #expect(tree.faults.allSatisfy { $0.code == .duplicateKey })
        }
    }
}
