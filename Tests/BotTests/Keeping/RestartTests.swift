import Random
import Testing
import Time

@testable import Bot

@Suite("A bot goes on where the last process ended")
struct RestartTests {
    func restart(_ stage: Stage, _ members: String, after interval: Interval = .zero, seed: UInt64 = 99) throws -> Stage
    {
        var next = try Stage(members, seed: seed, keeps: true, kept: stage.kept)
        next.pass(stage.now.instant - next.now.instant + interval)
        return next
    }

    @Test("replies that were not delivered go again under their ids")
    func replies() throws {
        let rules = #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        stage.acknowledge()
        stage.hear("b")
        let sent = stage.frames().suffix(1)
        var next = try restart(stage, rules)
        next.begin0()
        #expect(next.frames() == Array(sent))
        next.acknowledge()
        #expect(next.kept.keys.filter { $0.hasPrefix("outbox") } == [])
        next.hear("b")
        #expect(next.frames() == [])
    }

    @Test("what came while the bot was stopping is heard, should it come again")
    func whileStopping() throws {
        let rules = #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        stage.tell(.drain)
        stage.hear("b")
        #expect(stage.texts() == ["re a"])
        stage.acknowledge()
        var next = try restart(stage, rules)
        next.begin0()
        next.hear("a")
        next.hear("b")
        #expect(next.texts() == ["re b"])
    }

    @Test("a stream goes as one last edit")
    func stream() throws {
        let rules =
            #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": { "text": "one two three", "stream": { "by": "word", "every": "1s" } } }, { "log": "ended" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        let id = Frame(stage.frames()[0]).text("id")
        var next = try restart(stage, rules)
        next.begin0()
        let out = next.look()
        #expect(out.count == 2 && out[1] == "log info ended")
        let frame = Frame(out[0])
        #expect(frame.text("id") == id && frame.text("text") == "one two three")
        #expect(frame.flag("edit") == true && frame.flag("final") == true)
    }

    @Test("a pause goes on by the wall clock, and what waits behind it keeps its turn")
    func pause() throws {
        let rules =
            #""rules": [{ "id": "r", "on": "message", "do": [{ "wait": "10s" }, { "log": "{{text}} {{count}}" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        stage.hear("b")
        stage.advance(.seconds(4))
        var next = try restart(stage, rules, after: .seconds(3))
        next.begin()
        next.advance(.milliseconds(2_990))
        #expect(next.look() == [])
        next.advance(.milliseconds(20))
        #expect(next.look() == ["log info a 1"])
        next.advance(.seconds(10))
        #expect(next.look() == ["log info b 2"])
        #expect(next.kept.keys.filter { $0.hasPrefix("acting") } == [])
    }

    @Test("variables, state and limits go on")
    func memory() throws {
        let rules =
            #""vars": { "n": 0, "gone": { "start": 5, "keep": false } }, "rules": [{ "id": "s", "on": "message", "when": { "in": "x" }, "do": [{ "log": "in x {{n}} {{gone}}" }] },"#
            + #"{ "id": "r", "on": "message", "limit": { "count": 1, "per": "1h" }, "do": [{ "set": { "n": { "add": 1 }, "gone": 6 } }, { "goto": { "state": "x", "for": "1m" } }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        var next = try restart(stage, rules, after: .seconds(30))
        next.begin()
        next.hear("b")
        #expect(next.look() == ["log info in x 1 5"])
        next.tell(.alive)
        next.advance(.seconds(31))
        _ = next.look()
        next.hear("c")
        #expect(next.look() == [] && next.bot.variable("n") == .number(1))
    }

