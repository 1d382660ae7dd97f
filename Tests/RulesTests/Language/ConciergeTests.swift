import Testing

@testable import Rules

enum Concierge {
    /// The example of the language's description.
    static let text = #"""
        {
          "$schema": "../docs/bot.schema.json",
          "version": 1,
          "name": "concierge",
          "about": "Greets people, allows read-only commands, posts pictures.",
          "server": { "url": "ws://127.0.0.1:8787/ws", "token": { "env": "TALARIA_TOKEN" } },
          "device": { "name": "Concierge", "platform": "talaria", "app_version": "1.0.0" },
          "vars": { "owner": "Ada" },
          "lists": { "greetings": ["hi", "hello", "привет"] },
          "commands": { "read-only": [ ["ls", { "flags": ["-l", "-a"] }, { "rest": { "path_under": ["/srv/app"] } }], ["git", { "any_of": ["status", "diff"] }] ] },
          "hit": "first",
          "rules": [
            { "id": "greet", "on": "message",
              "when": { "text": { "any_of": { "list": "greetings" } } },
              "limit": { "count": 1, "per": "10s" },
              "do": [ { "typing": "400ms" }, { "reply": { "text": "Hello! {{owner}} is out.", "stream": { "by": "word", "every": "60ms" } } } ],
              "examples": { "match": ["Hi", "ПРИВЕТ"], "no_match": ["hiking"] } },
            { "id": "picture", "on": "message",
              "when": { "text": { "regex": "^/pic (?<url>https?://\\S+)$" } },
              "do": [ { "media": { "url": "{{url}}", "kind": "image", "caption": "Here it is" } } ] },
            { "id": "look-only", "on": "prompt",
              "when": { "kind": "exec_approval", "command": { "every": ["read-only"] } },
              "do": [ { "answer": "once" } ],
              "examples": { "match": ["git status", "ls -l /srv/app"], "no_match": ["git status; rm -rf /", "ls /etc"] } },
            { "id": "which-city", "on": "prompt",
              "when": { "kind": "clarify", "text": { "words": "city" } },
              "do": [ { "answer": { "other": "Lisbon" } } ] }
          ]
        }
        """#
}

@Test("the example of the language's description reads without a fault")
func conciergeReads() throws {
    let reading = RuleFile.read(bytes: Array(Concierge.text.utf8), path: "bots/concierge.json")
    #expect(DiagnosticPrinter(source: reading.source).text(of: reading.diagnostics) == "")
    let file = try #require(reading.file)
    #expect(file.name == "concierge")
    #expect(file.rules.map(\.id) == ["greet", "picture", "look-only", "which-city"])
    #expect(file.rules[0].limit == Limit(count: 1, per: .seconds(10)))
    #expect(file.server.token == .environment("TALARIA_TOKEN"))
    #expect(file.rules[2].examples.noMatch.map(\.text) == ["git status; rm -rf /", "ls /etc"])
    #expect(file.commands.map(\.name) == ["read-only"])
}
