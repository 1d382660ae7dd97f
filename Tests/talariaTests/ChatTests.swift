import Foundation
import Testing

@Suite("talaria chat and doctor, as processes")
struct ChatTests {
    static let echo =
        #"{ "version": 1, "name": "echo", "role": "gateway", "rules": [{ "id": "say", "on": "text", "#
        + #""do": [{ "message": "You said {{text}}" }] }, { "id": "ask", "on": "text", "when": { "text": "ask" }, "#
        + #""do": [{ "prompt": { "kind": "clarify", "text": "Sure?", "options": ["yes", "no"] } }] }, "#
        + #"{ "id": "got", "on": "answer", "do": [{ "message": "You chose {{option}}" }] }], "hit": "all" }"#

    @Test("lines of a pipe go out as texts, answers come back, and it ends by itself with the input")
    func pipe() throws {
        let folder = try Talaria.Folder(["echo.json": Self.echo])
        let outcome = try Talaria.run(
            ["chat", "--agent", folder.path + "/echo.json", "--state", folder.path + "/state", "--for", "20s"],
            input: "hello\n\n:nope\n")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("← You said hello\n"))
        #expect(outcome.output.contains("· there is no command :nope; :help lists them\n"))
        #expect(outcome.errors.contains("ready at ws://127.0.0.1:"))
    }

    @Test("nothing there is 69 with --no-retry, and a state folder that cannot be made is 73")
    func failures() throws {
        let folder = try Talaria.Folder()
        let outcome = try Talaria.run(
            ["chat", "--url", "ws://127.0.0.1:1/ws", "--no-retry", "--state", folder.path + "/state"], input: "hello\n")
        #expect(outcome.code == 69)
        #expect(outcome.errors.contains("ws://127.0.0.1:1/ws: cannot connect to 127.0.0.1:1: Connection refused"))
        // Nobody waits for an answer any more: it ends without the flag too.
        let abandoned = try Talaria.run(
            ["chat", "--url", "ws://127.0.0.1:1/ws", "--state", folder.path + "/state", "--for", "20s"],
            input: "hello\n")
        #expect(abandoned.code == 69)
        let unwritable = try Talaria.run(["chat", "--url", "ws://127.0.0.1:1/ws", "--state", "/proc/none"], input: "")
        #expect(unwritable.code == 73)
    }

    @Test("doctor exits with 1 where a bot could not connect, and prints the same as JSON")
    func doctor() throws {
        let folder = try Talaria.Folder()
        let words = ["doctor", "--url", "ws://127.0.0.1:1/ws", "--state", folder.path]
        let outcome = try Talaria.run(words)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("server       fault     cannot connect to 127.0.0.1:1: Connection refused\n"))
        let json = try Talaria.run(words + ["--format", "json"])
        let findings = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]]
        #expect(findings?.last?["verdict"] == "fault")
    }
}
