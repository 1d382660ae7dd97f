import Testing
import Time

@testable import Bot

@Suite("A rule that fires while it acts")
struct OverlapTests {
    func stage(_ overlap: String) throws -> Stage {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "on_overlap": "\#(overlap)", "do": [{ "log": "begin {{text}}" }, { "wait": "1s" }, { "log": "end {{text}}" }] }]"#
        )
        stage.begin()
        stage.hear("a")
        stage.advance(.milliseconds(400))
        stage.hear("b")
        stage.advance(.milliseconds(100))
        stage.hear("c")
        return stage
    }

    @Test("queue: one after the other")
    func queue() throws {
        var stage = try stage("queue")
        #expect(stage.bot.status.acting == 1 && stage.bot.status.queued == 2)
        stage.advance(.milliseconds(500))
        #expect(stage.look() == ["log info begin a", "log info end a", "log info begin b"])
        stage.advance(.seconds(2))
        #expect(stage.look() == ["log info end b", "log info begin c", "log info end c"])
    }

    @Test("parallel: all at once")
    func parallel() throws {
        var stage = try stage("parallel")
        #expect(stage.look() == ["log info begin a", "log info begin b", "log info begin c"])
        stage.advance(.seconds(2))
        #expect(stage.look() == ["log info end a", "log info end b", "log info end c"])
    }

    @Test("restart: the newest alone")
    func restart() throws {
        var stage = try stage("restart")
        stage.advance(.seconds(3))
        #expect(stage.look() == ["log info begin a", "log info begin b", "log info begin c", "log info end c"])
    }

    @Test("skip: the first alone")
    func skip() throws {
        var stage = try stage("skip")
        stage.advance(.seconds(3))
        #expect(stage.look() == ["log info begin a", "log info end a"])
        stage.hear("d")
        #expect(stage.look() == ["log info begin d"])
    }

    @Test("at most 100 wait")
    func full() throws {
        var stage = try stage("queue")
        for number in 0..<200 { stage.hear("x\(number)") }
        #expect(stage.bot.status.queued == 100)
        #expect(stage.notes.contains { $0.level == .warning && $0.code == .firing })
        stage.advance(.seconds(300))
        #expect(stage.look().count { $0.hasPrefix("log info end") } == 101)
        #expect(stage.bot.status.acting == 0)
    }

    @Test("firings that wait for nothing never overlap")
    func quick() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "log": "{{text}}" }] }]"#)
        stage.begin()
        for number in 0..<300 { stage.hear("x\(number)") }
        #expect(stage.look().count == 300)
    }
}
