import Testing
import Time

@testable import Bot

@Suite("Messages of the gateway")
struct MessagesTests {
    static let echo =
        #""rules": [{ "id": "m", "on": "message", "do": [{ "log": "message {{text}} {{final}}" }] },"#
        + #"{ "id": "e", "on": "edit", "do": [{ "log": "edit {{text}}" }] }]"#

    func message(_ id: String, _ text: String, edit: Bool = false, final: Bool = false) -> String {
        #"{"t":"message","id":"\#(id)","text":"\#(text)","edit":\#(edit),"final":\#(final)}"#
    }

    @Test("edits as it grows, then the message once")
    func grows() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.receive(message("a", "He ▉"))
        stage.receive(message("a", "Hello ▉", edit: true))
        stage.receive(message("a", "Hello", edit: true))
        stage.receive(message("a", "Hello!", edit: true, final: true))
        stage.receive(message("a", "Hello!", edit: true, final: true))
        #expect(
            stage.look() == [
                "log info edit He", "log info edit Hello", "log info edit Hello!", "log info message Hello! true",
            ])
    }

    @Test("a repeated id without edit appends")
    func appends() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.receive(message("a", "Hel"))
        stage.receive(message("a", "lo", final: true))
        #expect(stage.look() == ["log info edit Hel", "log info edit Hello", "log info message Hello true"])
    }

    @Test(
        "an unfinished message ends when something else says so",
        arguments: [
            #"{"t":"message","id":"b","text":"next","edit":false,"final":false}"#, #"{"t":"typing","stop":true}"#,
            #"{"t":"avatar","state":"idle"}"#,
        ])
    func provisional(frame: String) throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.receive(message("a", "Hi"))
        stage.receive(frame)
        #expect(stage.look().prefix(2) == ["log info edit Hi", "log info message Hi false"])
        stage.receive(message("a", "Hi there", edit: true, final: true))
        #expect(stage.look().suffix(1) == ["log info edit Hi there"])
        #expect(stage.notes.contains { $0.code == .provisional })
    }

    @Test("after the quiet time it ends, unless typing is shown")
    func quiet() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.receive(message("a", "Hi"))
        stage.advance(.milliseconds(29_999))
        #expect(stage.look() == ["log info edit Hi"])
        stage.advance(.milliseconds(1))
        #expect(stage.look() == ["ping", "log info message Hi false"])
    }

    @Test("what was handled before a reconnect is not handled again; what was cut is")
    func acrossReconnects() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.receive(message("a", "done", final: true))
        stage.receive(message("b", "cut of"))
        _ = stage.look()
        stage.reconnect()
        _ = stage.look()
        stage.receive(message("a", "done", final: true))
        stage.receive(message("a", "done differently", edit: true, final: true))
        #expect(stage.look() == [])
        stage.receive(message("b", "cut off no more", final: true))
        #expect(stage.look() == ["log info message cut off no more true"])
    }

    @Test("any frame is told to rules for frames, a strange one too")
    func frames() throws {
        var stage = try Stage(
            #""rules": [{ "id": "f", "on": "frame", "do": [{ "log": "{{t}} {{event.id or \"-\"}} {{text or \"-\"}}" }] }]"#
        )
        stage.begin()
        stage.receive(message("a", "hi", final: true))
        stage.receive(#"{"t":"weather","id":"w","sky":"blue"}"#)
        stage.receive(#"{"t":"avatar","state":"thinking"}"#)
        stage.receive(#"{"t":"error","message":"oops"}"#)
        #expect(
            stage.look() == [
                "log info message a hi", "log info weather - -", "log info avatar - -", "log info error - oops",
            ])
        #expect(stage.bot.counts.unknown == 1)
    }

    @Test("a frame's own keys can be looked at")
    func fields() throws {
        var stage = try Stage(
            #""rules": [{ "id": "f", "on": "frame", "when": { "field": { "sky.colour": "blue" } }, "do": [{ "log": "blue" }] }]"#
        )
        stage.begin()
        stage.receive(#"{"t":"weather","sky":{"colour":"blue"}}"#)
        stage.receive(#"{"t":"weather","sky":{"colour":"grey"}}"#)
        #expect(stage.look() == ["log info blue"])
    }

    @Test(
        "what is no frame is counted, said, and changes nothing",
        arguments: [
            "", "null", "[]", "{", #"{"id":"x"}"#, #"{"t":"message","t":"message"}"#, #"{"t":5}"#,
            #"{"t":"message","id":"a","text":5}"#, #"{"t":"prompt","id":"p"}"#,
        ])
    func malformed(message: String) throws {
        var stage = try Stage(
            #""rules": [{ "id": "f", "on": ["frame", "message", "prompt"], "do": [{ "log": "no" }] }]"#)
        stage.begin()
        #expect(stage.receive(message).kind == .malformed)
        #expect(stage.look() == [])
        #expect(stage.bot.counts.malformed == 1)
        #expect(stage.notes.contains { $0.code == .ignored && $0.level == .warning })
        #expect(stage.bot.isReady)
    }

    @Test("typing, avatar and errors are events")
    func signs() throws {
        var stage = try Stage(
            #""rules": [{ "id": "t", "on": "typing", "do": [{ "log": "typing" }] }, { "id": "a", "on": "avatar", "do": [{ "log": "{{state}}" }] },"#
                + #"{ "id": "e", "on": "error", "do": [{ "log": "{{code}} {{message}} {{fatal}}" }] }]"#)
        stage.begin()
        stage.receive(#"{"t":"typing"}"#)
        stage.receive(#"{"t":"avatar","state":"speaking"}"#)
        stage.receive(#"{"t":"avatar"}"#)
        stage.receive(#"{"t":"error","code":"busy","message":"later"}"#)
        #expect(stage.look() == ["log info typing", "log info speaking", "log info idle", "log info busy later false"])
    }

    @Test("what came is said to the driver")
    func seen() throws {
        var stage = try Stage(Self.echo)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        #expect(stage.receive(#"{"t":"ready"}"#) == Seen(.ready))
        #expect(stage.receive(message("a", "x", edit: true, final: true)) == Seen(.message, edit: true, final: true))
        #expect(stage.receive(#"{"t":"typing","stop":true}"#) == Seen(.typing, edit: true))
        #expect(stage.receive(#"{"t":"what"}"#) == Seen(.unknown))
    }

    @Test("a whole message that comes again is repeated, a state behind the end is late, and neither is both")
    func seenAgain() throws {
        var stage = try Stage(Self.echo)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        stage.receive(message("a", "x", final: true))
        let again = stage.receive(message("a", "x", final: true))
        #expect(again.isRepeated && !again.isLate)
        stage.receive(message("b", "y", final: false))
        stage.receive(message("b", "yz", edit: true, final: true))
        let end = stage.receive(message("b", "yz", edit: true, final: true))
        #expect(end.isRepeated && !end.isLate)
        let late = stage.receive(message("b", "y", edit: true, final: false))
        #expect(!late.isRepeated && late.isLate)
        stage.receive(message("c", "1", final: true))
        stage.receive(message("d", "2", final: true))
        let old = stage.receive(message("a", "x", final: true))
        #expect(old.isRepeated && !old.isLate)
    }
}
