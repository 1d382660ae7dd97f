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

    static let tooMuch = "fires more often than it ends, and what waits is over 4 MiB: this time is left out"

    @Test("no more wait, or act at once, than 4 MiB of events", arguments: ["queue", "parallel"])
    func bytes(overlap: String) throws {
        var stage = try stage(overlap)
        let text = String(repeating: "x", count: 1 << 20)
        for number in 0..<8 { stage.hear("\(number)\(text)", id: "l\(number)") }
        let status = stage.bot.status
        #expect(status.acting + status.queued == 3 + 3)
        #expect(stage.notes.filter { $0.level == .warning }.map(\.text) == Array(repeating: Self.tooMuch, count: 5))
        // Small ones still may, and what was left out is not made up for.
        stage.hear("d")
        #expect(stage.bot.status.acting + stage.bot.status.queued == 7)
        stage.advance(.seconds(60))
        #expect(stage.look().count { $0.hasPrefix("log info end") } == 7)
        stage.hear("e")
        #expect(stage.bot.status.acting == 1)
    }

    @Test("the bound is over all rules together, and each may act, and one firing wait, whatever its event says")
    func bytesOfAll() throws {
        let rules = ["a", "b"].map {
            #"{ "id": "\#($0)", "on": "message", "continue": true, "do": [{ "wait": "1s" }, { "log": "\#($0)" }] }"#
        }
        var stage = try Stage(#""rules": [\#(rules.joined(separator: ","))]"#)
        stage.begin()
        let text = String(repeating: "x", count: 5 << 20)
        stage.hear("1\(text)", id: "1")
        #expect(stage.bot.status.acting == 2)
        stage.hear("2\(text)", id: "2")
        #expect(stage.bot.status.queued == 1)
        stage.hear("3", id: "3")
        #expect(stage.bot.status.queued == 1)
        #expect(stage.notes.count { $0.text == Self.tooMuch } == 3)
        stage.advance(.seconds(5))
        #expect(stage.look() == ["log info a", "log info b", "log info a"])
    }

    @Test("files wait within the quota, and one that is left out is freed")
    func files() throws {
        var stage = try Stage(
            #""receive": { "quota": "1MB" }, "rules": [{ "id": "r", "on": "media", "do": [{ "wait": "1s" }] }]"#
        )
        stage.begin()
        for number in 1...4 {
            stage.receive(
                #"{"t":"media","id":"f\#(number)","kind":"image","data":"AAAA","part":0,"parts":1}"#)
            let tickets = stage.all.compactMap { if case .joinParts(let ticket, _) = $0 { ticket } else { nil } }
            let file = MediaFile(handle: "\(number)", size: 450_000, mime: "image/png")
            stage.tell(.joined(try #require(tickets.last), .file(file)))
        }
        #expect(stage.bot.status.acting == 1 && stage.bot.status.queued == 2)
        #expect(
            stage.notes.last { $0.level == .warning }?.text
                == "fires more often than it ends, and the files that wait are over the quota: this time is left out")
        #expect(stage.look().last == "discard 4")
    }

    @Test("firings that wait for nothing never overlap")
    func quick() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "log": "{{text}}" }] }]"#)
        stage.begin()
        for number in 0..<300 { stage.hear("x\(number)") }
        #expect(stage.look().count == 300)
    }
}
