import Testing
import Time

@testable import Bot

@Suite("Replies of a model")
struct AskingAITests {
    static let rule =
        #""rules": [{ "id": "ai", "on": "message", "when": { "text": { "not_empty": true } }, "do": [{ "ask_ai": { "url": "http://h/v1/chat/completions", "model": "m", "system": "Be {{text}}.", "prompt": "{{text}}", "history": 1, "timeout": "20s", "stream": { "by": "word", "every": "100ms" }, "on_error": [{ "log": "sorry: {{error}}" }] } }, { "log": "done" }] }]"#
        .replacing(#""when": { "text": { "not_empty": true } }, "#, with: "")

    func stage(_ members: String = rule) throws -> Stage {
        var stage = try Stage(members)
        stage.begin()
        return stage
    }

    func ticket(_ stage: Stage) -> Ticket { Ticket(stage.lastTicket) }

    @Test("pieces become edits of the text so far, and the end is all of it")
    func streams() throws {
        var stage = try stage()
        stage.hear("kind")
        #expect(stage.look() == ["ai \(stage.lastTicket) system: Be kind. | user: kind"])
        stage.tell(.ai(ticket(stage), .piece("Hel")))
        #expect(stage.look() == [])
        stage.tell(.ai(ticket(stage), .piece("lo there, ")))
        #expect(stage.texts() == ["Hello there,"])
        stage.tell(.ai(ticket(stage), .piece("my fri")))
        stage.tell(.ai(ticket(stage), .piece("end of ")))
        #expect(stage.texts() == [])
        stage.advance(.milliseconds(100))
        #expect(stage.texts() == ["Hello there, my friend of"])
        stage.tell(.ai(ticket(stage), .piece("old.")))
        stage.tell(.ai(ticket(stage), .finished))
        #expect(stage.look() == [])
        stage.advance(.milliseconds(100))
        let out = stage.look()
        #expect(out.count == 2 && out[1] == "log info done")
        let last = Frame(out[0])
        #expect(
            last.text("text") == "Hello there, my friend of old." && last.flag("final") == true
                && last.flag("edit") == true)
    }

