import Rules
import Testing
import Time

@testable import Bot

@Suite("A message that no rule answers")
struct SilenceTests {
    private func said(_ stage: inout Stage) -> [String] {
        defer { stage.notes = [] }
        return stage.notes.filter { $0.code == .firing }.map { "\($0.level.rawValue) \($0.rule ?? "-") \($0.text)" }
    }

    @Test("is said in one short line")
    func silence() throws {
        var stage = try Stage(
            #""rules": [{ "id": "a", "on": "message", "when": { "text": "a" }, "do": [{ "log": "x" }] }]"#)
        stage.begin()
        stage.hear("b")
        stage.hear("a")
        #expect(said(&stage) == ["info - no rule fires", "info a fires"])
    }

    @Test("because a limit is used up is said with the rule's name", arguments: [Blueprint.Tracing.notes, .rules])
    func limited(_ tracing: Blueprint.Tracing) throws {
        var stage = try Stage(
            #""hit": "all", "rules": [{ "id": "a", "on": "message", "when": { "text": { "starts_with": "a" } }, "limit": { "count": 1, "per": "1h" }, "do": [{ "log": "x" }] },"#
                + #"{ "id": "b", "on": "message", "when": { "text": { "contains": "b" } }, "do": [{ "log": "y" }] }]"#,
            tracing: tracing)
        stage.begin()
        for text in ["a", "a2", "ab", "c"] { stage.hear(text) }
        #expect(
            said(&stage) == [
                "info a fires", #"info - no rule fires: the limit of "a" is used up"#, "info b fires",
                "info - no rule fires",
            ])
    }

    @Test("is not said where the bot has no rule for messages, or several rules match at once")
    func elsewhere() throws {
        var deaf = try Stage(#""rules": [{ "id": "a", "on": "ready", "do": [{ "log": "x" }] }]"#)
        deaf.begin()
        deaf.notes = []
        deaf.hear("b")
        #expect(said(&deaf) == [])
        var unique = try Stage(
            #""hit": "unique", "rules": [{ "id": "a", "on": "message", "do": [{ "log": "x" }] }, { "id": "b", "on": "message", "do": [{ "log": "y" }] }]"#
        )
        unique.begin()
        unique.hear("c")
        #expect(said(&unique) == ["error - these rules match at once, so none acts: a, b"])
    }

    @Test("because the bot is stopping is said so")
    func ending() throws {
        var stage = try Stage(
            #""rules": [{ "id": "a", "on": "message", "do": [{ "wait": "1m" }, { "log": "x" }] }]"#)
        stage.begin()
        stage.hear("a")
        stage.tell(.drain)
        stage.notes = []
        stage.hear("b")
        #expect(said(&stage) == ["info - no rule is asked: the bot is stopping"])
    }

    @Test("is said by a gateway of its devices' texts too")
    func gateway() throws {
        var stage = try Stage(
            #""rules": [{ "id": "a", "on": "text", "when": { "text": "a" }, "do": [{ "log": "x" }] }]"#, role: .gateway)
        stage.beginAsGateway()
        stage.notes = []
        stage.receive(#"{"t":"text","id":"1","text":"b"}"#)
        #expect(said(&stage) == ["info - no rule fires"])
    }
}
