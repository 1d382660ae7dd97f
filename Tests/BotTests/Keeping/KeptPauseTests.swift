import Testing
import Time

@testable import Bot

@Suite("A kept pause")
struct KeptPauseTests {
    private let prompts = ApprovalsTests()

    /// What a bot keeps after a mismatch.
    private func kept() throws -> [UInt8] {
        var stage = try Stage(ApprovalsTests.bot, keeps: true)
        stage.begin()
        stage.receive(prompts.prompt("p1", "git status"))
        stage.receive(prompts.done("p1", "always"))
        return try #require(stage.kept[KeptPause.key])
    }

    @Test("tells why, and what ends it: the next process approves again")
    func ended() throws {
        let pause = try #require(KeptPause(try kept()))
        #expect(pause.reason == #"prompt_done of p1 names "always", and "once" was sent"#)
        #expect(KeptPause(pause.resumed) == nil)

        var still = try Stage(ApprovalsTests.bot, keeps: true, kept: [KeptPause.key: try kept()])
        #expect(still.bot.status.approvalsPaused == pause.reason)
        still.begin()
        still.receive(prompts.prompt("p2", "git status"))
        #expect(!still.look().contains { $0.contains(#""prompt_id":"p2""#) })

        var next = try Stage(ApprovalsTests.bot, keeps: true, kept: [KeptPause.key: pause.resumed])
        #expect(next.bot.status.approvalsPaused == nil)
        next.begin()
        next.receive(prompts.prompt("p2", "git status"))
        #expect(next.look().contains { $0.contains(#""prompt_id":"p2""#) })
    }

    @Test("of any other bytes is none")
    func hostile() throws {
        let bytes = try kept()
        for length in 0..<bytes.count { #expect(KeptPause(Array(bytes[..<length])) == nil) }
        #expect(KeptPause([]) == nil)
        #expect(KeptPause([2] + bytes.dropFirst()) == nil)
        #expect(KeptPause([1, 1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]) == nil)
    }
}