    @Test("a fetch is made anew; an AI reply has failed")
    func inFlight() throws {
        let rules =
            #""rules": [{ "id": "m", "on": "message", "when": { "text": "pic" }, "do": [{ "media": { "url": "http://h/a.png" } }, { "log": "sent" }] },"#
            + #"{ "id": "a", "on": "message", "when": { "text": "ai" }, "do": [{ "ask_ai": { "url": "http://h/", "model": "m", "prompt": "x", "on_error": [{ "log": "{{error}}" }] } }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("pic")
        stage.hear("ai")
        var next = try restart(stage, rules)
        next.tell(.start)
        let out = next.look()
        #expect(out.contains { $0.hasSuffix("GET http://h/a.png") })
        #expect(out.contains("log info interrupted by a restart"))
    }

    @Test("a rule whose actions are others now does not go on")
    func changedRule() throws {
        let rules = #""rules": [{ "id": "r", "on": "message", "do": [{ "wait": "1s" }, { "log": "x" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.begin()
        stage.hear("a")
        var next = try restart(stage, rules.replacing(#"{ "log": "x" }"#, with: #"{ "reply": "x" }"#))
        next.begin()
        next.advance(.seconds(5))
        #expect(next.look() == [])
    }

    @Test("without a store nothing is kept")
    func noStore() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "wait": "1s" }, { "reply": "x" }] }]"#)
        stage.begin()
        stage.hear("a")
        stage.advance(.seconds(2))
        #expect(stage.kept.isEmpty)
    }

    @Test("killed at any event, no reply is lost, none is answered twice, and prompts get one answer")
    func killedAnywhere() throws {
        let rules =
            #""commands": { "ok": [["ls"]] }, "rules": [{ "id": "p", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["ok"] } }, "do": [{ "wait": "10ms" }, { "answer": "once" }] },"#
            + #"{ "id": "r", "on": "message", "do": [{ "wait": "0ms..50ms" }, { "reply": "re {{text}}" }] }]"#
        for seed in 0..<60 as Range<UInt64> {
            var chance = SplitMix(seed: seed)
            var stage = try Stage(rules, seed: seed, keeps: true)
            stage.begin()
            // What the gateway has read: texts by id, and options by prompt.
            var texts: [String: String] = [:]
            var answers: [String: Set<String>] = [:]
            var audited: Set<String> = []
            var heard = 0
            func read(_ stage: inout Stage) {
                for line in stage.look() {
                    if line.hasPrefix("audit ") { audited.insert(String(line.split(separator: " ")[1])) }
                    guard line.hasPrefix("{") else { continue }
                    let frame = Frame(line)
                    if frame.text("t") == "text" { texts[frame.text("id")!] = frame.text("text")! }
                    if frame.text("t") == "prompt" {
                        let prompt = frame.text("prompt_id")!
                        #expect(audited.contains(prompt))
                        answers[prompt, default: []].insert(frame.text("option_id")!)
                    }
                }
            }
            for step in 0..<60 {
                switch Int.random(in: 0..<8, using: &chance) {
                case 0..<3:
                    heard += 1
                    stage.hear("m\(heard)")
                case 3:
                    stage.receive(
                        #"{"t":"prompt","id":"p\#(step)","kind":"exec_approval","text":"?","command":"ls","options":[{"id":"once","label":"O"},{"id":"deny","label":"D"}]}"#
                    )
                case 4: stage.advance(.milliseconds(20))
                case 5: stage.acknowledge()
                default:
                    read(&stage)
                    var next = try restart(stage, rules, seed: chance.next())
                    next.begin0()
                    stage = next
                }
                read(&stage)
            }
            stage.advance(.seconds(20))
            read(&stage)
            #expect(texts.count == heard)
            #expect(Set(texts.values) == Set((0..<heard).map { "re m\($0 + 1)" }))
            #expect(answers.values.allSatisfy { $0 == ["once"] })
        }
    }
}

extension Stage {
    /// As `begin`, but what is sent stays to be looked at, without hello and connect.
    mutating func begin0() {
        tell(.start)
        tell(.opened(token: nil))
        receive(#"{"t":"ready"}"#)
        out.removeAll { $0 == "connect" || $0.contains(#""t":"hello""#) }
    }
}
