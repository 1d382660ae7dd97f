import Rules
import Testing

@testable import Prove

/// A bot does right to ignore some messages; a test that gave it such a one is told which, and why.
@Suite("What no rule heard of")
struct ReceptionTests {
    private func unheard(_ steps: String, by desk: Desk = Desk(echo)) throws -> [String] {
        let expected = #", { "expect": [ { "t": "media" } ], "within": "1s" }"#
        return try #require(try desk.failure(steps + expected)).unheard.map { "\($0.place.line): \($0.reason)" }
    }

    private func receive(_ frame: String) -> String { "\n{ \"receive\": \(frame) }" }

    @Test("is a frame that no gateway sends")
    func device() throws {
        #expect(
            try unheard(receive(#"{ "t": "text", "id": "a", "text": "hi" }"#)) == [
                #"2: no gateway sends "text": what people say comes as { "t": "message", "id": "m1", "text": "hi", "final": true }"#
            ])
        #expect(
            try unheard(receive(#"{ "t": "mesage", "id": "a", "text": "hi" }"#)) == [
                #"2: no gateway is known to send "mesage": did you mean "message"?"#
            ])
        #expect(
            try unheard(receive(#"{ "t": "hologram" }"#)) == [
                #"2: no gateway is known to send "hologram": it sends "message", "prompt", "prompt_done", "media", "typing", "avatar", "error", "ready""#
            ])
    }

    @Test("is a frame that no device sends, for a bot that is a gateway")
    func gateway() throws {
        let desk = Desk(
            #""rules": [ { "id": "a", "on": "text", "do": [ { "message": "You said {{text}}" } ] } ]"#, role: "gateway")
        #expect(
            try unheard(receive(#"{ "t": "prompt_done", "id": "a" }"#), by: desk) == [
                #"2: no device sends "prompt_done": what people say comes as { "t": "text", "id": "t1", "text": "hi" }"#
            ])
        let twice = receive(#"{ "t": "text", "id": "a", "text": "hi" }"#)
        #expect(
            try unheard(twice + #", { "expect": [ { "t": "message" } ] },"# + twice, by: desk) == [
                #"3: the id "a" came before, and counts once: give each one an id of its own"#
            ])
    }

    @Test("is a message whose id came before")
    func repeated() throws {
        let first = message("one", id: "m1") + #", { "expect": [ { "t": "text", "text": "You said one" } ] },"#
        #expect(
            try unheard(first + receive(#"{ "t": "message", "id": "m1", "text": "two", "final": true }"#)) == [
                #"2: the id "m1" came before, and counts once: give each one an id of its own"#
            ])
    }

    @Test("is a message that is not finished")
    func unfinished() throws {
        #expect(
            try unheard(receive(#"{ "t": "message", "id": "m1", "text": "hi" }"#)) == [
                #"2: the message is not finished: without "final": true the bot waits until it has been quiet for 30s"#
            ])
    }

    @Test("is what is no frame, and what no rule is for")
    func others() throws {
        #expect(
            try unheard(receive(#"{ "t": "message", "text": "hi" }"#)) == [#"2: it is no frame: "id" is missing"#])
        let text = try #require(try unheard("\n{ \"receive\": \"hi\" }").first)
        #expect(
            text.hasPrefix("2: it is no frame: not JSON: ")
                && text.hasSuffix(
                    #"; what people say comes as { "t": "message", "id": "m1", "text": "hi", "final": true }"#),
            "\(text)")
        #expect(
            try unheard(receive(#"{ "t": "prompt", "id": "p", "kind": "clarify", "text": "Which?" }"#)) == [
                #"2: no rule has "on": "prompt""#
            ])
    }

    @Test("is nothing where a rule was asked, now or before an earlier check")
    func heard() throws {
        #expect(try unheard(message("hi") + #", { "expect": [ { "t": "text" } ] }, { "advance": "1s" }"#) == [])
        let frames = Desk(
            #""rules": [ { "id": "a", "on": "frame", "when": { "t": "never" }, "do": [ { "log": "x" } ] } ]"#)
        #expect(try unheard(receive(#"{ "t": "hologram" }"#), by: frames) == [])
        #expect(
            try unheard(
                receive(#"{ "t": "message", "id": "m1", "text": "hi" }"#)
                    + #", { "advance": "30s" }, { "expect": [ { "t": "text" } ] }"#)
                == [])
    }

    @Test("stands in the report, above what the rules thought")
    func report() throws {
        let steps =
            #"{ "receive": { "t": "text", "text": "hi" } }, { "expect": [ { "t": "text", "text": "You said hi" } ] }"#
        let result = try Desk(echo).run(file: Desk(echo).test(steps)).0
        #expect(
            ResultText().text(of: result) == #"""
                ✗ one
                    bots/bot.test.json:1:122: expect, at 2026-01-01T00:01:00Z: the expected frame did not come within 1m
                      expected  {"t":"text","text":"You said hi"}
                    no rule heard of:
                      bots/bot.test.json:1  no gateway sends "text": what people say comes as { "t": "message", "id": "m1", "text": "hi", "final": true }
                bots/bot.test.json: 1 test, 1 failed

                """#)
    }
}
