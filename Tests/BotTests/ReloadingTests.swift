import Testing
import Time

@testable import Bot

@Suite("Rules change while a bot runs")
struct ReloadingTests {
    func reload(_ stage: inout Stage, _ members: String) throws {
        stage.bot.reload(
            try Stage.blueprint(members, keeps: stage.bot.blueprint.keeps), now: stage.now, into: &stage.effects)
        stage.tell(.wake)
    }

    @Test("the new rules answer, and what was handled is not handled again")
    func rules() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "old" }] }]"#)
        stage.begin()
        stage.hear("a")
        try reload(&stage, #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "new" }] }]"#)
        stage.hear("a")
        stage.hear("b")
        #expect(stage.texts() == ["old", "new"])
    }

    @Test("variables, state, limits and counts of what kept its name go on")
    func memory() throws {
        let old =
            #""vars": { "n": 1, "gone": 2 }, "rules": [{ "id": "r", "on": "message", "limit": { "count": 1, "per": "1h" }, "do": [{ "set": { "n": { "add": 5 } } }, { "goto": "x" }] }, { "id": "in", "on": "message", "when": { "in": "x" }, "do": [{ "log": "in x {{n}} {{gone}}" }] }]"#
        var stage = try Stage(old)
        stage.begin()
        stage.hear("a")
        try reload(
            &stage,
            #""vars": { "fresh": 3, "n": 1 }, "rules": [{ "id": "first", "on": "message", "when": { "text": "zzz" }, "do": [{ "log": "z" }] }, { "id": "in", "on": "message", "when": { "in": "x" }, "do": [{ "log": "{{n}} {{fresh}}" }] }, { "id": "r", "on": "message", "limit": { "count": 1, "per": "1h" }, "do": [{ "set": { "n": { "add": 5 } } }, { "goto": "x" }, { "log": "again" }] }]"#
        )
        stage.hear("b")
        #expect(stage.look() == ["log info 6 3"])
    }

    @Test("a rule that waits goes on if its actions are the same ones, and ends if not")
    func acting() throws {
        let slow = #"{ "id": "s", "on": "message", "do": [{ "wait": "5s" }, { "log": "old {{text}}" }] }"#
        var stage = try Stage(#""rules": [\#(slow)]"#)
        stage.begin()
        stage.hear("a")
        stage.hear("b")
        try reload(
            &stage,
            #""rules": [{ "id": "n", "on": "typing", "do": [{ "log": "n" }] }, \#(slow.replacing("old", with: "new"))]"#
        )
        stage.advance(.seconds(5))
        #expect(stage.look() == ["log info new a"])
        try reload(&stage, #""rules": [{ "id": "s", "on": "message", "do": [{ "log": "other" }] }]"#)
        stage.advance(.seconds(10))
        #expect(stage.look() == [] && stage.bot.status.acting == 0 && stage.bot.status.queued == 0)
    }

    @Test("a stream of a rule that is gone is closed where it is")
    func stream() throws {
        var stage = try Stage(
            #""rules": [{ "id": "s", "on": "message", "do": [{ "reply": { "text": "a b c d e", "stream": { "by": "word", "every": "1s" } } }] }]"#
        )
        stage.begin()
        stage.hear("x")
        try reload(&stage, #""rules": [{ "id": "other", "on": "message", "do": [{ "log": "x" }] }]"#)
        stage.advance(.seconds(2))
        let frames = stage.frames()
        #expect(frames.count == 2 && Frame(frames[1]).text("text") == "a" && Frame(frames[1]).flag("final") == true)
    }

    @Test("timers that are the same keep their beat; others begin anew")
    func timers() throws {
        func rules(_ first: String, _ second: String) -> String {
            #""rules": [{ "id": "a", "on": { "every": "\#(first)" }, "do": [{ "log": "a" }] }, { "id": "b", "on": { "every": "\#(second)" }, "do": [{ "log": "b" }] }]"#
        }
        var stage = try Stage(rules("10s", "10s"), keeps: true)
        stage.begin()
        stage.advance(.seconds(6))
        try reload(&stage, rules("10s", "7s"))
        stage.advance(.seconds(4))
        #expect(stage.look() == ["log info a"])
        stage.advance(.seconds(3))
        #expect(stage.look() == ["log info b"])
        try reload(&stage, #""rules": [{ "id": "a", "on": "message", "do": [{ "log": "x" }] }]"#)
        stage.advance(.seconds(20))
        // Only the connection's own ping, which is due every 30 s.
        #expect(stage.look() == ["ping"])
        #expect(stage.kept.keys.filter { $0.hasPrefix("timer") } == [])
    }

    @Test("a file of the other role is refused, and the old rules stay")
    func role() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "old" }] }]"#)
        stage.begin()
        stage.bot.reload(
            try Stage.blueprint(#""rules": [{ "id": "r", "on": "text", "do": [{ "message": "x" }] }]"#, role: .gateway),
            now: stage.now, into: &stage.effects)
        stage.hear("a")
        #expect(stage.texts() == ["old"])
        #expect(stage.notes.contains { $0.level == .error })
    }

    @Test("a bot that failed tries again with the new file")
    func failed() throws {
        let rules = #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }]"#
        var stage = try Stage(rules)
        stage.tell(.start)
        stage.tell(.closed(.refused(status: 401)))
        _ = stage.look()
        try reload(&stage, rules)
        #expect(stage.look() == ["connect"])
    }

    @Test("a thousand rules swapped under traffic: each message is answered once")
    func traffic() throws {
        func rules(_ word: String) -> String {
            let rules = (0..<1_000).map {
                #"{ "id": "r\#($0)", "on": "message", "when": { "text": "q\#($0)" }, "do": [{ "reply": "\#(word) \#($0)" }] }"#
            }
            return #""rules": [\#(rules.joined(separator: ","))]"#
        }
        var stage = try Stage(rules("old"))
        stage.begin()
        for number in 0..<400 {
            if number == 200 { try reload(&stage, rules("new")) }
            stage.hear("q\(number)")
        }
        let texts = stage.texts()
        #expect(texts == (0..<400).map { "\($0 < 200 ? "old" : "new") \($0)" })
    }
}
