import Testing
import Time

@testable import Rules

@Suite("Traces")
struct TraceTests {
    private static func place(_ line: Int) -> Place { Place(line: line, column: 5) }

    private static func bench() throws -> Bench {
        try Bench(
            [
                Rule("dialogue").with { $0.states = ["asking"] },
                Rule("greet", when: .text(.anyOf(["hello", "good morning"]))),
                Rule("long", when: .text(.longerThan(20))),
                Rule("city", when: .text(.words(["city"]))),
                Rule("limited", when: .text(.contains("cap"))).with {
                    $0.limit = Limit(count: 1, per: .minutes(5))
                    $0.continues = true
                },
                Rule("picture", on: .media),
                Rule("all", when: .text(.startsWith(["capa"]))),
                Rule("late"),
            ].enumerated().map { number, rule in rule.with { $0.place = Self.place(number + 10) } }
        ) {
            $0.states = ["asking"]
        }
    }

    @Test("say of every rule what became of it, and why")
    func text() throws {
        var bench = try Self.bench()
        _ = bench.fired("cap")
        bench.pass(.seconds(60))
        var event = Occurrence.message("helo capacity\u{1B}[2J")
        event.id = "m1"
        var trace = bench.trace(event)
        trace.note(rule: 7, ActionTrace(place: nowhere, action: "reply", detail: "Hi!"))
        trace.note(rule: 7, ActionTrace(place: nowhere, action: "answer", detail: "not offered", done: false))
        trace.note(rule: 99, ActionTrace(place: nowhere, action: "reply", detail: "nowhere"))
        #expect(trace.eventSummary == #"message m1 "helo capacity\u{1b}[2J""#)
        #expect(
            trace.text(path: "bot.json") == #"""
                  ✗ dialogue  bot.json:10  is for state "asking", this is no state
                  ✗ greet     bot.json:11  text.any_of wants "hello" or "good morning", saw "helo capacity\u{1b}[2J"
                  ✗ long      bot.json:12  text.longer_than wants more than 20 characters, saw "helo capacity\u{1b}[2J"
                              to match: 4 characters more
                  ✗ city      bot.json:13  text.words wants "city", saw "helo capacity\u{1b}[2J"
                              to match: "city" is in it, but only as part of a word
                  ○ limited   bot.json:14  matches, but its limit of 1 per 5m is used up for another 4m
                  · picture   bot.json:15  is for media
                  ✗ all       bot.json:16  text.starts_with wants "capa", saw "helo capacity\u{1b}[2J"
                              to match: "capa" is in it, but not at the start
                  ✓ late      bot.json:17  fires, for the 2nd time
                              reply: Hi!
                              answer: not done: not offered

                """#)
        #expect(!trace.text(path: "bot.json", otherEvents: false).contains("picture"))
        #expect(trace.text(path: "bot.json", colour: true).contains("\u{1B}[32m✓\u{1B}[0m late"))
    }

    @Test("say what came too late, and what conflicts")
    func tooLate() throws {
        let rules = [Rule("a"), Rule("b"), Rule("c", when: .text(.contains("x")))]
        let first = try Bench(rules).trace(.message("y"))
        #expect(first.rules.map(\.verdict.summary)[..<2] == ["fires", #"matches, but "a" came first"#])
        let unique = try Bench(rules) { $0.hit = .unique }.trace(.message("x"))
        #expect(
            unique.rules[0].verdict.summary
                == #"matches together with "b" and "c": "hit" is unique, so none acts"#)
        var counted = try Bench(rules)
        for _ in 0..<11 { _ = counted.fired("y") }
        #expect(counted.trace(.message("y")).rules[0].verdict.summary == "fires, for the 12th time")
    }

    @Test("say who denied, and who was held back")
    func approvals() throws {
        func answer(_ id: String, _ option: String, _ command: CommandCondition?) -> Rule {
            Rule(id, on: .prompt, when: command.map { Condition(.command($0)) }).with {
                $0.actions = [Action(.answer(.id(option)), place: nowhere)]
            }
        }
        var bench = try Bench([
            answer("yes", "once", CommandCondition(every: ["safe"])).with {
                $0.limit = Limit(count: 1, per: .hours(1))
            },
            answer("no", "deny", CommandCondition(some: ["bad"])), answer("rest", "deny", nil),
        ]) {
            $0.commands = ["safe", "bad"].map {
                CommandSet(
                    name: $0,
                    patterns: [
                        CommandPattern(tokens: [.anyOf([.literal("ls"), .literal($0)]), .rest(.word)], place: nowhere)
                    ], place: nowhere)
            }
        }
        func prompt(_ command: String) -> Occurrence {
            var prompt = Occurrence(.prompt)
            (prompt.kind, prompt.command) = ("exec_approval", .text(command))
            return prompt
        }
        #expect(
            bench.trace(prompt("ls")).rules.map(\.verdict.summary) == [
                #"matches, but "no" denies, and that wins"#, "fires", #"matches, but "no" came first"#,
            ])
        _ = bench.fired(prompt("safe x"))
        #expect(
            bench.trace(prompt("safe x")).rules.map(\.verdict.summary) == [
                "matches, but its limit of 1 per 1h is used up for another 1h: the prompt is left alone",
                #"command.some wants a command in "bad", saw [safe, x]"#, #"matches, but "yes" came first"#,
            ])
        #expect(
            bench.trace(prompt("rm x")).rules[0].verdict.summary
                == #"command.every wants a command in "safe", saw [rm, x]"#)
    }

    @Test("as JSON hold the same")
    func json() throws {
        var bench = try Self.bench()
        _ = bench.fired("cap")
        var trace = bench.trace(.message("capable"))
        trace.note(rule: 6, ActionTrace(place: Place(line: 9, column: 2), action: "reply", detail: "Hi"))
        trace.rules.removeAll { ["long", "city"].contains($0.id) }
        var bytes: [UInt8] = []
        trace.json(into: &bytes)
        let place = { (line: Int) in #""line":\#(line),"column":5"# }
        let wanted = [
            #"{"trigger":"message","text":"capable","rules":["#,
            #"{"rule":"dialogue",\#(place(10)),"verdict":"other_state","wanted":["asking"]},"#,
            #"{"rule":"greet",\#(place(11)),"verdict":"failed","at":{"line":1,"column":1},"condition":"text.any_of","#,
            #""wanted":"\"hello\" or \"good morning\"","saw":"\"capable\""},"#,
            #"{"rule":"limited",\#(place(14)),"verdict":"limited","count":1,"per_ms":300000,"frees_ms":300000},"#,
            #"{"rule":"picture",\#(place(15)),"verdict":"other_event","wanted":["media"]},"#,
            #"{"rule":"all",\#(place(16)),"verdict":"fired","count":1,"held":[{"condition":"text.starts_with","#,
            #""line":1,"column":1,"wanted":"\"capa\"","saw":"\"capable\""}],"actions":["#,
            #"{"action":"reply","line":9,"column":2,"done":true,"detail":"Hi"}]},"#,
            #"{"rule":"late",\#(place(17)),"verdict":"too_late","by":"all"}]}"#,
        ]
        #expect(String(decoding: bytes, as: UTF8.self) == wanted.joined())
    }
}
