import Testing
import Time

@testable import Bot

@Suite("A gateway's bot")
struct HostingTests {
    func stage(_ members: String, keeps: Bool = false) throws -> Stage {
        try Stage(members, role: .gateway, keeps: keeps)
    }

    @Test("answers hello with ready before what rules say, unless a rule says it")
    func ready() throws {
        var stage = try stage(#""rules": [{ "id": "h", "on": "hello", "do": [{ "message": "Hi {{device.name}}" }] }]"#)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        #expect(stage.bot.status.phase == .greeting)
        stage.receive(#"{"t":"hello","v":1,"device":{"id":"device-1","name":"Phone"}}"#)
        let out = stage.frames()
        #expect(out.count == 2 && out[0] == #"{"t":"ready"}"#)
        #expect(Frame(out[1]).text("text") == "Hi Phone" && Frame(out[1]).flag("final") == true)
        #expect(stage.bot.isReady)
    }

    @Test("ready with what a rule puts in it, when the rule says it")
    func ownReady() throws {
        var stage = try self.stage(
            #""rules": [{ "id": "h", "on": "hello", "do": [{ "wait": "1s" }, { "ready": { "avatar_url": "http://h/{{device.id}}.png", "model": "x", "tools": [] } }] }]"#
        )
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"hello","v":1,"device":{"id":"device-1","name":"Phone"}}"#)
        #expect(stage.frames() == [])
        stage.advance(.seconds(1))
        #expect(stage.frames() == [#"{"t":"ready","avatar_url":"http://h/device-1.png","model":"x","tools":[]}"#])
    }

    @Test("a text once, however often it is sent")
    func text() throws {
        var stage = try stage(#""rules": [{ "id": "t", "on": "text", "do": [{ "message": "re {{text}}" }] }]"#)
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        #expect(stage.texts() == ["re a"])
    }

    @Test("of several texts of a message one is drawn")
    func oneOf() throws {
        var stage = try stage(
            #""rules": [{ "id": "t", "on": "text", "do": [{ "message": { "one_of": ["a", "b", "c"] } }] }]"#)
        stage.beginAsGateway()
        var said: Set<String> = []
        for number in 0..<40 {
            stage.receive(#"{"t":"text","id":"\#(number)","text":"x"}"#)
            said.formUnion(stage.texts())
        }
        #expect(said == ["a", "b", "c"])
    }

    @Test("messages stream as a device's do")
    func streams() throws {
        var stage = try stage(
            #""rules": [{ "id": "t", "on": "text", "do": [{ "typing": "500ms" }, { "message": { "text": "one two three", "stream": { "by": "word", "every": "100ms", "cursor": " ▉" } } }, { "avatar": "idle" }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        stage.advance(.seconds(1))
        let out = stage.frames()
        #expect(out.prefix(2) == [#"{"t":"typing"}"#, #"{"t":"typing","stop":true}"#])
        #expect(out.dropFirst(2).compactMap { Frame($0).text("text") } == ["one ▉", "one two ▉", "one two three"])
        #expect(out.last == #"{"t":"avatar","state":"idle"}"#)
    }

    @Test("a message that is not final is edited by the next of its id")
    func unfinished() throws {
        var stage = try stage(
            #""rules": [{ "id": "t", "on": "text", "do": [{ "message": { "id": "m1", "text": "half", "final": false } }, { "message": { "id": "m1", "text": "whole" } }, { "message": { "id": "m1", "text": "again" } }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        #expect(
            stage.frames() == [
                #"{"t":"message","id":"m1","text":"half","edit":false,"final":false}"#,
                #"{"t":"message","id":"m1","text":"whole","edit":true,"final":true}"#,
                #"{"t":"message","id":"m1","text":"again","edit":false,"final":true}"#,
            ])
    }

    static let asker =
        #""rules": [{ "id": "ask", "on": "text", "do": [{ "prompt": { "kind": "exec_approval", "id": "p1", "text": "Run ls?", "command": "ls", "options": ["once", { "id": "deny", "label": "No", "style": "danger" }] } }] },"#
        + #"{ "id": "a", "on": "answer", "do": [{ "message": "you said {{option}} {{label}} {{kind}}" }] }]"#

    @Test("a prompt is shown, an answer is applied and told, then the rules see it")
    func prompt() throws {
        var stage = try stage(Self.asker)
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        #expect(
            stage.frames() == [
                #"{"t":"prompt","id":"p1","kind":"exec_approval","text":"Run ls?","options":[{"id":"once","label":"once"},{"id":"deny","label":"No","style":"danger"}],"command":"ls"}"#
            ])
        stage.receive(#"{"t":"prompt","prompt_id":"p1","option_id":"ONCE"}"#)
        let out = stage.frames()
        #expect(out[0] == #"{"t":"prompt_done","id":"p1","option_id":"once"}"#)
        #expect(Frame(out[1]).text("text") == "you said once once exec_approval")
        // A second answer is told the first one's end again.
        stage.receive(#"{"t":"prompt","prompt_id":"p1","option_id":"deny"}"#)
        #expect(stage.frames() == [#"{"t":"prompt_done","id":"p1","option_id":"once"}"#])
    }

    @Test(
        "what is not offered becomes deny",
        arguments: [#""option_id":"always""#, #""option_id":"other","text":"x""#, #""text":"once""#])
    func notOffered(answer: String) throws {
        var stage = try stage(Self.asker)
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        _ = stage.frames()
        stage.receive(#"{"t":"prompt","prompt_id":"p1",\#(answer)}"#)
        #expect(stage.frames().first == #"{"t":"prompt_done","id":"p1","option_id":"deny"}"#)
    }

    @Test("a clarify that is answered with nothing it knows stays open")
    func clarify() throws {
        var stage = try stage(
            #""rules": [{ "id": "ask", "on": "text", "do": [{ "prompt": { "kind": "clarify", "id": "c", "text": "City?", "options": ["c0", "other"] } }] },"#
                + #"{ "id": "a", "on": "answer", "do": [{ "message": "{{option}}: {{text}}" }] }]"#)
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        _ = stage.frames()
        stage.receive(#"{"t":"prompt","prompt_id":"c","option_id":"c9"}"#)
        #expect(stage.frames() == [])
        stage.receive(#"{"t":"prompt","prompt_id":"c","option_id":"other","text":"Faro"}"#)
        let out = stage.frames()
        #expect(out[0] == #"{"t":"prompt_done","id":"c","option_id":"other"}"#)
        #expect(Frame(out[1]).text("text") == "other: Faro")
    }

    @Test("prompts expire by themselves: 300 s, and a clarify an hour, or as the card says")
    func expires() throws {
        for (kind, extra, seconds) in [
            ("exec_approval", "", 300), ("clarify", "", 3_600), ("slash_confirm", #", "expires": "5s""#, 5),
        ]
            as [(String, String, Int64)]
        {
            let options =
                kind == "clarify" ? #"["c0"]"# : kind == "exec_approval" ? #"["once", "deny"]"# : #"["once", "cancel"]"#
            var stage = try self.stage(
                #""rules": [{ "id": "ask", "on": "text", "do": [{ "prompt": { "kind": "\#(kind)", "id": "p", "text": "?", "options": \#(options)\#(extra) } }] }]"#
            )
            stage.beginAsGateway()
            stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
            _ = stage.frames()
            stage.advance(.seconds(seconds) - .milliseconds(1))
            #expect(stage.frames() == [])
            stage.advance(.milliseconds(1))
            #expect(stage.frames() == [#"{"t":"prompt_done","id":"p","expired":true}"#])
            stage.receive(#"{"t":"prompt","prompt_id":"p","option_id":"once"}"#)
            #expect(stage.frames() == [#"{"t":"prompt_done","id":"p","expired":true}"#])
        }
    }

    @Test("open prompts survive a drop and a restart, and are shown again")
    func survives() throws {
        var stage = try stage(Self.asker, keeps: true)
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        let shown = stage.frames()
        stage.acknowledge()
        stage.tell(.closed(.failed(reason: "reset")))
        stage.beginAsGateway0()
        #expect(stage.frames() == [#"{"t":"ready"}"#] + shown)
        var next = try Stage(Self.asker, role: .gateway, seed: 5, keeps: true, kept: stage.kept)
        next.pass(stage.now.instant - next.now.instant)
        next.beginAsGateway0()
        #expect(next.frames() == [#"{"t":"ready"}"#] + shown)
        next.receive(#"{"t":"prompt","prompt_id":"p1","option_id":"deny"}"#)
        #expect(next.frames().first == #"{"t":"prompt_done","id":"p1","option_id":"deny"}"#)
    }

    @Test("a rule may close a prompt itself, later, and once")
    func ownPromptDone() throws {
        var stage = try stage(
            #""rules": [{ "id": "ask", "on": "text", "do": [{ "prompt": { "kind": "exec_approval", "id": "p1", "text": "?", "options": ["once", "deny"] } }] },"#
                + #"{ "id": "a", "on": "answer", "on_overlap": "parallel", "do": [{ "wait": "1s" }, { "prompt_done": {} }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        _ = stage.frames()
        stage.receive(#"{"t":"prompt","prompt_id":"p1","option_id":"once"}"#)
        stage.receive(#"{"t":"prompt","prompt_id":"p1","option_id":"deny"}"#)
        #expect(stage.frames() == [])
        stage.advance(.seconds(2))
        #expect(stage.frames() == [#"{"t":"prompt_done","id":"p1","option_id":"once"}"#])
    }

    @Test("the newest connection wins, and what was not delivered goes to it")
    func newest() throws {
        var stage = try stage(
            #""rules": [{ "id": "t", "on": "text", "do": [{ "message": { "id": "m1", "text": "re" } }] }, { "id": "d", "on": "disconnected", "do": [{ "log": "{{reason}}" }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"a"}"#)
        _ = stage.look()
        stage.beginAsGateway0()
        #expect(
            stage.look() == [
                "log info replaced", #"{"t":"ready"}"#,
                #"{"t":"message","id":"m1","text":"re","edit":true,"final":true}"#,
            ])
    }

    @Test("a device that talks too fast is told so and closed")
    func rate() throws {
        var stage = try stage(
            #""server": { "rate": 3 }, "rules": [{ "id": "t", "on": "text", "do": [{ "log": "{{text}}" }] }]"#)
        stage.beginAsGateway()
        for number in 0..<5 { stage.receive(#"{"t":"text","id":"\#(number)","text":"\#(number)"}"#) }
        #expect(
            stage.look() == [
                "log info 0", "log info 1",
                #"{"t":"error","code":"rate","message":"too many frames a second","fatal":false}"#,
                "close 1013 rate",
            ])
        #expect(stage.bot.status.phase == .idle)
    }

    @Test("errors, closes, and media by data or by url")
    func others() throws {
        var stage = try stage(
            #""rules": [{ "id": "e", "on": "text", "when": { "text": "err" }, "do": [{ "error": { "code": "busy", "message": "later {{text}}" } }, { "close": { "code": 4000, "reason": "bye" } }] },"#
                + #"{ "id": "m", "on": "text", "when": { "text": "pic" }, "do": [{ "media": { "file": "a.png", "as": "url" } }, { "media": { "file": "b.png" } }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"text","id":"1","text":"pic"}"#)
        #expect(stage.look() == ["offer \(stage.lastTicket) a.png a.png"])
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: nil))
        #expect(stage.look() == ["upload \(stage.lastTicket) b.png b.png"])
        stage.tell(.uploaded(Ticket(stage.lastTicket), failure: nil))
        stage.receive(#"{"t":"text","id":"2","text":"err"}"#)
        #expect(
            stage.look() == [
                #"{"t":"error","code":"busy","message":"later err","fatal":false}"#, "close 4000 bye",
            ])
    }

    @Test("a device's stream, audio and media are events")
    func inbound() throws {
        var stage = try stage(
            #""rules": [{ "id": "m", "on": "message", "do": [{ "log": "{{text}}" }] }, { "id": "e", "on": "edit", "do": [{ "log": "edit {{text}}" }] },"#
                + #"{ "id": "a", "on": "audio", "do": [{ "log": "audio {{text}} {{size}}" }, { "save": {} }] }, { "id": "x", "on": "media", "do": [{ "log": "media {{kind}}" }] }]"#
        )
        stage.beginAsGateway()
        stage.receive(#"{"t":"message","id":"m","text":"He","edit":false,"final":false}"#)
        stage.receive(#"{"t":"message","id":"m","text":"Hello","edit":true,"final":true}"#)
        #expect(stage.look() == ["log info edit He", "log info edit Hello", "log info Hello"])
        stage.receive(#"{"t":"audio","id":"v","format":"wav","data":"AAAA","text":"hey"}"#)
        #expect(stage.look().map { $0.split(separator: " ")[0] } == ["keep", "join"])
        guard case .joinParts(let ticket, _)? = stage.all.last else { return #expect(Bool(false)) }
        stage.tell(.joined(ticket, .file(.init(handle: "f", size: 3, mime: "audio/wav"))))
        #expect(stage.look().first == "log info audio hey 3")
        stage.receive(#"{"t":"media","id":"i","kind":"image","mime":"image/png","data":"AAAA","part":0,"parts":1}"#)
        guard case .joinParts(let other, _)? = stage.all.last else { return #expect(Bool(false)) }
        stage.tell(.joined(other, .file(.init(handle: "g", size: 3, mime: "image/png"))))
        #expect(stage.look().suffix(2) == ["log info media image", "discard g"])
    }
}

extension Stage {
    /// As `beginAsGateway`, but what is sent stays to be looked at.
    mutating func beginAsGateway0() {
        let before = out
        out = []
        tell(.start)
        tell(.opened(token: nil))
        receive(#"{"t":"hello","v":1,"device":{"id":"device-1","name":"Phone"},"user":{}}"#)
        out = before + out
    }
}
