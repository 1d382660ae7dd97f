import Foundation
import Testing

@Suite("talaria run and serve, as processes")
struct RunTests {
    static let bot =
        #"{ "version": 1, "name": "a", "#
        + #""rules": [{ "id": "r", "on": "ready", "do": [{ "stop": { "code": 0 } }] }] }"#

    @Test("a bot against the embedded gateway: it says so, is ready, and ends by its rule")
    func embedded() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        let outcome = try Talaria.run(["run", "a.json", "--state", "s"], in: folder.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("the embedded gateway plays the built-in scene at ws://127.0.0.1:"))
        #expect(outcome.errors.contains("← ready"))
        #expect(outcome.errors.contains("r fires  a.json:1"))
    }

    @Test("what the agent's rules log is shown, marked as the agent's; its frames are not shown twice")
    func agentLogs() throws {
        let folder = try Talaria.Folder([
            "a.json":
                #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "#
                + #""do": [{ "reply": "here you are" }, { "log": "told" }, { "wait": "1s" }, { "stop": {} }] }] }"#,
            "guest.json":
                #"{ "version": 1, "name": "g", "role": "gateway", "rules": ["#
                + #"{ "id": "order", "on": "hello", "do": [{ "ready": {} }, { "message": "tea" }] },"#
                + #"{ "id": "served", "on": "text", "do": [{ "log": "served: {{text}}" }] }] }"#,
        ])
        let outcome = try Talaria.run(["run", "a.json", "--agent", "guest.json", "--state", "s"], in: folder.path)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
        #expect(lines.contains("agent · served: here you are"), "\(outcome.errors)")
        #expect(lines.contains("· told"))
        #expect(lines.filter { $0.contains("\"here you are\"") }.count == 1)
        let quiet = try Talaria.run(
            ["run", "a.json", "--agent", "guest.json", "--state", "s", "--quiet"], in: folder.path)
        #expect(!quiet.errors.contains("served"))
        let json = try Talaria.run(
            ["run", "a.json", "--agent", "guest.json", "--state", "s", "--log", "json"], in: folder.path)
        #expect(json.errors.contains(#""kind":"log","bot":"agent","text":"served: here you are""#), "\(json.errors)")
    }

    @Test("the state folder is 0700, what is in it 0600, and the device id stays")
    func state() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        var ids: [String] = []
        for _ in 0..<2 {
            #expect(try Talaria.run(["run", "a.json", "--state", "s"], in: folder.path).code == 0)
            ids.append(try String(contentsOfFile: folder.path + "/s/device.id", encoding: .utf8))
        }
        #expect(ids[0] == ids[1])
        #expect(UUID(uuidString: ids[0].trimmingCharacters(in: .whitespacesAndNewlines)) != nil)
        #expect(mode(folder.path + "/s") == 0o700)
        for name in ["device.id", "talaria.db", "audit.ndjson"] { #expect(mode(folder.path + "/s/" + name) == 0o600) }
    }

    @Test(
        "what cannot begin ends with its own code and a clear word",
        arguments: [
            (["run", "none.json"], 66, "none.json"),
            (["run", "bad.json"], 65, "bad.json:1:"),
            (["run", "a.json", "--url", "ftp://x"], 78, "must begin with ws:// or wss://"),
            (["run", "a.json", "--url", "ws://127.0.0.1:9/ws", "--token-file", "none"], 78, "a has no token"),
            (["run", "a.json", "--url", "ws://127.0.0.1:9/ws", "--no-retry"], 69, "127.0.0.1:9"),
            (["run", "a.json", "--url", "ws://127.0.0.1:9/ws", "--ca", "none.pem"], 66, "none.pem"),
            (["run", "a.json", "--url", "wss://127.0.0.1:9/ws", "--cert", "none.pem"], 66, "none.pem"),
            (["run", "a.json", "--url", "wss://127.0.0.1:9/ws", "--key", "none.pem"], 64, "--key needs --cert"),
            (["run", "a.json", "--url", "ws://127.0.0.1:9/ws", "--ca", "bad.json"], 78, "bad.json"),
            (["serve", "--listen", "127.0.0.1:0", "--cert", "none.pem"], 66, "none.pem"),
            (["serve", "--workers", "0"], 64, "--workers"),
            (["run", "gateway.json"], 64, "is of role gateway"),
            (["serve", "a.json"], 64, "is of role device"),
            (["serve", "--listen", "0.0.0.0:0"], 78, "there is no token"),
            (["serve", "--listen", "nonsense"], 78, "nonsense"),
        ] as [([String], Int32, String)])
    func failures(_ words: [String], _ code: Int32, _ text: String) throws {
        let folder = try Talaria.Folder([
            "a.json": Self.bot, "bad.json": "{]",
            "gateway.json": Self.bot.replacingOccurrences(of: "\"name\"", with: "\"role\": \"gateway\", \"name\"")
                .replacingOccurrences(of: "ready", with: "hello"),
        ])
        let outcome = try Talaria.run(words + ["--state", "s"], in: folder.path)
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }

    @Test("a token over plain ws:// to another machine is refused before anything is sent")
    func plaintext() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        let outcome = try Talaria.run(
            ["run", "a.json", "--url", "ws://192.0.2.1/ws", "--state", "s"], in: folder.path,
            environment: ["TALARIA_TOKEN": "s3cret-t0ken"])
        #expect(outcome.code == 78)
        #expect(outcome.errors.contains("the token would travel in the clear"))
        #expect(!outcome.errors.contains("s3cret"))
    }

    @Test("a rule's own code is the process's")
    func ownCode() throws {
        let folder = try Talaria.Folder([
            "a.json": Self.bot.replacingOccurrences(of: "\"code\": 0", with: "\"code\": 3")
        ])
        #expect(try Talaria.run(["run", "a.json", "--state", "s"], in: folder.path).code == 3)
    }

    @Test("log lines are objects for programs, and hold no token")
    func json() throws {
        let folder = try Talaria.Folder(["a.json": Self.bot])
        let outcome = try Talaria.run(
            ["run", "a.json", "--log", "json", "--state", "s"], in: folder.path,
            environment: ["TALARIA_TOKEN": "s3cret-t0ken"])
        #expect(outcome.code == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count > 3)
        for line in lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(object["time"] is String && object["text"] is String)
        }
        #expect(!outcome.errors.contains("s3cret"))
    }

    @Test("a reply that an open clarify holds is said to wait, is named at the end, and does not reach another server")
    func held() throws {
        let folder = try Talaria.Folder([
            "bot.json": #"""
            { "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }] }
            """#,
            "asks.json": #"""
            { "version": 1, "name": "g", "role": "gateway", "rules": [{ "id": "h", "on": "hello", "do": [{ "ready": {} },
              { "prompt": { "kind": "clarify", "text": "Which city?", "options": ["c0"] } }, { "message": "one" }] }] }
            """#,
            "talks.json": #"""
            { "version": 1, "name": "g", "role": "gateway", "rules": [{ "id": "h", "on": "hello", "do": [{ "ready": {} },
              { "message": "two" }] }] }
            """#,
        ])
        let words = ["run", "bot.json", "--state", "s", "--for", "1s", "--drain", "200ms", "--agent"]
        let first = try Talaria.run(words + ["asks.json"], in: folder.path)
        #expect(first.code == 0)
        #expect(
            first.errors.contains(#"· "re one" is held back: the clarify "Which city?" is open; it goes"#),
            "\(first.errors)")
        #expect(
            first.errors.contains(
                #"warning: a was still at work after 200ms: a reply is held back by the clarify "Which city?" ("re one"); what was for the embedded gateway ends with it"#
            ), "\(first.errors)")
        let second = try Talaria.run(words + ["talks.json"], in: folder.path)
        #expect(second.code == 0)
        #expect(
            second.errors.contains("warning: 1 reply or answer for an embedded gateway that is gone: forgotten"),
            "\(second.errors)")
        #expect(second.errors.contains(#"→ text "re two""#) && !second.errors.contains("re one"), "\(second.errors)")
    }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]) as? Int
    }
}
