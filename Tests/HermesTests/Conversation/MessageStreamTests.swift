import Hermes
import Testing
import Time

private func at(_ seconds: Int64) -> Instant { .zero + .seconds(seconds) }

/// A stream with its book of handled ids, told frame by frame; what comes of it is kept as lines.
private struct Scene {
    var stream = MessageStream()
    var handled: Set<String> = []
    var lines: [String] = []

    mutating func message(_ id: String, _ text: String, edit: Bool = true, final: Bool = false, at seconds: Int64 = 0) {
        let frame = MessageFrame(id: id, text: text, edit: edit, final: final)
        let progress = stream.take(frame, wasHandled: handled.contains(id), now: at(seconds), quiet: .seconds(30))
        finished(progress.ended)
        if let edit = progress.edit {
            lines.append("edit \(edit.id) \"\(edit.text)\"\(edit.final ? " final" : "")\(edit.isLate ? " late" : "")")
        }
        finished(progress.finished)
        if let ignored = progress.ignored { lines.append("ignored \(ignored.rawValue)") }
    }

    mutating func finished(_ message: MessageStream.Finished?) {
        guard let message else { return }
        handled.insert(message.id)
        lines.append("message \(message.id) \"\(message.text)\" \(message.cause.rawValue)")
    }

    mutating func typing(stop: Bool = false, at seconds: Int64 = 0) {
        finished(stream.typing(stop: stop, now: at(seconds)))
    }
    mutating func avatar(_ state: AvatarState, at seconds: Int64 = 0) {
        finished(stream.avatar(state, now: at(seconds)))
    }
    mutating func tick(at seconds: Int64) { finished(stream.tick(now: at(seconds))) }
}

@Suite("Messages that grow")
struct MessageStreamTests {
    @Test("a message that is whole in its first frame is a message and no edit")
    func whole() {
        var scene = Scene()
        scene.message("m1", "Hello", edit: false, final: true)
        #expect(scene.lines == [#"message m1 "Hello" final"#])
        #expect(!scene.stream.isOpen)
        #expect(scene.stream.deadline == nil)
    }

