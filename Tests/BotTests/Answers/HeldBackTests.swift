import Testing

@testable import Bot

@Suite("An answer's frame that waits for the disk")
struct HeldBackTests {
    private let prompts = ApprovalsTests()

    /// A bot that has answered `p1`.
    private func answered(_ rules: String = ApprovalsTests.bot, command: String = "git status") throws -> Stage {
        var stage = try Stage(rules)
        stage.begin()
        stage.receive(prompts.prompt("p1", command))
        return stage
    }

    private func mayGo(_ frame: String, _ stage: Stage) -> Bool { stage.bot.stillAnswers(Array(frame.utf8).span) }

    @Test("may go while its prompt is open")
    func open() throws {
        #expect(try mayGo(ApprovalsTests.answer, answered()))
    }

    @Test("may not go once its prompt is closed or has expired", arguments: [false, true])
    func closed(_ expired: Bool) throws {
        var stage = try answered()
        stage.receive(prompts.done("p1", expired ? nil : "once", expired: expired))
        #expect(!mayGo(ApprovalsTests.answer, stage))
    }

    @Test("may not go once the kill switch is turned, and may again when it is turned back")
    func off() throws {
        var stage = try answered()
        stage.tell(.approvals(.off))
        #expect(!mayGo(ApprovalsTests.answer, stage))
        stage.tell(.approvals(.on))
        #expect(mayGo(ApprovalsTests.answer, stage))
    }

    @Test("may not go once approvals pause")
    func paused() throws {
        var stage = try answered()
        stage.receive(prompts.prompt("p2", "ls"))
        stage.receive(prompts.done("p2", "always"))
        #expect(stage.bot.status.approvalsPaused != nil)
        #expect(!mayGo(ApprovalsTests.answer, stage))
    }

    @Test("may go whatever the kill switch says, if it denies")
    func denial() throws {
        let rules =
            #"\#(ApprovalsTests.commands)"rules": [{ "id": "no", "on": "prompt", "when": { "kind": "exec_approval" }, "do": [{ "answer": "deny" }] }]"#
        var stage = try answered(rules, command: "rm x")
        stage.tell(.approvals(.off))
        #expect(mayGo(#"{"t":"prompt","prompt_id":"p1","option_id":"deny"}"#, stage))
    }

    @Test("is none of a prompt that nobody has shown, or no answer at all")
    func none() throws {
        #expect(try !mayGo(#"{"t":"prompt","prompt_id":"p9","option_id":"once"}"#, answered()))
        #expect(try !mayGo(#"{"t":"text","id":"x","text":"once"}"#, answered()))
        #expect(try !mayGo("nonsense", answered()))
    }
}
