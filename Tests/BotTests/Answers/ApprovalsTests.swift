import Testing
import Time

@testable import Bot

@Suite("Approvals")
struct ApprovalsTests {
    static let commands = #""commands": { "ok": [["git", { "any_of": ["status", "diff"] }], ["ls"]] }, "#
    static let rule =
        #""rules": [{ "id": "look", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["ok"] } }, "do": [{ "answer": "once" }, { "log": "answered" }] }]"#
    static let bot = commands + rule

    func prompt(
        _ id: String, _ command: String, options: [String] = ["once", "session", "always", "deny"],
        text: String = "Run?"
    )
        -> String
    {
        let options = options.map { #"{"id":"\#($0)","label":"\#($0)"}"# }.joined(separator: ",")
        return
            #"{"t":"prompt","id":"\#(id)","kind":"exec_approval","text":"\#(text)","command":"\#(command)","options":[\#(options)]}"#
    }

    func done(_ id: String, _ option: String?, expired: Bool = false) -> String {
        let option = option.map { #","option_id":"\#($0)""# } ?? ""
        return #"{"t":"prompt_done","id":"\#(id)"\#(option)\#(expired ? #","expired":true"# : "")}"#
    }

    static let answer = #"{"t":"prompt","prompt_id":"p1","option_id":"once"}"#

    @Test("the audit record first, then the answer")
    func audited() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.answersAudits = false
        stage.receive(prompt("p1", "git status"))
        #expect(stage.look() == ["audit p1 once"])
        guard
            case .audit(let ticket?, let record)? = stage.all.last(where: {
                if case .audit = $0 { true } else { false }
            })
        else { return #expect(Bool(false)) }
        #expect(record.stage == .decided && record.rule == "look" && record.place != nil)
        #expect(record.command == "git status" && record.parse == "[git, status]")
        #expect(record.offered == ["once", "session", "always", "deny"])
        stage.tell(.audited(ticket, failure: nil))
        #expect(stage.look() == [Self.answer, "log info answered"])
        stage.receive(done("p1", "once"))
        #expect(stage.audits.last?.stage == .applied && stage.audits.last?.applied == "once")
        #expect(stage.bot.status.approvalsPaused == nil && stage.bot.status.openPrompts == 0)
    }

    @Test("nothing goes if the record cannot be written")
    func unwritten() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.auditFailure = "disk full"
        stage.receive(prompt("p1", "git status"))
        #expect(stage.look() == ["audit p1 once"])
        #expect(stage.audits.last?.stage == .left)
        #expect(stage.audits.last?.reason == "the audit log cannot be written: disk full")
    }

    @Test("what the rule does not allow is left alone, and said")
    func left() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "git status; rm -rf /"))
        #expect(stage.look() == [])
        #expect(stage.audits.map(\.stage) == [.left])
        #expect(stage.audits[0].reason == "no rule answers it")
        stage.receive(prompt("p2", "git status", options: ["always", "deny"]))
        #expect(stage.look() == [])
        #expect(stage.audits.last?.reason == "\"once\" is not offered")
    }

    @Test("one answer a prompt, whatever fires")
    func once() throws {
        var stage = try Stage(
            Self.commands
                + #""hit": "all", "rules": [{ "id": "a", "on": "prompt", "when": { "command": { "every": ["ok"] } }, "do": [{ "answer": "once" }] }, { "id": "b", "on": "prompt", "when": { "kind": "exec_approval" }, "do": [{ "answer": "deny" }] }]"#
        )
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        #expect(stage.frames().count == 1)
        #expect(stage.audits.contains { $0.stage == .left && $0.reason?.hasPrefix("it is answered already") == true })
        // The same prompt on the same connection changes nothing.
        stage.receive(prompt("p1", "ls"))
        #expect(stage.frames() == [])
    }

    @Test("a prompt that is closed before the record is there is not answered")
    func closedMeanwhile() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.answersAudits = false
        stage.receive(prompt("p1", "ls"))
        stage.receive(done("p1", nil, expired: true))
        #expect(stage.audits.last?.stage == .expired)
        guard case .audit(let ticket?, _)? = stage.all.first(where: { if case .audit = $0 { true } else { false } })
        else { return }
        _ = stage.look()
        stage.tell(.audited(ticket, failure: nil))
        #expect(stage.look() == [])
        // Shown again under the same id: never answered.
        stage.answersAudits = true
        stage.receive(prompt("p1", "ls"))
        #expect(stage.look() == [])
    }

    @Test("the kill switch is judged when the rule chooses, when the record is there, and when the frame goes")
    func killSwitch() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.tell(.approvals(.off))
        stage.receive(prompt("p1", "ls"))
        #expect(stage.look() == [] && stage.audits.last?.reason == "approvals are off")
        stage.tell(.approvals(.on))
        stage.answersAudits = false
        stage.receive(prompt("p2", "ls"))
        guard case .audit(let ticket?, _)? = stage.all.last else { return #expect(Bool(false)) }
        stage.tell(.approvals(.off))
        stage.tell(.audited(ticket, failure: nil))
        #expect(stage.frames() == [] && stage.audits.last?.reason == "approvals are off")
        stage.tell(.approvals(.on))
        stage.answersAudits = true
        stage.tell(.closed(.failed(reason: "reset")))
        stage.advance(.seconds(1))
        stage.tell(.opened(token: nil))
        // Before ready the answer waits in the outbox.
        stage.receive(prompt("p3", "ls"))
        stage.tell(.approvals(.off))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.frames().filter { $0.contains("prompt_id") } == [])
        #expect(stage.audits.last?.stage == .left && stage.audits.last?.prompt == "p3")
    }

    @Test("deny is no approval: no switch stops it")
    func deny() throws {
        var stage = try Stage(
            #""rules": [{ "id": "no", "on": "prompt", "when": { "kind": "exec_approval" }, "do": [{ "answer": "deny" }] }]"#
        )
        stage.begin()
        stage.tell(.approvals(.off))
        stage.receive(prompt("p1", "rm -rf /"))
        #expect(stage.frames() == [#"{"t":"prompt","prompt_id":"p1","option_id":"deny"}"#])
    }

    @Test("prompt_done with another option pauses approvals, kept, until a person ends it")
    func mismatch() throws {
        var stage = try Stage(Self.bot, keeps: true)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        _ = stage.look()
        stage.receive(done("p1", "always"))
        #expect(stage.audits.last?.stage == .mismatched)
        #expect(stage.notes.contains { $0.code == .mismatch && $0.level == .error })
        let why = #"prompt_done of p1 names "always", and "once" was sent"#
        #expect(stage.bot.status.approvalsPaused == why)
        stage.receive(prompt("p2", "ls"))
        #expect(stage.look() == [] && stage.audits.last?.reason == "approvals pause: \(why)")
        var next = try Stage(Self.bot, keeps: true, kept: stage.kept)
        next.begin()
        next.receive(prompt("p3", "ls"))
        #expect(next.look() == [])
        next.tell(.approvals(.resume))
        next.receive(prompt("p4", "ls"))
        #expect(next.frames().count == 1)
    }

    @Test(
        "prompt_done must name the option that was sent",
        arguments: [
            ("once", false, false), ("ONCE", false, false), (nil, false, true), (nil, true, false),
            ("deny", false, true),
        ]
            as [(String?, Bool, Bool)])
    func verified(option: String?, expired: Bool, pauses: Bool) throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        stage.receive(done("p1", option, expired: expired))
        #expect((stage.bot.status.approvalsPaused != nil) == pauses)
    }

    @Test("a prompt that a person answered is no mismatch")
    func byPerson() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "rm x"))
        stage.receive(done("p1", "once"))
        #expect(stage.bot.status.approvalsPaused == nil)
        #expect(stage.audits.last?.stage == .applied && stage.audits.last?.option == nil)
    }

    @Test("two prompts in flight are kept apart")
    func twoInFlight() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        stage.receive(prompt("p2", "git diff"))
        #expect(
            stage.frames() == [
                Self.answer, #"{"t":"prompt","prompt_id":"p2","option_id":"once"}"#,
            ])
        stage.receive(done("p2", "once"))
        stage.receive(done("p1", "once"))
        #expect(stage.bot.status.approvalsPaused == nil)
    }

    @Test("not delivered, the same answer goes again after ready; closed, never")
    func again() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        _ = stage.look()
        stage.reconnect()
        #expect(stage.frames().filter { $0.contains("prompt_id") } == [Self.answer])
        #expect(stage.audits.last?.stage == .resent)
        stage.receive(done("p1", "once"))
        stage.reconnect()
        #expect(stage.frames().filter { $0.contains("prompt_id") } == [])
    }

    @Test("delivered and shown again after a reconnect: the same answer again, and only then")
    func shownAgain() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        stage.acknowledge()
        _ = stage.look()
        stage.receive(prompt("p1", "ls"))
        #expect(stage.frames() == [])
        stage.reconnect()
        #expect(stage.frames().filter { $0.contains("prompt_id") } == [])
        stage.receive(prompt("p1", "ls"))
        #expect(stage.frames() == [Self.answer])
        stage.receive(prompt("p1", "ls"))
        #expect(stage.frames() == [])
        // Another command under the id that was answered: never.
        stage.acknowledge()
        stage.reconnect()
        _ = stage.look()
        stage.receive(prompt("p1", "git diff"))
        #expect(stage.frames() == [])
        #expect(stage.audits.last?.reason == "another prompt under this id was answered")
    }

    @Test("a prompt that changed while its rule waited is not answered")
    func changed() throws {
        var stage = try Stage(Self.bot.replacing(#""do": ["#, with: #""do": [{ "wait": "5s" }, "#))
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        stage.advance(.seconds(1))
        stage.receive(prompt("p1", "rm -rf /"))
        stage.advance(.seconds(10))
        #expect(stage.frames() == [])
        #expect(stage.audits.contains { $0.reason == "the prompt has changed" })
    }

    @Test("at most so many approvals a minute")
    func perMinute() throws {
        var stage = try Stage(#""approvals": { "per_minute": 3 }, "# + Self.bot)
        stage.begin()
        for number in 0..<5 { stage.receive(prompt("p\(number)", "ls")) }
        #expect(stage.frames().count == 3)
        #expect(stage.audits.last?.reason == "3 approvals a minute are used up")
        stage.tell(.alive)
        stage.advance(.seconds(60))
        stage.receive(prompt("q", "ls"))
        #expect(stage.frames().count == 1)
    }

    @Test("after a reload, what the rules no longer allow is held back")
    func reload() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.answersAudits = false
        stage.receive(prompt("p1", "ls"))
        guard case .audit(let ticket?, _)? = stage.all.last else { return #expect(Bool(false)) }
        let strict = Self.bot.replacing(#", ["ls"]"#, with: "")
        stage.bot.reload(try Stage.blueprint(strict), now: stage.now, into: &stage.effects)
        stage.tell(.audited(ticket, failure: nil))
        #expect(stage.frames() == [])
        #expect(stage.audits.last?.reason == "rule \"look\" approves it no longer")
    }

    @Test("by hand: anything that is offered, audited as such")
    func byHand() throws {
        var stage = try Stage(Self.bot)
        stage.begin()
        stage.receive(prompt("p1", "make install"))
        stage.tell(.answer(prompt: "p1", .id("session")))
        #expect(stage.frames() == [#"{"t":"prompt","prompt_id":"p1","option_id":"session"}"#])
        #expect(stage.audits.last?.byHand == true)
        stage.tell(.answer(prompt: "p9", .id("once")))
        #expect(stage.frames() == [])
    }

    @Test("killed between record and answer: the prompt gets one answer, the same")
    func killed() throws {
        var stage = try Stage(Self.bot, keeps: true)
        stage.begin()
        stage.receive(prompt("p1", "ls"))
        var next = try Stage(Self.bot, keeps: true, kept: stage.kept)
        next.begin()
        #expect(next.audits.map(\.stage) == [.resent])
        next.receive(prompt("p1", "ls"))
        #expect(next.frames() == [])
        next.receive(done("p1", "once"))
        #expect(next.bot.status.approvalsPaused == nil)
        var third = try Stage(Self.bot, keeps: true, kept: next.kept)
        third.begin()
        third.receive(prompt("p1", "ls"))
        #expect(third.all.contains { if case .send(_, .answer) = $0 { true } else { false } } == false)
    }
}