    @Test("edits replace, and the last state is an edit and the message")
    func edits() {
        var scene = Scene()
        scene.message("m1", "He ▉")
        scene.message("m1", "Hello ▉")
        scene.message("m1", "Hello Ada", final: true)
        #expect(
            scene.lines == [
                #"edit m1 "He""#, #"edit m1 "Hello""#, #"edit m1 "Hello Ada" final"#, #"message m1 "Hello Ada" final"#,
            ])
    }

    @Test("without edit a repeated id appends, and edit begins an id that is new")
    func appends() {
        var scene = Scene()
        scene.message("m1", "Hel", edit: false)
        scene.message("m1", "lo ▉", edit: false)
        scene.message("m1", " Ada", edit: false, final: true)
        #expect(
            scene.lines == [
                #"edit m1 "Hel""#, #"edit m1 "Hello""#, #"edit m1 "Hello Ada" final"#, #"message m1 "Hello Ada" final"#,
            ])
    }

    @Test("a final frame with the text as it was is the message alone")
    func unchangedFinal() {
        var scene = Scene()
        scene.message("m1", "Hi ▉")
        scene.message("m1", "Hi")
        scene.message("m1", "Hi", final: true)
        scene.message("m1", "Hi", final: true)
        #expect(scene.lines == [#"edit m1 "Hi""#, "ignored unchanged", #"message m1 "Hi" final"#, "ignored unchanged"])
    }

    @Test(
        "the cursor at the end is no part of the text",
        arguments: [
            ("Hi ▉", "Hi"), ("Hi▉", "Hi"), ("▉", ""), (" ▉", ""), ("Hi  ▉", "Hi "), ("a ▉ b", "a ▉ b"),
            ("Hi ▉ ", "Hi ▉ "), ("", ""),
            ("e\u{301} ▉", "e\u{301}"),
        ])
    func cursor(text: String, shown: String) {
        var scene = Scene()
        scene.message("m", text, final: true)
        #expect(scene.lines == [#"message m "\#(shown)" final"#])
    }

    @Test("another id ends an unfinished message; later states of it are edits and no second message")
    func anotherID() {
        var scene = Scene()
        scene.message("m1", "one")
        scene.message("m2", "two", final: true)
        scene.message("m1", "one more")
        scene.message("m1", "!", edit: false, final: true)
        #expect(
            scene.lines == [
                #"edit m1 "one""#, #"message m1 "one" another_message"#, #"message m2 "two" final"#,
                #"edit m1 "one more" late"#, #"edit m1 "one more!" final late"#,
            ])
    }

    @Test("typing that stops, and an avatar that turns idle, end an unfinished message")
    func signs() {
        var scene = Scene()
        scene.typing()
        scene.message("m1", "one")
        scene.typing(stop: true)
        scene.typing(stop: true)
        scene.avatar(.speaking)
        scene.message("m2", "two")
        scene.avatar(.idle)
        scene.message("m2", "two and a half", final: true)
        #expect(
            scene.lines == [
                #"edit m1 "one""#, #"message m1 "one" typing_stopped"#, #"edit m2 "two""#,
                #"message m2 "two" avatar_idle"#, #"edit m2 "two and a half" final late"#,
            ])
    }

    @Test("a quiet time ends an unfinished message")
    func quiet() {
        var scene = Scene()
        scene.message("m1", "one", at: 0)
        #expect(scene.stream.deadline == at(30))
        scene.message("m1", "one two", at: 20)
        #expect(scene.stream.deadline == at(50))
        scene.tick(at: 49)
        scene.tick(at: 50)
        scene.tick(at: 99)
        #expect(scene.lines == [#"edit m1 "one""#, #"edit m1 "one two""#, #"message m1 "one two" quiet"#])
        #expect(scene.stream.deadline == nil)
    }

    @Test("the quiet time stands still while typing is shown or the avatar is busy")
    func held() {
        var scene = Scene()
        scene.message("m1", "one", at: 0)
        scene.avatar(.thinking, at: 10)
        #expect(scene.stream.deadline == nil)
        #expect(scene.stream.isBusy)
        scene.tick(at: 100)
        // Not idle, but nothing that we know to be work either: 20 s are left.
        scene.avatar(.other("listening"), at: 200)
        #expect(scene.stream.deadline == at(220))
        scene.typing(at: 205)
        #expect(scene.stream.deadline == nil)
        scene.message("m1", "one two", at: 210)
        #expect(scene.stream.deadline == nil)
        scene.tick(at: 1000)
        #expect(scene.lines == [#"edit m1 "one""#, #"edit m1 "one two""#])
        scene.typing(stop: true, at: 1001)
        #expect(scene.lines.last == #"message m1 "one two" typing_stopped"#)
    }

    @Test("a quiet time that has run half goes on where it stood")
    func resumed() {
        var scene = Scene()
        scene.message("m1", "one", at: 0)
        scene.avatar(.other("x"), at: 5)
        scene.avatar(.speaking, at: 12)
        scene.avatar(.speaking, at: 50)
        scene.avatar(.other("x"), at: 100)
        #expect(scene.stream.deadline == at(118))
    }

    @Test("nothing of an old connection is added to what a new one brings")
    func reconnect() {
        var scene = Scene()
        scene.message("m1", "done", final: true)
        scene.message("m2", "half")
        scene.typing()
        scene.stream.disconnected()
        #expect(!scene.stream.isOpen && !scene.stream.isBusy && scene.stream.deadline == nil)
        scene.lines = []
        scene.message("m1", "done", edit: false, final: true)
        scene.message("m1", "done, changed", edit: true, final: true)
        scene.message("m2", " whole", edit: false)
        scene.message("m2", "half whole", final: true)
        #expect(
            scene.lines == [
                "ignored handled_before", "ignored handled_before", #"edit m2 " whole""#,
                #"edit m2 "half whole" final"#,
                #"message m2 "half whole" final"#,
            ])
    }

    @Test("an id from further back takes a whole text as a late edit, and no text to append")
    func furtherBack() {
        var scene = Scene()
        for number in 1...3 { scene.message("m\(number)", "text \(number)", final: true) }
        scene.lines = []
        scene.message("m1", "x", edit: false)
        scene.message("m1", "new ▉", final: true)
        scene.message("m2", "!", edit: false)
        #expect(
            scene.lines == ["ignored beginning_unknown", #"edit m1 "new" final late"#, #"edit m2 "text 2!" late"#])
        // A late edit does not end the message that is open.
        scene.message("m4", "open")
        scene.message("m3", "late", final: true)
        #expect(scene.stream.isOpen)
    }

    @Test("a message cannot be grown without end")
    func endless() {
        var scene = Scene()
        let piece = String(repeating: "x", count: MessageStream.longestGrown / 2)
        scene.message("m", piece, edit: false)
        scene.message("m", piece, edit: false)
        scene.lines = []
        scene.message("m", "x", edit: false)
        #expect(scene.lines == ["ignored too_long"])
        scene.message("m", piece + piece + "x", final: true)
        #expect(scene.lines.count == 3)
    }

    @Test("thousands of ids leave no more behind than a few")
    func memory() {
        var scene = Scene()
        for number in 0..<5_000 { scene.message("m\(number)", "t", final: true) }
        scene.lines = []
        scene.message("m0", "again")
        #expect(scene.lines == ["ignored handled_before"])
        #expect(MemoryLayout<MessageStream>.size <= 128)
    }
}
