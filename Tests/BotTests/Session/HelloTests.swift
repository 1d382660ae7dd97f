import Testing
import Time

@testable import Bot

@Suite("A bot says its first words")
struct HelloTests {
    @Test("hello when the socket opens, and nothing else before ready")
    func hello() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": ["start", "connected"], "do": [{ "reply": "early" }] }]"#)
        stage.tell(.start)
        #expect(stage.look() == ["connect"])
        stage.tell(.opened(token: .init("s3cret")))
        #expect(
            stage.look() == [
                #"{"t":"hello","v":1,"token":"s3cret","device":{"id":"device-1","name":"test","platform":"talaria","app_version":"1.0.0"},"user":{}}"#
            ])
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.texts() == ["early", "early"])
    }

    @Test("a reply to a message, once an id")
    func reply() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "when": { "text": "hi" }, "do": [{ "reply": "Hello {{count}}" }] }]"#
        )
        stage.begin()
        stage.hear("hi", id: "m1")
        #expect(stage.texts() == ["Hello 1"])
        stage.hear("hi", id: "m1")
        #expect(stage.texts() == [])
        stage.hear("hi", id: "m2")
        #expect(stage.texts() == ["Hello 2"])
    }
}
