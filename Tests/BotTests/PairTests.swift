import Random
import Testing
import Time

@testable import Bot

@Suite("A device and a gateway talk")
struct PairTests {
    static let agent =
        #""rules": [{ "id": "hi", "on": "hello", "do": [{ "message": "Welcome" }] },"#
        + #"{ "id": "run", "on": "text", "when": { "text": "run" }, "do": [{ "prompt": { "kind": "exec_approval", "text": "May I?", "command": "ls -l", "options": ["once", "always", "deny"] } }] },"#
        + #"{ "id": "city", "on": "text", "when": { "text": "city" }, "do": [{ "prompt": { "kind": "clarify", "text": "Which city?", "options": [{ "id": "c0", "label": "Lisbon" }, "other"] } }] },"#
        + #"{ "id": "done", "on": "answer", "do": [{ "message": "You chose {{option}} {{text}}" }] },"#
        + #"{ "id": "long", "on": "text", "when": { "text": "long" }, "do": [{ "typing": "1s" }, { "message": { "text": "a b c d e f g h", "stream": { "by": "word", "every": "200ms", "cursor": " ▉" } } }] },"#
        + #"{ "id": "echo", "on": "text", "do": [{ "message": "echo {{text}}" }] },"#
        + #"{ "id": "stream", "on": "message", "do": [{ "message": "heard {{text}}" }] }]"#

    static let device =
        #""commands": { "ok": [["ls", { "flags": ["-l"] }]] }, "rules": [{ "id": "look", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["ok"] } }, "do": [{ "answer": "once" }] },"#
        + #"{ "id": "city", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": { "other": "Faro" } }] },"#
        + #"{ "id": "grow", "on": "message", "when": { "text": "echo grow" }, "do": [{ "reply": { "text": "one two three", "stream": { "by": "word", "every": "100ms" } } }] },"#
        + #"{ "id": "log", "on": "message", "do": [{ "log": "{{text}}" }] }]"#

    @Test("a whole scene")
    func scene() throws {
        var wire = try Wire(device: Self.device, gateway: Self.agent)
        wire.begin()
        for text in ["run", "city", "long", "hello", "grow"] {
            wire.receiveText(text)
            wire.advance(.seconds(4))
        }
        #expect(
            wire.shown == [
                "Welcome", "You chose once ", "You chose other Faro", "a b c d e f g h", "echo hello", "echo grow",
                "heard one two three",
            ])
        #expect(wire.device.bot.status.outbox == 0 && wire.gateway.bot.status.outbox == 0)
        #expect(wire.device.bot.status.openPrompts == 0 && wire.gateway.bot.status.openPrompts == 0)
        #expect(wire.device.audits.map(\.stage) == [.decided, .applied, .decided, .applied])
    }

    @Test("however often the connection is cut, everything is told once in the end")
    func cuts() throws {
        for seed in 0..<40 as Range<UInt64> {
            var chance = SplitMix(seed: seed)
            var wire = try Wire(device: Self.device, gateway: Self.agent, seed: seed)
            wire.begin()
            var said: [String] = []
            for number in 0..<12 {
                let text = ["run", "city", "long", "x\(number)", "y\(number)"].randomElement(using: &chance)!
                said.append(text)
                wire.receiveText(text)
                if Bool.random(using: &chance) { wire.cut() }
                wire.advance(.milliseconds(Int64.random(in: 0..<3_000, using: &chance)))
                if Int.random(in: 0..<3, using: &chance) == 0 { wire.cut() }
            }
            wire.advance(.seconds(90))
            let shown = wire.shown
            let echoes = shown.filter { $0.hasPrefix("echo") }
            #expect(
                echoes.sorted() == said.filter { $0.hasPrefix("x") || $0.hasPrefix("y") }.map { "echo \($0)" }.sorted())
            #expect(shown.count { $0 == "You chose once " } == said.count { $0 == "run" })
            #expect(shown.count { $0 == "You chose other Faro" } == said.count { $0 == "city" })
            #expect(shown.count { $0 == "a b c d e f g h" } == said.count { $0 == "long" })
            #expect(wire.device.bot.status.outbox == 0 && wire.gateway.bot.status.outbox == 0)
            #expect(wire.device.bot.status.approvalsPaused == nil)
        }
    }

    @Test("the same seed and events give the same effects, byte for byte")
    func deterministic() throws {
        func run(_ seed: UInt64) throws -> [String] {
            var wire = try Wire(device: Self.device, gateway: Self.agent, seed: seed, keeps: true)
            wire.begin()
            var chance = SplitMix(seed: 1)
            for number in 0..<30 {
                wire.receiveText(["run", "city", "long", "x\(number)", "grow"].randomElement(using: &chance)!)
                if number % 7 == 3 { wire.cut() }
                wire.advance(.milliseconds(Int64.random(in: 0..<2_000, using: &chance)))
            }
            let kept = wire.device.kept.merging(wire.gateway.kept) { $0 + $1 }
            return wire.toDevice + wire.toGateway + wire.device.all.map { "\($0)" } + wire.gateway.all.map { "\($0)" }
                + kept.sorted { $0.key < $1.key }.map { "\($0)" }
        }
        let first = try run(3)
        #expect(first == (try run(3)))
        #expect(first != (try run(4)))
    }
}
