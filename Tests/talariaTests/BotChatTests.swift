import Foundation
import Testing

@Suite("talaria chat BOT.json, through a pipe")
struct BotChatTests {
    /// It streams, waits, remembers, asks who is there, approves one command and sends a file.
    static let bot = #"""
        { "version": 1, "name": "tea", "vars": { "cups": 0 },
          "server": { "url": "wss://nowhere.example/ws", "token": { "env": "TALARIA_TEST_NO_SUCH_TOKEN" } },
          "commands": { "look": [["git", "status"]] },
          "rules": [
            { "id": "order", "on": "message", "when": { "text": { "contains": "oolong" } }, "do": [
              { "set": { "cups": { "add": 1 } } },
              { "wait": "60ms" },
              { "reply": { "text": "One moment, the kettle is on.", "stream": { "by": "word", "every": "10ms" } } } ] },
            { "id": "count", "on": "message", "when": { "text": "how many?" }, "limit": { "count": 1, "per": "1h" },
              "do": [{ "reply": "{{cups}} so far" }] },
            { "id": "menu", "on": "message", "when": { "text": "menu" }, "do": [{ "media": { "file": "menu.txt" } }] },
            { "id": "look", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["look"] } },
              "do": [{ "answer": "once" }] },
            { "id": "city", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": { "label": "Faro" } }] }
          ] }
        """#

    private func chat(_ input: String, _ words: [String] = []) throws -> Talaria.Outcome {
        let folder = try Talaria.Folder(["tea.json": Self.bot, "menu.txt": "Oolong\n"])
        return try Talaria.run(["chat", "tea.json"] + words, in: folder.path, input: input)
    }

    @Test("each line is a message, answered before the next is sent; the bot's own server and token have no part in it")
    func messages() throws {
        let outcome = try chat("An oolong, please\nhow many?\n\nAnother oolong\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                → An oolong, please
                ← One moment, the kettle is on.
                → how many?
                ← 1 so far
                → Another oolong
                ← One moment, the kettle is on.

                """, "\(outcome.errors)")
        #expect(outcome.errors.contains("tea listens: each line is a message to it; :help says what else can be typed"))
        #expect(outcome.errors.contains("· order fires  tea.json:5"))
        #expect(!outcome.errors.contains("→") && !outcome.errors.contains("ready"), "\(outcome.errors)")
    }

    @Test("prompts are shown to the bot, its answers are applied, and what it leaves can be closed by hand")
    func prompts() throws {
        let outcome = try chat(
            #"""
            :prompt {"command": "git status"}
            :prompt {"command": "rm -rf /"}
            :cards
            :2 nope
            :2
            :prompt {"kind": "clarify", "text": "Which city?", "options": ["Porto", "Faro"]}
            :prompt ["once"]

            """#)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                → :prompt {"command": "git status"}
                ? card 1 exec_approval: git status
                    git status
                  1 once
                  2 session
                  3 always
                  4 deny
                · card 1: the bot answers once
                → :prompt {"command": "rm -rf /"}
                ? card 2 exec_approval: rm -rf /
                    rm -rf /
                  1 once
                  2 session
                  3 always
                  4 deny
                → :cards
                ? card 2 exec_approval: rm -rf /
                    rm -rf /
                  1 once
                  2 session
                  3 always
                  4 deny
                → :2 nope
                · card 2 offers once, session, always, deny
                → :2
                → :prompt {"kind": "clarify", "text": "Which city?", "options": ["Porto", "Faro"]}
                ? card 3 clarify: Which city?
                  1 Porto
                  2 Faro
                · card 3: the bot answers faro
                → :prompt ["once"]
                · :prompt takes an object, such as :prompt {"command": "git status"}

                """, "\(outcome.errors)")
    }

    @Test("a prompt that cannot be read is shown with its fault")
    func malformed() throws {
        let outcome = try chat(":prompt {\"kind\" \"clarify\"}\n")
        #expect(outcome.code == 0 && outcome.output.contains("^"), "\(outcome.output)")
    }

    @Test("files, and what the rules made of a message")
    func why() throws {
        let outcome = try chat("menu\n:why\nhow many?\nhow many?\n:why\n:nope\n")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "→ menu")
        #expect(lines[1].hasPrefix("· media ") && lines[1].contains(" document "), "\(outcome.output)")
        #expect(lines.contains { $0.contains("✓ menu") && $0.contains("tea.json:11") }, "\(outcome.output)")
        #expect(lines.contains { $0.contains("  media: menu.txt") }, "what it did: \(outcome.output)")
        #expect(
            lines.contains { $0.contains("○ count") && $0.hasSuffix("limit of 1 per 1h is used up for another 1h") },
            "\(outcome.output)")
        #expect(lines.last == "· there is no command :nope; :help lists them")
        #expect(outcome.errors.contains(#"· no rule fires: the limit of "count" is used up"#))
    }

    @Test("--state keeps what the bot remembers; without it nothing is kept")
    func state() throws {
        let folder = try Talaria.Folder(["tea.json": Self.bot])
        for cups in 1...2 {
            let outcome = try Talaria.run(
                ["chat", "tea.json", "--state", "s"], in: folder.path, input: "oolong\nhow many?\n")
            #expect(outcome.output.contains("\(cups) so far") == (cups == 1), "its limit is kept too")
        }
        #expect(FileManager.default.fileExists(atPath: folder.path + "/s/talaria.db"))
        let fresh = try Talaria.run(["chat", "tea.json"], in: folder.path, input: "how many?\n")
        #expect(fresh.output == "→ how many?\n← 0 so far\n")
    }

    @Test("a bot that ends, or hangs up for good, ends the chat with it")
    func endings() throws {
        let folder = try Talaria.Folder([
            "stop.json":
                #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "do": [{ "stop": { "code": 3 } }] }] }"#,
            "gone.json":
                #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "do": [{ "disconnect": {} }] }] }"#,
        ])
        let stopped = try Talaria.run(["chat", "stop.json"], in: folder.path, input: "a\nb\n")
        #expect(stopped.code == 3)
        let gone = try Talaria.run(["chat", "gone.json"], in: folder.path, input: "a\nb\n")
        #expect(gone.code == 0)
        #expect(gone.output.contains("· the bot is not connected: the line is lost\n"), "\(gone.output)")
    }

    @Test(
        "what it cannot talk to is said, with what to do",
        arguments: [
            (["chat", "tea.json", "--url", "ws://127.0.0.1:1/ws"], 64, "--url has no part in it"),
            (["chat", "gateway.json"], 64, "talaria chat --agent gateway.json"),
            (["chat", "--agent", "tea.json"], 64, "talaria chat tea.json talks to this bot by hand"),
            (["serve", "tea.json"], 64, "talaria chat tea.json to talk to it by hand"),
            (["chat", "none.json"], 66, "none.json"),
            (["chat", "bad.json"], 65, "bad.json:1:"),
        ] as [([String], Int32, String)])
    func refusals(_ words: [String], _ code: Int32, _ text: String) throws {
        let folder = try Talaria.Folder([
            "tea.json": Self.bot, "bad.json": "{]",
            "gateway.json":
                #"{ "version": 1, "name": "g", "role": "gateway", "rules": [{ "id": "r", "on": "hello", "do": [{ "ready": {} }] }] }"#,
        ])
        let outcome = try Talaria.run(words, in: folder.path, input: "")
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
}
