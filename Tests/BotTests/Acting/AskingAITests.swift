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

    @Test("comes in however many pieces, and one that does not end is ended")
    func manyPieces() throws {
        var stage = try stage()
        stage.hear("kind")
        let number = stage.lastTicket
        _ = stage.look()
        for _ in 0..<30_000 { stage.tell(.ai(Ticket(number), .piece("piece "))) }
        #expect(stage.texts() == ["piece"])
        stage.tell(.ai(Ticket(number), .piece(String(repeating: "x", count: Bot.longestReply - 180_000))))
        stage.tell(.ai(Ticket(number), .piece("y")))
        let out = stage.look()
        #expect(
            out.prefix(3) == ["cancel \(number)", "log info sorry: the reply does not end", "log info done"])
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

    @Test("a bound on requests a minute fails the action with its reason, and lets go after a minute")
    func perMinute() throws {
        var stage = try stage(#""ai": { "per_minute": 1 }, "# + Self.rule)
        stage.hear("one")
        stage.tell(.ai(ticket(stage), .piece("a")))
        stage.tell(.ai(ticket(stage), .finished))
        stage.advance(.seconds(1))
        _ = stage.look()
        stage.hear("two")
        #expect(
            stage.look() == ["log info sorry: ai.per_minute is used up: 1 in the last minute", "log info done"])
        stage.advance(.seconds(59))
        stage.hear("three")
        #expect(stage.look().contains { $0.hasPrefix("ai") })
    }

    @Test("a bound on tokens a day counts what servers say, and about what they do not")
    func tokensPerDay() throws {
        var stage = try stage(#""ai": { "tokens_per_day": 20 }, "# + Self.rule)
        stage.hear("kind")
        // "Be kind." and "kind" are about three tokens.
        #expect(stage.bot.ai.value.spent == 3)
        stage.tell(.ai(ticket(stage), .piece("Hello there, you.")))
        stage.tell(.ai(ticket(stage), .counted(tokens: 12)))
        stage.tell(.ai(ticket(stage), .finished))
        #expect(stage.bot.ai.value.spent == 12)
        stage.advance(.seconds(1))
        stage.hear("again")
        stage.tell(.ai(ticket(stage), .piece("Hello there, you.")))
        stage.tell(.ai(ticket(stage), .failed(reason: "cut")))
        // Two of what was said before, of the system's text and of the question, and about five of the answer.
        #expect(stage.bot.ai.value.spent > 20)
        stage.advance(.seconds(1))
        _ = stage.look()
        let spent = stage.bot.ai.value.spent
        stage.hear("more")
        #expect(
            stage.look() == ["log info sorry: ai.tokens_per_day is used up: \(spent) of 20", "log info done"])
    }

    @Test("what a reply cost is paid also when its rule is restarted or cancelled")
    func paidWhenEnded() throws {
        var stage = try stage(
            #""ai": { "tokens_per_day": 1000 }, "#
                + Self.rule.replacing(#""on": "message""#, with: #""on": "message", "on_overlap": "restart""#))
        stage.hear("kind")
        stage.tell(.ai(ticket(stage), .piece(String(repeating: "word ", count: 40))))
        stage.hear("kind", id: "m2")
        #expect(stage.bot.ai.value.spent == 3 + 50 + 3)
    }

    @Test("tokens of the day outlive the process")
    func tokensKept() throws {
        let members = #""ai": { "tokens_per_day": 3 }, "# + Self.rule
        var stage = try Stage(members, keeps: true)
        stage.begin()
        stage.hear("kind")
        var next = try Stage(members, keeps: true, kept: stage.kept)
        next.begin()
        next.hear("other")
        #expect(next.look().contains("log info sorry: ai.tokens_per_day is used up: 3 of 3"))
    }

    @Test("a history has a limit in characters beside that of turns")
    func longHistory() throws {
        var stage = try stage(
            #""ai": { "max_history": 10 }, "# + Self.rule.replacing(#""history": 1"#, with: #""history": 9"#))
        for (number, answer) in ["123456", "1234"].enumerated() {
            stage.hear("q\(number)")
            stage.tell(.ai(ticket(stage), .piece(answer)))
            stage.tell(.ai(ticket(stage), .finished))
            stage.advance(.seconds(1))
        }
        stage.hear("q")
        let asked = stage.look().filter { $0.hasPrefix("ai") }
        #expect(asked.last?.hasSuffix("system: Be q. | user: q1 | assistant: 1234 | user: q") == true)
    }

    @Test("time limits go along: to the first piece, between two, for all")
    func limits() throws {
        var stage = try stage(
            Self.rule.replacing(
                #""timeout": "20s""#, with: #""timeout": "20s", "first_token": "5s", "between_tokens": "2s""#))
        stage.hear("kind")
        var requests: [AIRequest] = []
        for case .askAI(_, let request) in stage.all { requests.append(request) }
        #expect(requests.map(\.first) == [.seconds(5)])
        #expect(requests.map(\.between) == [.seconds(2)])
        #expect(requests.map(\.whole) == [.seconds(20)])
        #expect(requests.map(\.countsTokens) == [false])
    }

    @Test("once the bot has stopped no further request goes out")
    func stopped() throws {
        var stage = try stage(Self.rule.replacing(#"{ "log": "done" }"#, with: #"{ "stop": {} }"#))
        stage.hear("kind")
        let number = stage.lastTicket
        _ = stage.look()
        stage.hear("other")
        stage.tell(.ai(Ticket(number), .failed(reason: "x")))
        // The first ends and stops the bot; the one that waited its turn never begins.
        #expect(stage.look().filter { $0.hasPrefix("ai") } == [])
        #expect(stage.bot.hasEnded)
    }
}
