import Rules
import Testing
import Time

@testable import Prove

@Suite("A test made from a recording")
struct TestWriterTests {
    private let rules =
        #""rules": [ { "id": "hi", "on": "message", "when": { "text": "hi" }, "do": [ { "wait": "1s" }, { "reply": "Hello" } ] }, { "id": "pic", "on": "message", "when": { "text": "pic" }, "do": [ { "media": { "url": "https://x.example/a.png", "kind": "image" } } ] } ]"#

    private func write(_ tape: Tape, _ stretch: Stretch = Stretch()) throws -> String {
        try Replay(bot: "bots/bot.json", Desk(rules).surroundings)
            .test(of: tape.recording, name: "a day", bot: "bot.json", stretch)
    }

    private var day: Tape {
        var tape = Tape()
        tape.message("hi")
        tape.wait(1002)
        tape.replied("Hello")
        tape.wait(3000)
        tape.message("pic")
        tape.wait(300)
        tape.event(#""fetched","url":"https://x.example/a.png","status":200,"type":"image/png","size":9"#)
        tape.said(
            #"{"t":"media","id":"x","kind":"image","mime":"image/png","filename":"a.png","part":0,"parts":1,"data":{"size":9,"sha256":"0"}}"#,
            "raw")
        tape.event(#""closed","code":1012,"reason":"restart""#)
        tape.wait(500)
        tape.event(#""opened""#)
        tape.heard(#"{"t":"ready"}"#)
        tape.wait(100)
        tape.heard(#""no frame""#)
        tape.wait(100)
        tape.event(#""drain""#)
        tape.event(#""close","code":1000,"reason":"""#)
        tape.event(#""exit","code":0"#)
        return tape
    }

    @Test("receives what came in, expects what went out, and lets the time between pass")
    func whole() throws {
        let text = try write(day)
        #expect(
            text == """
                {
                  "bot": "bot.json",
                  "start": "2026-03-01T10:00:00Z",
                  "seed": 7,
                  "tests": [
                    {
                      "name": "a day",
                      "steps": [
                        { "fetch": {"https://x.example/a.png":{"status":200,"type":"image/png","size":9}} },
                        { "receive": {"t":"message","id":"m4","text":"hi","final":true} },
                        { "expect": [ {"t":"text","text":"Hello"} ] },
                        { "advance": "3000ms" },
                        { "receive": {"t":"message","id":"m6","text":"pic","final":true} },
                        { "expect": [ {"t":"media","kind":"image","mime":"image/png","filename":"a.png","part":0,"parts":1} ] },
                        { "disconnect": 1012 },
                        { "advance": "500ms" },
                        { "reconnect": true },
                        { "advance": "100ms" },
                        { "receive": "no frame" }
                      ]
                    }
                  ]
                }

                """)
        #expect(try Desk(rules).run(file: text).0.failed == 0)
    }

    @Test("of a stretch begins where that begins")
    func stretch() throws {
        let text = try write(day, Stretch(from: .since(.seconds(3)), to: .since(.milliseconds(4500))))
        #expect(text.contains(#""start": "2026-03-01T10:00:04.002Z""#))
        #expect(!text.contains(#""hi""#))
        #expect(try Desk(rules).run(file: text).0.failed == 0)
        #expect(throws: Recording.Fault(line: 1, message: "nothing came in in this stretch of the recording")) {
            _ = try write(day, Stretch(from: .since(.seconds(60))))
        }
    }
}
