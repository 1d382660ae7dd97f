import Rules
import Testing
import Time

@testable import Bot

@Suite("Actions")
struct ActionsTests {
    func stage(_ actions: String, more: String = "", seed: UInt64 = 7, tracing: Blueprint.Tracing = .notes) throws
        -> Stage
    {
        var stage = try Stage(
            #"\#(more)"rules": [{ "id": "r", "on": "message", "do": [\#(actions)] }]"#, seed: seed, tracing: tracing)
        stage.begin()
        return stage
    }

    @Test("wait is a pause, and a range is drawn from the seed")
    func wait() throws {
        var stage = try stage(#"{ "wait": "1s..4s" }, { "log": "now" }"#)
        stage.hear("a")
        let due = stage.bot.deadline! - stage.now.instant
        #expect(due >= .seconds(1) && due <= .seconds(4))
        stage.advance(due - .milliseconds(1))
        #expect(stage.look() == [])
        stage.advance(.milliseconds(1))
        #expect(stage.look() == ["log info now"])
    }

    @Test("typing of a device is a pause that nobody sees")
    func typing() throws {
        var stage = try stage(#"{ "typing": "400ms" }, { "reply": "hi" }"#)
        stage.hear("a")
        #expect(stage.look() == [])
        stage.advance(.milliseconds(400))
        #expect(stage.texts() == ["hi"])
    }

    @Test("events are matched while a rule waits")
    func meanwhile() throws {
        var stage = try Stage(
            #""rules": [{ "id": "slow", "on": "message", "when": { "text": "slow" }, "do": [{ "wait": "5s" }, { "log": "slow" }] },"#
                + #"{ "id": "quick", "on": "message", "do": [{ "log": "quick" }] }]"#)
        stage.begin()
        stage.hear("slow")
        stage.hear("other")
        stage.advance(.seconds(5))
        #expect(stage.look() == ["log info quick", "log info slow"])
    }

    @Test("set changes variables, each assignment after the other")
    func set() throws {
        var stage = try stage(
            #"{ "set": { "n": { "add": 1 }, "who": "{{text}}" } }, { "log": "{{who}} {{n}}" }"#,
            more: #""vars": { "n": 40, "who": "-" }, "#)
        stage.hear("ada")
        stage.hear("bob")
        #expect(stage.look() == ["log info ada 41", "log info bob 42"])
        #expect(stage.bot.variable("n") == .number(42))
    }

    @Test("goto enters a state, and the state leaves by itself")
    func goto() throws {
        var stage = try Stage(
            #""rules": [{ "id": "ask", "on": "message", "when": { "text": "hi" }, "do": [{ "goto": { "state": "name", "for": "5s" } }, { "log": "who?" }] },"#
                + #"{ "id": "name", "on": "message", "when": { "in": "name" }, "do": [{ "log": "hello {{text}}" }, { "goto": null }] }]"#
        )
        stage.begin()
        stage.hear("ada", id: "0")
        stage.hear("hi", id: "1")
        #expect(stage.bot.state(now: stage.now) == "name")
        stage.hear("ada", id: "2")
        stage.hear("ada", id: "3")
        #expect(stage.look() == ["log info who?", "log info hello ada"])
        stage.hear("hi", id: "4")
        stage.advance(.seconds(5))
        #expect(stage.bot.state(now: stage.now) == nil)
        stage.hear("ada", id: "5")
        #expect(stage.look() == ["log info who?"])
    }

    @Test("log has levels")
    func log() throws {
        var stage = try stage(#"{ "log": { "level": "error", "text": "bad {{text}}" } }"#)
        stage.hear("a")
        #expect(stage.look() == ["log error bad a"])
    }

    @Test("send sends a frame as it stands, its texts rendered")
    func send() throws {
        var stage = try stage(#"{ "send": { "t": "wave", "to": "{{text}}", "n": [1, true, null, { "a": "b" }] } }"#)
        stage.hear("a\\\"b")
        #expect(stage.look() == [#"{"t":"wave","to":"a\"b","n":[1,true,null,{"a":"b"}]}"#])
    }

    @Test("raw frames with t twice, or none, are refused")
    func rawFrames() {
        func refusal(_ text: String) -> String? { RawFrame.refusal(Array(text.utf8), role: .device) }
        #expect(refusal(#"{"t":"x"}"#) == nil)
        #expect(refusal(#"{"t":"x","t":"prompt"}"#) == "\"t\" comes twice")
        #expect(refusal(#"{"\u0074":"prompt"}"#) == "a \"prompt\" frame is never sent by \"send\"")
        #expect(refusal(#"{"a":1}"#) == "no \"t\"")
        #expect(refusal(#"{"t":1}"#) == "no JSON object")
        #expect(refusal(#"[]"#) == "no JSON object")
        #expect(RawFrame.refusal(Array(#"{"t":"prompt"}"#.utf8), role: .gateway) == nil)
    }

    @Test("http calls, and the rule goes on after a good answer")
    func http() throws {
        var stage = try stage(
            #"{ "http": { "method": "POST", "url": "http://h/{{text}}", "headers": { "x-a": "{{text}}" }, "body": { "say": "{{text}}" } } }, { "log": "ok" }"#
        )
        stage.hear("a")
        guard case .fetch(let ticket, let request)? = stage.all.last else { return #expect(Bool(false)) }
        #expect(request.method == "POST" && request.url == "http://h/a")
        #expect(request.trusted)
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"say":"a"}"#)
        #expect(
            request.headers == [.init(name: "x-a", value: "a"), .init(name: "content-type", value: "application/json")])
        _ = stage.look()
        stage.tell(.fetched(ticket, .file(.init(handle: "f", size: 1, mime: "text/plain"), status: 204, filename: nil)))
        #expect(stage.look() == ["discard f", "log info ok"])
    }

    @Test(
        "a fetch that goes wrong ends the rule",
        arguments: [
            .failed(reason: "no route"),
            .file(.init(handle: "f", size: 1, mime: "text/plain"), status: 404, filename: nil),
        ]
            as [FetchOutcome])
    func failedFetch(outcome: FetchOutcome) throws {
        var stage = try stage(#"{ "http": { "url": "http://h/" } }, { "log": "ok" }"#)
        stage.hear("a")
        _ = stage.look()
        stage.tell(.fetched(Ticket(stage.lastTicket), outcome))
        #expect(stage.look().filter { !$0.hasPrefix("discard") } == [])
        #expect(stage.notes.last?.code == .failed)
        #expect(stage.bot.status.acting == 0)
    }

    @Test("a control character in a URL or header fails the action before anything is asked")
    func control() throws {
        var stage = try stage(#"{ "http": { "url": "http://h/{{text}}" } }"#)
        stage.hear("a\\r\\nb")
        #expect(stage.look() == [])
        #expect(stage.notes.last?.text == "http: a control character in the URL")
        stage = try self.stage(#"{ "http": { "url": "http://h/", "headers": { "x": "{{text}}" } } }"#)
        stage.hear("a\\nb")
        #expect(stage.look() == [])
        #expect(stage.notes.last?.text == "http: a control character in header \"x\"")
    }

    @Test("media is fetched, sent in parts, and freed when it is delivered")
    func media() throws {
        var stage = try stage(
            #"{ "media": { "url": "http://h/{{text}}.png", "kind": "image", "caption": "see {{text}}" } }, { "log": "sent" }"#
        )
        stage.hear("a")
        #expect(stage.look() == ["fetch \(stage.lastTicket) GET http://h/a.png"])
        let file = MediaFile(handle: "tmp", size: 10, mime: "image/png")
        stage.tell(.fetched(Ticket(stage.lastTicket), .file(file, status: 200, filename: "pic.png")))
        #expect(stage.look() == ["upload \(stage.lastTicket) tmp image pic.png see a"])
        #expect(stage.bot.status.acting == 1)
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: nil))
        #expect(stage.look() == ["log info sent"])
        stage.acknowledge()
        #expect(stage.look() == ["discard tmp"])
    }

    @Test(
        "a file is sent under its own name, unless the rule says another, or none",
        arguments: [
            ("", "a b.png"), (##", "filename": "see {{text}}.png""##, "see me.png"), (##", "filename": """##, nil),
            (##", "filename": "{{none}}""##, nil),
        ] as [(String, String?)])
    func filename(member: String, name: String?) throws {
        var stage = try stage(
            ##"{ "media": { "file": "../pictures/a b.png"\##(member) } }"##, more: #""vars": { "none": "" }, "#)
        stage.hear("me")
        #expect(try #require(stage.lastUpload).filename == name)
    }

    @Test("a transfer that the connection's end cut begins anew, under the same id")
    func mediaAgain() throws {
        var stage = try stage(#"{ "media": { "file": "a.png" } }, { "log": "sent" }"#)
        stage.hear("a")
        let first = stage.lastUpload
        let ticket = stage.lastTicket
        _ = stage.look()
        stage.tell(.closed(.failed(reason: "reset")))
        #expect(stage.look() == ["cancel \(ticket)"])
        stage.advance(.seconds(1))
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.lastUpload == first)
        #expect(stage.lastTicket != ticket)
        stage.tell(.uploaded(Ticket(ticket), failure: "stale"))
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: nil))
        #expect(stage.look().last == "log info sent")
    }

    @Test("one transfer at a time, and frames go between")
    func oneTransfer() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "when": { "text": "pic" }, "on_overlap": "parallel", "do": [{ "media": { "file": "a.png" } }] }, { "id": "t", "on": "message", "do": [{ "reply": "hi" }] }]"#
        )
        stage.begin()
        stage.hear("pic", id: "1")
        stage.hear("pic", id: "2")
        stage.hear("other")
        let out = stage.look()
        #expect(out.count == 2 && out[0].hasPrefix("upload") && Frame(out[1]).text("text") == "hi")
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: nil))
        #expect(stage.look().map { $0.prefix(6) } == ["upload"])
    }

    @Test("an upload that fails ends its rule and is said")
    func failedUpload() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "do": [{ "audio": { "file": "a.wav", "transcript": "hey" } }, { "log": "no" }] }, { "id": "x", "on": "result", "do": [{ "log": "{{of}} {{ok}} {{error}}" }] }]"#
        )
        stage.begin()
        stage.hear("a")
        #expect(stage.look() == ["upload \(stage.lastTicket) a.wav hey audio"])
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: "too_big"))
        #expect(stage.look() == ["log info r false too_big"])
    }

    @Test("reply draws one of several texts from the seed")
    func oneOf() throws {
        var stage = try stage(#"{ "reply": { "one_of": ["a", "b", "c"] } }"#)
        for number in 0..<30 { stage.hear("x\(number)") }
        let texts = stage.texts()
        #expect(Set(texts) == ["a", "b", "c"])
        var again = try self.stage(#"{ "reply": { "one_of": ["a", "b", "c"] } }"#)
        for number in 0..<30 { again.hear("x\(number)") }
        #expect(again.texts() == texts)
        var other = try self.stage(#"{ "reply": { "one_of": ["a", "b", "c"] } }"#, seed: 8)
        for number in 0..<30 { other.hear("x\(number)") }
        #expect(other.texts() != texts)
    }

    @Test("a blank text is not sent, and the rule goes on")
    func blank() throws {
        var stage = try stage(#"{ "reply": "{{missing}} " }, { "log": "on" }"#, more: #""vars": { "missing": "" }, "#)
        stage.hear("a")
        #expect(stage.look() == ["log info on"])
    }

    @Test("max_text splits at word ends, max_send refuses before anything is sent")
    func limits() throws {
        var stage = try stage(#"{ "reply": "one two three four" }"#, more: #""server": { "max_text": 9 }, "#)
        stage.hear("a")
        #expect(stage.texts() == ["one two", "three", "four"])
        stage = try self.stage(
            #"{ "reply": "{{text}}" }, { "log": "no" }"#,
            more: #""server": { "max_send": "8KB", "part_size": "1KiB" }, "#)
        stage.hear(String(repeating: "a", count: 8_000))
        #expect(stage.look() == [])
        #expect(stage.notes.last?.text.hasPrefix("reply: too_big") == true)
        stage.hear(String(repeating: "a", count: 7_800))
        #expect(stage.texts().count == 1)
    }

    @Test("cancel ends what streams, of one rule or of all")
    func cancel() throws {
        var stage = try Stage(
            #""rules": [{ "id": "a", "on": "message", "when": { "text": "go" }, "continue": true, "do": [{ "reply": { "text": "one two three four five", "stream": { "by": "word", "every": "1s" } } }, { "log": "a ended" }] },"#
                + #"{ "id": "b", "on": "message", "when": { "text": "go" }, "do": [{ "wait": "10s" }, { "log": "b" }] },"#
                + #"{ "id": "stop", "on": "message", "when": { "text": "stop" }, "do": [{ "cancel": { "of": "a" } }, { "log": "stopped" }] }]"#
        )
        stage.begin()
        stage.hear("go")
        stage.advance(.seconds(1))
        #expect(stage.texts() == ["one", "one two"])
        stage.hear("stop")
        #expect(stage.look() == ["log info stopped"])
        stage.advance(.seconds(1))
        let last = stage.frames()
        #expect(last.count == 1)
        #expect(Frame(last[0]).text("text") == "one two" && Frame(last[0]).flag("final") == true)
        stage.advance(.seconds(20))
        #expect(stage.look() == ["log info b"])
    }

    @Test("each action that was performed is told when it is asked for")
    func traces() throws {
        var stage = try stage(#"{ "reply": "hi {{text}}" }, { "log": "x" }"#, tracing: .rules)
        stage.hear("a")
        let acted = stage.all.compactMap { if case .acted(_, _, let trace) = $0 { trace } else { nil } }
        #expect(acted.map(\.action) == ["reply", "log"])
        #expect(acted.map(\.detail) == ["hi a", "x"])
        #expect(stage.all.contains { if case .trace = $0 { true } else { false } })
    }

    @Test("results are told once, and a rule for results tells none of its own")
    func results() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "hi" }] }, { "id": "x", "on": "result", "do": [{ "log": "{{of}} {{ok}}" }, { "reply": "told" }] }]"#
        )
        stage.begin()
        stage.hear("a")
        #expect(stage.texts() == ["hi"])
        stage.acknowledge()
        let out = stage.look()
        #expect(out.first == "log info r true" && out.count == 2)
        stage.acknowledge()
        #expect(stage.look() == [])
    }
}

extension Stage {
    /// The newest ticket that the bot gave out.
    var lastTicket: UInt64 {
        for effect in all.reversed() {
            switch effect {
            case .fetch(let ticket, _), .upload(let ticket, _), .offer(let ticket, _), .askAI(let ticket, _),
                .save(let ticket, _, _):
                return ticket.number
            default: continue
            }
        }
        return 0
    }

    var lastUpload: Upload? {
        for effect in all.reversed() { if case .upload(_, let upload) = effect { return upload } }
        return nil
    }
}
