import Rules
import Testing
import Time

@testable import Prove

@Suite("A test file that is not right")
struct TestFileFaultsTests {
    @Test("a rule file in its place is one fault, and says where tests stand")
    func ruleFile() {
        #expect(
            Desk(echo).refusal(of: #"{ "version": 1, "name": "a", "rules": [] }"#) == """
                bots/bot.test.json:1:30: error[R004]: this is a rule file, and a test file has no "rules"
                   1 | { "version": 1, "name": "a", "rules": [] }
                     |                              ^^^^^^^
                     = hint: talaria check reads rule files; tests of it stand in a file NAME.test.json beside it

                """)
    }

    @Test("an unknown step lists those that there are")
    func unknownStep() {
        #expect(
            Desk(echo).refusal(of: Desk(echo).test(#"{ "recieved": 1 }, { "wibble": true }"#)).contains(
                """
                = hint: its keys are "receive", "expect", "within", "expect_nothing", "advance", "vars", "state", \
                "fetch", "ai", "disconnect" and "reconnect"
                """))
    }

    @Test("an empty expect points to expect_nothing")
    func emptyExpect() {
        #expect(
            Desk(echo).refusal(of: Desk(echo).test(#"{ "expect": [] }"#)) == """
                bots/bot.test.json:1:74: error[R012]: "expect" is empty
                   1 | { "bot": "bot.json",  "tests": [ { "name": "one", "steps": [ { "expect": [] } ] } ] }
                     |                                                                          ^^
                     = hint: "expect_nothing": "5s" is the step for that

                """)
    }

    @Test("a frame that never leaves the bot is refused, with how it is said")
    func impossibleFrames() {
        #expect(
            Desk(echo).refusal(of: Desk(echo).test(#"{ "expect": [ { "t": "image" } ] }"#)) == """
                bots/bot.test.json:1:83: error[R007]: no frame of type "image" ever leaves this bot
                   1 | … "steps": [ { "expect": [ { "t": "image" } ] } ] } ] }
                     |                                   ^^^^^^^
                     = hint: files go out as { "t": "media", "kind": "image" }

                """)
        func hint(_ type: String, _ desk: Desk = Desk(echo)) -> String? {
            let text = desk.refusal(of: desk.test("{ \"expect\": [ { \"t\": \"\(type)\" } ] }"))
            return text.split(separator: "\n").last { $0.contains("hint") }.map {
                String($0.trimmingPrefix(#/ *= hint: /#))
            }
        }
        #expect(
            hint("reply")
                == #"a reply goes out as { "t": "text", "text": ... }, a stream of one as { "t": "message", ... }"#)
        #expect(hint("txt") == #"did you mean "text"?"#)
        #expect(hint("answer") == #"an answer goes out as { "t": "prompt", "option_id": ... }"#)
        #expect(
            hint("hologram") == #"what leaves it is "text", "message", "media", "audio", "prompt", "hello", "close""#)
        for type in ["text", "message", "media", "audio", "prompt", "hello", "close"] { #expect(hint(type) == nil) }
        let sends = Desk(#""rules": [ { "id": "a", "on": "start", "do": [ { "send": { "t": "hologram" } } ] } ]"#)
        #expect(hint("hologram", sends) == nil)
        let gateway = Desk(#""rules": [ { "id": "a", "on": "text", "do": [ { "log": "x" } ] } ]"#, role: "gateway")
        #expect(hint("text", gateway) == #"a gateway says things as { "t": "message", "text": ... }"#)
        #expect(hint("prompt_done", gateway) == nil)
    }

    @Test("a key that its frame never has is refused, unless it is to be missing")
    func impossibleKeys() {
        func faults(_ frame: String, _ desk: Desk = Desk(echo)) -> String {
            desk.refusal(of: desk.test("\n{ \"expect\": [ \(frame) ] }"))
        }
        #expect(
            faults(#"{ "t": "text", "txt": "x" }"#) == """
                bots/bot.test.json:2:30: error[R004]: a frame of type "text" that leaves this bot never has "txt"
                   2 | { "expect": [ { "t": "text", "txt": "x" } ] } ] } ] }
                     |                              ^^^^^
                     = hint: did you mean "text"?

                """)
        #expect(
            faults(#"{ "t": "prompt", "id": "p1" }"#).contains(#"its keys are "t", "prompt_id", "option_id", "text""#))
        #expect(faults(#"{ "t": "text", "caption": null, "id": { "longer_than": 1 } }"#) == "")
        #expect(faults(#"{ "text": "x", "anything": 1 }"#) == "")
        let sends = Desk(
            #""rules": [ { "id": "a", "on": "start", "do": [ { "send": { "t": "text", "mood": "x" } } ] } ]"#)
        #expect(faults(#"{ "t": "text", "mood": "x" }"#, sends) == "")
    }

    @Test("a kind or a state that its frame never has is refused, with the one that was meant")
    func impossibleWords() {
        func faults(_ frame: String, _ desk: Desk = Desk(echo)) -> String {
            desk.refusal(of: desk.test("\n{ \"expect\": [ \(frame) ] }"))
        }
        #expect(
            faults(#"{ "t": "media", "kind": "imgae" }"#) == """
                bots/bot.test.json:2:39: error[R007]: "kind" of a frame of type "media" is never "imgae"
                   2 | { "expect": [ { "t": "media", "kind": "imgae" } ] } ] } ] }
                     |                                       ^^^^^^^
                     = hint: did you mean "image"?

                """)
        #expect(
            faults(#"{ "t": "media", "kind": "picture" }"#).contains(
                #"= hint: it is one of "image", "voice", "video", "document", "animation""#))
        #expect(
            faults(#"{ "t": "media", "kind": { "any_of": ["video", "vioce"] } }"#).contains(
                #"2:61: error[R007]: "kind" of a frame of type "media" is never "vioce""#))
        #expect(faults(#"{ "t": "media", "kind": "IMAGE" }"#).contains("did you mean \"image\"?"))
        #expect(faults(#"{ "t": "media", "kind": { "equals": "IMAGE" } }"#) == "")
        #expect(faults(#"{ "t": "media", "kind": { "longer_than": 1 } }"#) == "")
        #expect(faults(#"{ "t": "media", "kind": "animation", "caption": "imgae" }"#) == "")
        let gateway = Desk(#""rules": [ { "id": "a", "on": "text", "do": [ { "log": "x" } ] } ]"#, role: "gateway")
        #expect(faults(#"{ "t": "prompt", "kind": "exec_aproval" }"#, gateway).contains("mean \"exec_approval\"?"))
        #expect(faults(#"{ "t": "avatar", "state": "speakin" }"#, gateway).contains("did you mean \"speaking\"?"))
        #expect(faults(#"{ "t": "prompt", "kind": "clarify" }, { "t": "avatar", "state": "idle" }"#, gateway) == "")
        let sends = Desk(
            #""rules": [ { "id": "a", "on": "start", "do": [ { "send": { "t": "media", "kind": "x" } } ] } ]"#)
        #expect(faults(#"{ "t": "media", "kind": "x" }"#, sends) == "")
    }

    @Test("a variable or a state that the bot has not is refused, with the one that was meant")
    func unknownNames() {
        let desk = Desk(
            #""vars": { "visits": 0 }, "rules": [ { "id": "a", "on": "message", "when": { "in": "asking", "var": { "visits": 0 } }, "do": [ { "goto": "asking" } ] } ]"#
        )
        #expect(
            desk.refusal(of: desk.test("\n" + #"{ "vars": { "visit": 1 } }"#)) == """
                bots/bot.test.json:2:13: error[R023]: the bot has no variable "visit"
                   2 | { "vars": { "visit": 1 } } ] } ] }
                     |             ^^^^^^^
                     = hint: did you mean "visits"?

                """)
        #expect(desk.refusal(of: desk.test(#"{ "vars": { "mood": 1 } }"#)).contains(#"= hint: it has "visits""#))
        #expect(desk.refusal(of: desk.test(#"{ "state": "askin" }"#)).contains(#"= hint: did you mean "asking"?"#))
        #expect(Desk(echo).refusal(of: Desk(echo).test(#"{ "state": "askin" }"#)).contains("= hint: it has none"))
    }

    @Test("what is often written wrong gets the right form", arguments: TestLanguage.remedies.indices)
    func remedies(index: Int) {
        let remedy = TestLanguage.remedies[index]
        let desk = Desk(
            #""vars": { "visits": 0 }, "rules": [ { "id": "a", "on": "message", "when": { "var": { "visits": 0 } }, "do": [ { "reply": "x" } ] } ]"#
        )
        let file =
            remedy.object == "a test"
            ? #"{ "bot": "bot.json", "tests": [ { "name": "one", \#(remedy.example) } ] }"#
            : desk.test("{ \(remedy.example) }")
        #expect(desk.refusal(of: file) == "")
    }

    @Test("first tries at a step")
    func firstTries() {
        let text = Desk(echo).refusal(
            of: Desk(echo).test(#"{ "say": "hi" }, { "expect": "Hello!" }, { "expect": ["Hello!"] }, { "wait": "5s" }"#)
        )
        let hints = text.split(separator: "\n").filter { $0.contains("= hint: ") }.map {
            $0.drop { $0 != ":" }.dropFirst(2)
        }
        #expect(
            hints == [
                #"what people say to a device comes as "receive": { "t": "message", "id": "m1", "text": "hi", "final": true }"#,
                #"frames in brackets, such as "expect": [ { "t": "text", "text": "Hello!" } ]"#,
                #"frames in brackets, such as "expect": [ { "t": "text", "text": "Hello!" } ]"#,
                #"that is "advance": "5s""#,
            ], "\(text)")
    }

    @Test("the right form has the author's own words in it")
    func ownWords() {
        func hint(_ step: String) -> String {
            let text = Desk(echo).refusal(of: Desk(echo).test(step))
            return text.split(separator: "\n").first { $0.contains("= hint: ") }.map { String($0.drop { $0 != "h" }) }
                ?? ""
        }
        #expect(
            hint(#"{ "expects": [ { "t": "text", "text": "Bye" } ] }"#)
                == #"hint: that is "expect": [ { "t": "text", "text": "Bye" } ]"#)
        #expect(hint(#"{ "reply": "Bye" }"#) == #"hint: that is "expect": [ { "t": "text", "text": "Bye" } ]"#)
        #expect(hint(#"{ "wait": "3m" }"#) == #"hint: that is "advance": "3m""#)
        #expect(hint(#"{ "wait": 3 }"#) == #"hint: that is "advance": "5s""#)
        #expect(
            hint(#"{ "say": "Bye" }"#)
                == #"hint: what people say to a device comes as "receive": { "t": "message", "id": "m1", "text": "Bye", "final": true }"#
        )
    }

    @Test("a pattern of its bot that is too slow is refused, by the stopwatch that it is given")
    func slowPattern() throws {
        let slow = Desk(
            #""rules": [ { "id": "a", "on": "message", "when": { "text": { "regex": "(?:a{1,20}b){1,20}c" } }, "do": [ { "reply": "x" } ] } ]"#
        )
        var surroundings = slow.surroundings
        let file = Array(slow.test(#"{ "advance": "1s" }"#).utf8)
        #expect(TestSuite(surroundings).check(bytes: file, path: "bots/bot.test.json") == nil)
        surroundings.options = { _ in
            RuleFile.Options(
                lints: false,
                stopwatch: { work in
                    work()
                    return .milliseconds(6)
                })
        }
        let refusal = try #require(TestSuite(surroundings).check(bytes: file, path: "bots/bot.test.json"))
        #expect(refusal.diagnostics.map(\.code) == [.slowRegex])
        #expect(refusal.diagnostics[0].message == "the pattern takes 6 ms on 4000 characters, and may take 5")
        #expect(
            refusal.diagnostics[0].hint == "use smaller counts in {n,m}, and fewer repetitions within repetitions")
    }
}