    @Test("what was said before is sent along, as many turns as are kept")
    func history() throws {
        var stage = try stage()
        for (number, answer) in ["one.", "two.", "three."].enumerated() {
            stage.hear("q\(number)")
            stage.tell(.ai(ticket(stage), .piece(answer)))
            stage.tell(.ai(ticket(stage), .finished))
            stage.advance(.seconds(1))
        }
        let asked = stage.look().filter { $0.hasPrefix("ai") }.map { $0.split(separator: " ", maxSplits: 2)[2] }
        #expect(
            asked == [
                "system: Be q0. | user: q0", "system: Be q1. | user: q0 | assistant: one. | user: q1",
                "system: Be q2. | user: q1 | assistant: two. | user: q2",
            ])
    }

    @Test("a failure runs on_error, and the rule goes on behind it")
    func failed() throws {
        var stage = try stage()
        stage.hear("kind")
        _ = stage.look()
        stage.tell(.ai(ticket(stage), .failed(reason: "HTTP status 500")))
        #expect(stage.look() == ["log info sorry: HTTP status 500", "log info done"])
    }

    @Test("a failure in the middle ends the stream with what has come")
    func failedInTheMiddle() throws {
        var stage = try stage()
        stage.hear("kind")
        stage.tell(.ai(ticket(stage), .piece("Half of a ")))
        _ = stage.look()
        stage.tell(.ai(ticket(stage), .failed(reason: "cut")))
        stage.advance(.seconds(1))
        let out = stage.look()
        #expect(out.prefix(2) == ["log info sorry: cut", "log info done"])
        #expect(Frame(out[2]).text("text") == "Half of a " && Frame(out[2]).flag("final") == true)
    }

    @Test("no reply in time is a failure, and the request is ended")
    func timeout() throws {
        var stage = try stage()
        stage.hear("kind")
        let number = stage.lastTicket
        _ = stage.look()
        stage.advance(.seconds(20))
        #expect(
            stage.look() == [
                "cancel \(number)", "log info sorry: timeout: the reply was not there in time", "log info done",
            ])
        stage.tell(.ai(Ticket(number), .piece("late")))
        #expect(stage.look() == [])
    }

    @Test("an empty reply is a failure; without on_error the rule ends")
    func empty() throws {
        var stage = try stage(Self.rule.replacing(#", "on_error": [{ "log": "sorry: {{error}}" }]"#, with: ""))
        stage.hear("kind")
        _ = stage.look()
        stage.tell(.ai(ticket(stage), .piece(" \\n".replacing("\\n", with: "\n"))))
        stage.tell(.ai(ticket(stage), .finished))
        #expect(stage.look() == [])
        #expect(stage.bot.status.acting == 0)
        #expect(stage.notes.last?.text == "ask_ai: the reply is empty")
    }

    @Test("without stream the reply is one text")
    func whole() throws {
        var stage = try stage(Self.rule.replacing(#""stream": { "by": "word", "every": "100ms" }, "#, with: ""))
        stage.hear("kind")
        _ = stage.look()
        stage.tell(.ai(ticket(stage), .piece("Hello ")))
        stage.tell(.ai(ticket(stage), .piece("there")))
        #expect(stage.look() == [])
        stage.tell(.ai(ticket(stage), .finished))
        let out = stage.look()
        #expect(Frame(out[0]).text("t") == "text" && Frame(out[0]).text("text") == "Hello there")
        #expect(out[1] == "log info done")
    }

    @Test("restart ends the old request and its stream")
    func restart() throws {
        var stage = try stage(
            Self.rule.replacing(#""on": "message""#, with: #""on": "message", "on_overlap": "restart""#))
        stage.hear("one")
        let first = stage.lastTicket
        stage.tell(.ai(Ticket(first), .piece("Hello old ")))
        _ = stage.look()
        stage.hear("two")
        let out = stage.look()
        #expect(out.first == "cancel \(first)")
        #expect(out.contains { $0.hasPrefix("ai") })
        stage.advance(.seconds(1))
        let frames = stage.frames()
        #expect(
            frames.count == 1 && Frame(frames[0]).text("text") == "Hello old" && Frame(frames[0]).flag("final") == true)
    }

    @Test("an overlong reply goes on in a new id, and loses nothing but space at the cut")
    func split() throws {
        var stage = try stage(#""server": { "max_text": 10 }, "# + Self.rule)
        stage.hear("kind")
        for piece in ["one two ", "three four ", "five six"] {
            stage.tell(.ai(ticket(stage), .piece(piece)))
            stage.advance(.milliseconds(100))
        }
        stage.tell(.ai(ticket(stage), .finished))
        stage.advance(.seconds(2))
        let frames = stage.frames().filter { Frame($0).flag("final") == true }
        #expect(frames.map { Frame($0).text("text") } == ["one two", "three four", "five six"])
        #expect(Set(frames.map { Frame($0).text("id") }).count == 3)
    }

    @Test("cut by the end of the connection, it goes as one last edit when it is whole")
    func cut() throws {
        var stage = try stage()
        stage.hear("kind")
        stage.tell(.ai(ticket(stage), .piece("Hello there ")))
        stage.reconnect()
        _ = stage.look()
        stage.tell(.ai(ticket(stage), .piece("friend")))
        stage.advance(.seconds(1))
        #expect(stage.frames() == [])
        stage.tell(.ai(ticket(stage), .finished))
        let frames = stage.frames()
        #expect(frames.count == 1)
        #expect(Frame(frames[0]).text("text") == "Hello there friend")
        #expect(Frame(frames[0]).flag("edit") == true && Frame(frames[0]).flag("final") == true)
    }

    @Test("a reply without an end is ended")
    func endless() throws {
        var stage = try stage()
        stage.hear("kind")
        let piece = String(repeating: "word ", count: 50_000)
        for _ in 0..<6 { stage.tell(.ai(ticket(stage), .piece(piece))) }
        #expect(stage.look().contains { $0 == "log info sorry: the reply does not end" })
    }
}
