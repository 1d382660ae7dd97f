import Rules
import Testing

@testable import Prove

/// One test that passes and one that fails, in a file whose name and texts need care in every format.
private let tests = #"""
    { "bot": "bot.json", "tests": [
      { "name": "says \"hi\" & <bye>", "steps": [
        { "receive": { "t": "message", "id": "m1", "text": "hi", "final": true } },
        { "expect": [ { "t": "text", "text": "You said hi" } ] },
        { "expect_nothing": "1500ms" } ] },
      { "name": "fails", "steps": [
        { "receive": { "t": "message", "id": "m1", "text": "hi", "final": true } },
        { "expect": [ { "t": "text", "text": "You said ho" } ] } ] } ] }
    """#

@Suite("Results")
struct ReportTests {
    private func results(_ options: TestSuite.Options = .init()) throws -> ([FileResult], TestSuite) {
        let (result, suite) = try Desk(echo).run(file: tests, options: options)
        return ([result], suite)
    }

    /// The frame that came, with the id that nobody can know.
    private static let got = #"{"t":"text","id":"ID","text":"You said hi"}"#

    private func anonymous(_ text: String) -> String {
        text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
    }

    @Test("for people show what was expected beside what came, the place, and what the rules thought")
    func text() throws {
        let (results, _) = try results()
        let text = ResultText(listsPassed: true)
        #expect(
            anonymous(text.text(of: results[0]) + text.summary(of: results)) == """
                ✓ says "hi" & <bye>
                ✗ fails
                    bots/bot.test.json:8:19: expect, at 2026-01-01T00:00:00Z: another frame came than the one expected
                      expected  {"t":"text","text":"You said ho"}
                      got       \(Self.got)
                      text wants "You said ho", saw "You said hi"
                    the last events, as the rules saw them:
                      2026-01-01T00:00:00Z message m1 "hi"
                        ✓ echo  bots/bot.json:1  fires
                                reply: You said hi
                bots/bot.test.json: 2 tests, 1 failed
                2 tests, 1 failed

                """)
    }

    @Test("of a bot with many rules show those that the failing steps are about")
    func nearest() throws {
        let words = ["apple", "pear", "plum", "fig", "date", "kiwi"]
        let rules = words.map {
            #"{ "id": "\#($0)", "on": "message", "when": { "text": { "words": "\#($0)" } }, "do": [ { "reply": "A fine \#($0), {{text}}" } ] }"#
        }
        let desk = Desk("\"rules\": [ \(rules.joined(separator: ",\n")) ]")
        let steps =
            message("a pear", id: "m1") + #", { "expect": [ { "t": "text" } ] }, "# + message("two kiwis", id: "m2")
            + #", { "expect": [ { "t": "text", "text": "A fine kiwi, two kiwis" } ], "within": "1s" }"#
        let result = try desk.run(file: desk.test(steps)).0
        let text = ResultText().text(of: result)
        let events = text.split(separator: "\n").drop { !$0.contains("the last events") }.joined(separator: "\n")
        #expect(
            events == """
                    the last events, as the rules saw them:
                      2026-01-01T00:00:00Z message m2 "two kiwis"
                        ✗ kiwi  bots/bot.json:6  text.words wants "kiwi", saw "two kiwis"
                                to match: "kiwi" is in it, but only as part of a word
                        … and 5 rules more that do not match
                bots/bot.test.json: 1 test, 1 failed
                """, "\(text)")
    }

    @Test("show a few where none would say what is expected")
    func few() throws {
        let rules = (1...6).map {
            #"{ "id": "r\#($0)", "on": "message", "when": { "text": "t\#($0)" }, "do": [ { "reply": "{{text}}" } ] }"#
        }
        let desk = Desk("\"rules\": [ \(rules.joined(separator: ", ")) ]")
        let steps = message("x") + #", { "expect": [ { "t": "text", "text": "x" } ] }"#
        let text = ResultText().text(of: try desk.run(file: desk.test(steps)).0)
        #expect(text.contains("✗ r1 ") && text.contains("✗ r3 ") && !text.contains("✗ r4 "), "\(text)")
        #expect(text.contains("… and 3 rules more that do not match"), "\(text)")
    }

    @Test("may be filtered by name or file, whatever the case")
    func filter() throws {
        #expect(try results(.init(filter: "FAILS")).0[0].tests.map(\.name) == ["fails"])
        #expect(try results(.init(filter: "bot.test")).0[0].tests.count == 2)
        let none = try results(.init(filter: "nothing like it")).0
        #expect(none[0].tests.isEmpty)
        #expect(ResultText().summary(of: none) == "no test was run\n")
        #expect(
            ResultText().summary(of: none, filter: "greets")
                == "no test was run: none has \"greets\" in its name or file\n")
    }

    @Test("as JUnit are well-formed XML, whatever stands in names and texts")
    func junit() throws {
        let xml = anonymous(JUnit.xml(try results().0))
        #expect(
            xml == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1" errors="0">
                  <testsuite name="bots/bot.test.json" tests="2" failures="1" errors="0" skipped="0">
                    <testcase name="says &quot;hi&quot; &amp; &lt;bye&gt;" classname="bots/bot.test.json" file="bots/bot.test.json" line="2" time="1.5"/>
                    <testcase name="fails" classname="bots/bot.test.json" file="bots/bot.test.json" line="6" time="0.0">
                      <failure message="another frame came than the one expected" type="expect">✗ fails&#10;    bots/bot.test.json:8:19: expect, at 2026-01-01T00:00:00Z: another frame came than the one expected&#10;      expected  {&quot;t&quot;:&quot;text&quot;,&quot;text&quot;:&quot;You said ho&quot;}&#10;      got       {&quot;t&quot;:&quot;text&quot;,&quot;id&quot;:&quot;ID&quot;,&quot;text&quot;:&quot;You said hi&quot;}&#10;      text wants &quot;You said ho&quot;, saw &quot;You said hi&quot;&#10;    the last events, as the rules saw them:&#10;      2026-01-01T00:00:00Z message m1 &quot;hi&quot;&#10;        ✓ echo  bots/bot.json:1  fires&#10;                reply: You said hi&#10;bots/bot.test.json: 1 test, 1 failed&#10;</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
        #expect(JUnit.escaped("\u{0}\u{1B}\u{FFFE}a\n") == "\u{FFFD}\u{FFFD}\u{FFFD}a&#10;")
    }

    @Test("as JSON are one object with all that the text shows")
    func json() throws {
        let (results, _) = try results()
        let json = anonymous(String(decoding: results.json(), as: UTF8.self))
        let start =
            #"{"tests":2,"failed":1,"files":[{"path":"bots/bot.test.json","bot":"bots/bot.json","tests":["#
            + #"{"name":"says \"hi\" & <bye>","line":2,"outcome":"passed","virtual_ms":1500},"#
            + #"{"name":"fails","line":6,"outcome":"failed","virtual_ms":0,"failure":{"step":"expect","line":8,"column":19,"time":"2026-01-01T00:00:00Z","#
            + #""message":"another frame came than the one expected","expected":{"t":"text","text":"You said ho"},"#
            + #""got":["{\"t\":\"text\",\"id\":\"ID\",\"text\":\"You said hi\"}"],"difference":"text wants \"You said ho\", saw \"You said hi\"","#
            + #""unheard":[],"events":[{"time":"2026-01-01T00:00:00Z","trace":{"#
        #expect(json.hasPrefix(start), "\(json)")
        #expect(json.hasSuffix(#""notes":[]}}]}]}"#), "\(json)")
        #expect(LocatedTreeOf(json).isSound)
    }

    @Test("of long bodies tell their size alone")
    func bodies() {
        let frame = #"{"t":"media","id":"a","data":"\#(String(repeating: "AAAA", count: 1000))","part":0}"#
        #expect(
            FrameText.withoutBodies(Array(frame.utf8)) == #"{"t":"media","id":"a","data":"(3000 bytes)","part":0}"#)
        #expect(FrameText.withoutBodies(Array("no frame".utf8)) == "no frame")
    }
}

@Suite("Coverage")
struct CoverageTests {
    private let rules =
        #"""
        "rules": [
          { "id": "a", "on": "message",
            "when": { "text": { "contains": "a" }, "final": true },
            "do": [ { "reply": "A" } ] },
          { "id": "b", "on": "message", "do": [ { "reply": "B" }, { "log": "b" } ] } ]
        """#

    private func coverage(_ texts: [String]) throws -> [Coverage] {
        let steps = texts.enumerated().map {
            #"{ "receive": { "t": "message", "id": "m\#($0.offset)", "text": "\#($0.element)", "final": true } }"#
        }
        let file =
            #"{ "bot": "bot.json", "tests": [ { "name": "one", "loose": true, "steps": [ \#(steps.joined(separator: ", ")) ] } ] }"#
        return try Desk(rules).run(file: file, options: .init(coverage: true)).1.coverage
    }

    @Test("counts rules, both branches of each condition, and actions; the rest is listed beside its line")
    func listing() throws {
        let text = try coverage(["an a"])[0].listing()
        #expect(
            text == """
                bots/bot.json: 44 % covered (4 of 9)
                     !     3 |     "when": { "text": { "contains": "a" }, "final": true },
                             |               ^ a condition of "a" never fails
                             |                                            ^ a condition of "a" never fails
                     !     5 |   { "id": "b", "on": "message", "do": [ { "reply": "B" }, { "log": "b" } ] } ] }
                             |   ^ rule "b" never fires
                             |                                         ^ an action of "b" never runs
                             |                                                           ^ an action of "b" never runs

                """)
    }

    @Test("is 100 only if all is reached")
    func whole() throws {
        let nearly = try coverage(["an a", "x"])
        #expect(nearly[0].listing().hasPrefix("bots/bot.json: 88 % covered (8 of 9)\n"))
        #expect(nearly.percent == 88)
        #expect(Coverage.percent(99_999, of: 100_000) == 99)
        #expect(Coverage.percent(999, of: 1000) == 99)
        #expect(Coverage.percent(1000, of: 1000) == 100)
        #expect(Coverage.percent(0, of: 0) == 100)
        #expect(Coverage.percent(1, of: 1000) == 0)
    }

    @Test("as lcov has rules as functions, conditions as branches, and a count a line")
    func lcov() throws {
        let text = LCOV.text(try coverage(["an a", "x", "y"]))
        #expect(
            text == """
                TN:
                SF:bots/bot.json
                FN:2,a
                FN:5,b
                FNDA:1,a
                FNDA:2,b
                FNF:2
                FNH:2
                BRDA:3,15,0,1
                BRDA:3,15,1,2
                BRDA:3,44,0,1
                BRDA:3,44,1,0
                BRF:4
                BRH:3
                DA:2,1
                DA:3,2
                DA:4,1
                DA:5,2
                LF:4
                LH:4
                end_of_record

                """)
    }
}

/// Whether a text is JSON.
private struct LocatedTreeOf {
    let isSound: Bool
    init(_ text: String) { isSound = SourceText(path: "", bytes: Array(text.utf8)).tree.faults.isEmpty }
}
