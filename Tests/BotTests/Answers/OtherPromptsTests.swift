import Testing
import Time

@testable import Bot

@Suite("Other prompts")
struct OtherPromptsTests {
    static let clarify =
        #"{"t":"prompt","id":"c1","kind":"clarify","text":"Which city?","options":[{"id":"c0","label":"Lisbon"},{"id":"other","label":"Other"}]}"#

    @Test("a clarify is answered by label, and replies are held until it is done")
    func held() throws {
        var stage = try Stage(
            #""rules": [{ "id": "c", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": { "other": "Faro" } }, { "reply": "told it" }] },"#
                + #"{ "id": "now", "on": "message", "when": { "text": "now" }, "do": [{ "reply": { "text": "at once", "now": true } }] }, { "id": "m", "on": "message", "do": [{ "reply": "later" }] }]"#
        )
        stage.begin()
        stage.receive(Self.clarify)
        #expect(stage.frames() == [#"{"t":"prompt","prompt_id":"c1","option_id":"other","text":"Faro"}"#])
        stage.hear("x")
        #expect(stage.texts() == [])
        stage.hear("now")
        #expect(stage.texts() == ["at once"])
        stage.receive(#"{"t":"prompt_done","id":"c1","option_id":"other"}"#)
        #expect(stage.texts() == ["told it", "later"])
    }

    @Test("held for 60 s at most")
    func longestHold() throws {
        var stage = try Stage(#""rules": [{ "id": "m", "on": "message", "do": [{ "reply": "later" }] }]"#)
        stage.begin()
        stage.receive(Self.clarify)
        stage.hear("x")
        stage.tell(.alive)
        stage.advance(.milliseconds(59_999))
        #expect(stage.texts() == [])
        stage.advance(.milliseconds(1))
        #expect(stage.texts() == ["later"])
    }

    @Test("a clarify that was lost with its connection holds nothing for long")
    func lostClarify() throws {
        var stage = try Stage(#""rules": [{ "id": "m", "on": "message", "do": [{ "reply": "{{text}}" }] }]"#)
        stage.begin()
        stage.receive(Self.clarify)
        stage.reconnect()
        _ = stage.look()
        stage.hear("soon")
        #expect(stage.texts() == [])
        stage.tell(.alive)
        stage.advance(.seconds(60))
        #expect(stage.texts() == ["soon"])
        stage.hear("at once")
        #expect(stage.texts() == ["at once"])
    }

    @Test("shown again before ready, an answered prompt gets its answer again")
    func beforeReady() throws {
        var stage = try Stage(
            #""rules": [{ "id": "c", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": "c0" }] }]"#)
        stage.begin()
        stage.receive(Self.clarify)
        stage.acknowledge()
        stage.tell(.closed(.failed(reason: "reset")))
        stage.advance(.seconds(1))
        _ = stage.look()
        stage.tell(.opened(token: nil))
        stage.receive(Self.clarify)
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.frames().filter { $0.contains("prompt_id") }.count == 1)
    }

    @Test("an open question is answered by text alone")
    func openQuestion() throws {
        var stage = try Stage(
            #""rules": [{ "id": "c", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": { "text": "42" } }] }]"#
        )
        stage.begin()
        stage.receive(#"{"t":"prompt","id":"q","kind":"clarify","text":"How many?"}"#)
        #expect(stage.frames() == [#"{"t":"prompt","prompt_id":"q","text":"42"}"#])
        stage.receive(#"{"t":"prompt_done","id":"q"}"#)
        #expect(stage.audits.last?.stage == .applied)
    }

    @Test("a slash_confirm is stopped by the kill switch, its cancel is not")
    func slash() throws {
        for (answer, goes) in [("once", false), ("cancel", true)] {
            var stage = try Stage(
                #""rules": [{ "id": "c", "on": "prompt", "when": { "kind": "slash_confirm" }, "do": [{ "answer": "\#(answer)" }] }]"#
            )
            stage.begin()
            stage.tell(.approvals(.off))
            stage.receive(
                #"{"t":"prompt","id":"s","kind":"slash_confirm","text":"/reset?","options":[{"id":"once","label":"Once"},{"id":"cancel","label":"Cancel"}]}"#
            )
            #expect(stage.frames().isEmpty != goes)
        }
    }

    @Test("prompt_done is an event, and a prompt that nobody knows is closed too")
    func doneEvent() throws {
        var stage = try Stage(
            #""rules": [{ "id": "d", "on": "prompt_done", "do": [{ "log": "{{event.id}} {{option}} {{expired}}" }] }]"#)
        stage.begin()
        stage.receive(#"{"t":"prompt_done","id":"x","option_id":"once"}"#)
        #expect(stage.look() == ["log info x once false"])
    }

    @Test("a flood of prompts is forgotten from its old end")
    func flood() throws {
        var stage = try Stage(#""rules": [{ "id": "m", "on": "message", "do": [{ "reply": "x" }] }]"#)
        stage.begin()
        for number in 0..<500 {
            stage.receive(#"{"t":"prompt","id":"c\#(number)","kind":"clarify","text":"?"}"#)
        }
        #expect(stage.bot.status.openPrompts == Answers.capacity)
    }
}
