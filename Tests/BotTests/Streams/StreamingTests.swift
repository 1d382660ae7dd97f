import Testing
import Time

@testable import Bot

@Suite("Replies that stream")
struct StreamingTests {
    static let rule =
        #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": { "text": "one two three", "stream": { "by": "word", "every": "100ms", "cursor": "|" } } }, { "log": "ended" }] }]"#

    func shape(_ frame: String) -> String {
        let frame = Frame(frame)
        return
            "\(frame.text("text") ?? "-") \(frame.flag("edit") == true ? "edit" : "first")\(frame.flag("final") == true ? " final" : "")"
    }

    @Test("grow as edits that hold the whole text so far, under one id, and end with final")
    func grows() throws {
        var stage = try Stage(Self.rule)
        stage.begin()
        stage.hear("a")
        stage.advance(.seconds(1))
        let out = stage.look()
        #expect(out.last == "log info ended")
        let frames = out.filter { $0.hasPrefix("{") }
        #expect(frames.map(shape) == ["one| first", "one two| edit", "one two three edit final"])
        #expect(Set(frames.map { Frame($0).text("id") }).count == 1)
    }

    @Test("one state alone is one frame, no edit, final")
    func whole() throws {
        var stage = try Stage(Self.rule.replacing("one two three", with: "one"))
        stage.begin()
        stage.hear("a")
        #expect(stage.frames().map(shape) == ["one first final"])
    }

    @Test("whole_texts: one text frame")
    func wholeTexts() throws {
        var stage = try Stage(#""server": { "whole_texts": true }, "# + Self.rule)
        stage.begin()
        stage.hear("a")
        let out = stage.look()
        #expect(out.count == 2 && Frame(out[0]).text("t") == "text" && Frame(out[0]).text("text") == "one two three")
    }

    @Test("a slow socket skips states; the last goes when it is free")
    func slow() throws {
        var stage = try Stage(Self.rule)
        stage.begin()
        stage.hear("a")
        stage.tell(.congested)
        stage.advance(.seconds(5))
        #expect(stage.frames().map(shape) == ["one| first"])
        stage.tell(.writable)
        #expect(stage.frames().map(shape) == ["one two three edit final"])
    }

    @Test("what came in while the socket was slow goes at once when it is free, and not before")
    func slowWhileGrowing() throws {
        var stage = try Stage(AskingAITests.rule)
        stage.begin()
        stage.hear("a")
        let ticket = Ticket(stage.lastTicket)
        stage.tell(.ai(ticket, .piece("one ")))
        #expect(stage.frames().map(shape) == ["one first"])
        for piece in ["two ", "three ", "four "] {
            stage.tell(.congested)
            stage.tell(.ai(ticket, .piece(piece)))
            stage.advance(.milliseconds(450))
            #expect(stage.frames() == [])
            stage.tell(.writable)
            #expect(stage.frames().map(shape).count == 1)
        }
        stage.tell(.congested)
        stage.tell(.ai(ticket, .piece("five")))
        stage.tell(.ai(ticket, .finished))
        stage.advance(.milliseconds(450))
        #expect(stage.look() == [])
        stage.tell(.writable)
        #expect(stage.frames().map(shape) == ["one two three four five edit final"])
    }

    @Test("cut by the end of the connection, it goes on as one last edit of the same id")
    func cut() throws {
        var stage = try Stage(Self.rule)
        stage.begin()
        stage.hear("a")
        let id = Frame(stage.frames()[0]).text("id")
        stage.reconnect()
        let frames = stage.frames().filter { Frame($0).text("t") == "message" }
        #expect(frames.map(shape) == ["one two three edit final"])
        #expect(Frame(frames[0]).text("id") == id)
    }

    @Test("not delivered, the last frame goes again as an edit")
    func again() throws {
        var stage = try Stage(Self.rule)
        stage.begin()
        stage.hear("a")
        stage.advance(.seconds(1))
        _ = stage.look()
        stage.reconnect()
        #expect(stage.frames().filter { Frame($0).text("t") == "message" }.map(shape) == ["one two three edit final"])
        stage.acknowledge()
        stage.reconnect()
        #expect(stage.frames().filter { Frame($0).text("t") == "message" } == [])
    }

    @Test("begun without a connection, it streams after ready")
    func offline() throws {
        var stage = try Stage(Self.rule.replacing(#""on": "message""#, with: #""on": "start""#))
        stage.tell(.start)
        stage.advance(.seconds(3))
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        stage.advance(.seconds(1))
        #expect(
            stage.frames().filter { Frame($0).text("t") == "message" }.map(shape) == [
                "one| first", "one two| edit", "one two three edit final",
            ])
    }

    @Test("an overlong one goes on in a new id")
    func split() throws {
        var stage = try Stage(#""server": { "max_text": 7 }, "# + Self.rule)
        stage.begin()
        stage.hear("a")
        stage.advance(.seconds(2))
        let out = stage.look()
        let frames = out.filter { $0.hasPrefix("{") }
        #expect(frames.map(shape) == ["one| first", "one two edit final", "three first final"])
        #expect(Set(frames.map { Frame($0).text("id") }).count == 2)
        #expect(out.last == "log info ended")
    }

    @Test("restart closes the old stream where it is")
    func restart() throws {
        var stage = try Stage(
            Self.rule.replacing(#""on": "message""#, with: #""on": "message", "on_overlap": "restart""#))
        stage.begin()
        stage.hear("a")
        stage.advance(.milliseconds(50))
        stage.hear("b")
        stage.advance(.seconds(1))
        let frames = stage.frames()
        let first = Frame(frames[0]).text("id")
        #expect(frames.filter { Frame($0).text("id") == first }.map(shape) == ["one| first", "one edit final"])
        #expect(
            frames.filter { Frame($0).text("id") != first }.map(shape) == [
                "one| first", "one two| edit", "one two three edit final",
            ])
    }

    @Test("a budget of frames lets last edits go first")
    func budget() throws {
        var stage = try Stage(
            #""budget": { "frames_per_second": 2 }, "#
                + Self.rule.replacing(#""every": "100ms""#, with: #""every": "50ms""#))
        stage.begin()
        stage.hear("a")
        stage.advance(.milliseconds(150))
        #expect(stage.frames().map(shape) == ["one| first", "one two| edit"])
        stage.advance(.milliseconds(400))
        #expect(stage.frames().map(shape) == ["one two three edit final"])
    }
}
