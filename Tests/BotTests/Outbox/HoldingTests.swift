import Rules
import Testing
import Time

@testable import Bot

@Suite("A reply that an open clarify holds back")
struct HoldingTests {
    static let rules =
        #""rules": [{ "id": "now", "on": "message", "when": { "text": "now" }, "do": [{ "reply": { "text": "at once", "now": true } }] },"#
        + #"{ "id": "slow", "on": "message", "when": { "text": "slow" }, "do": [{ "reply": { "text": "one two", "stream": { "by": "word", "every": "1s" } } }] },"#
        + #"{ "id": "m", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#

    static func said(_ stage: inout Stage) -> [String] {
        defer { stage.notes = [] }
        return stage.notes.filter { $0.code == .delivery }.map { "\($0.level.rawValue) \($0.text)" }
    }

    @Test("is said to wait, once, with what holds it and for how long, and said to go")
    func said() throws {
        var stage = try Stage(Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        let waits =
            #"info "re x" is held back: the clarify "Which city?" is open; it goes when that is closed, in 1m at the latest (a reply with "now": true goes at once)"#
        #expect(Self.said(&stage) == [waits])
        stage.tell(.alive)
        stage.advance(.seconds(20))
        stage.hear("now")
        #expect(Self.said(&stage) == [])
        #expect(stage.texts() == ["at once"])
        stage.receive(#"{"t":"prompt_done","id":"c1","option_id":"c0"}"#)
        #expect(Self.said(&stage) == [#"info "re x" goes now, after 20s"#])
        #expect(stage.texts() == ["re x"])
    }

    @Test("is said to go after a minute, if it is a stream too")
    func stream() throws {
        var stage = try Stage(Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("slow")
        #expect(Self.said(&stage).count == 1)
        stage.tell(.alive)
        stage.advance(.seconds(59))
        #expect(Self.said(&stage) == [] && stage.frames() == [])
        stage.advance(.seconds(3))
        #expect(Self.said(&stage) == [#"info "one two" goes now, after 1m"#])
        #expect(stage.texts() == ["one", "one two"])
    }

    @Test("is said once, and goes in order, where it is split into several texts")
    func parts() throws {
        var stage = try Stage(#""server": { "max_text": 4, "whole_texts": true }, "# + Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("slow")
        #expect(Self.said(&stage).count == 1)
        #expect(stage.bot.heldBack(now: stage.now)?.texts == ["one"])
        stage.receive(#"{"t":"prompt_done","id":"c1","option_id":"c0"}"#)
        #expect(stage.texts() == ["one", "two"])
    }

    @Test("is not traced as if it had been sent")
    func traced() throws {
        var stage = try Stage(Self.rules, tracing: .rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        stage.hear("now")
        let details = stage.all.compactMap { if case .acted(_, _, let action) = $0 { action.detail } else { nil } }
        #expect(details == ["re x (held back: a clarify is open)", "at once"])
    }

    @Test("is named to whoever stops the bot")
    func named() throws {
        var stage = try Stage(Self.rules)
        stage.begin()
        #expect(stage.bot.heldBack(now: stage.now) == nil)
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        stage.hear(String(repeating: "y", count: 100))
        let long = "re " + String(repeating: "y", count: 56) + "…"
        #expect(
            stage.bot.heldBack(now: stage.now)
                == Bot.HeldBack(texts: ["re x", long], holder: #"the clarify "Which city?""#))
        stage.tell(.alive)
        stage.advance(.seconds(60))
        #expect(stage.bot.heldBack(now: stage.now) == nil)
    }

    @Test("costs no words where nobody wants notes")
    func quiet() throws {
        var stage = try Stage(Self.rules, tracing: .off)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        stage.receive(#"{"t":"prompt_done","id":"c1","option_id":"c0"}"#)
        #expect(stage.notes.isEmpty && stage.texts() == ["re x"])
    }

    // MARK: A clarify of an earlier connection

    @Test("by a clarify of an earlier connection goes 60 s after ready, whenever it was made", arguments: [0, 17, 59])
    func older(_ seconds: Int64) throws {
        // Nothing else wakes it meanwhile.
        var stage = try Stage(#""server": { "ping": "1h", "dead_after": "3h" }, "# + Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.reconnect()
        stage.advance(.seconds(seconds))
        stage.hear("x")
        stage.out = []
        stage.advance(.seconds(60 - seconds) - .milliseconds(1))
        #expect(stage.texts() == [])
        stage.advance(.milliseconds(1))
        #expect(stage.texts() == ["re x"])
        stage.hear("z")
        #expect(stage.texts() == ["re z"])
    }

    @Test("waits 60 s in all, the time before the new connection included")
    func inAll() throws {
        var stage = try Stage(Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        stage.tell(.alive)
        stage.advance(.seconds(40))
        stage.reconnect()  // 16 s
        _ = stage.look()
        stage.advance(.milliseconds(3_999))
        #expect(stage.texts() == [])
        stage.advance(.milliseconds(1))
        #expect(stage.texts() == ["re x"])
    }

    @Test("is held until the answer where the clarify is shown again")
    func shownAgain() throws {
        var stage = try Stage(Self.rules)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.reconnect()
        stage.tell(.alive)
        stage.advance(.seconds(50))
        stage.receive(OtherPromptsTests.clarify)
        stage.hear("x")
        _ = stage.look()
        stage.tell(.alive)
        stage.advance(.milliseconds(59_999))
        #expect(stage.texts() == [])
        stage.advance(.milliseconds(1))
        #expect(stage.texts() == ["re x"])
    }

    @Test("is held after a restart as well, a stream too", arguments: ["x", "slow"])
    func restarted(_ text: String) throws {
        var stage = try Stage(Self.rules, keeps: true)
        stage.begin()
        stage.receive(OtherPromptsTests.clarify)
        stage.hear(text)
        stage.tell(.alive)
        stage.advance(.seconds(30))
        var next = try RestartTests().restart(stage, Self.rules)
        next.begin0()
        #expect(next.frames() == [])
        #expect(Self.said(&next).map { $0.contains("is held back") && $0.contains("in 30s") } == [true])
        next.advance(.milliseconds(29_999))
        #expect(next.texts() == [])
        next.advance(.milliseconds(1))
        #expect(next.texts() == [text == "x" ? "re x" : "one two"])
    }
}
