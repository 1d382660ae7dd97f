import Bot
import JSON
import Rules
import Testing
import Time

@testable import Prove

/// What a bot with these rules keeps once its variable `n` has a value, in base64.
private func keptMemory(_ rules: String, n: Int) throws -> String {
    let text = #"{ "version": 1, "name": "bot", \#(rules) }"#
    let file = try #require(RuleFile.read(bytes: Array(text.utf8), path: "bot.json").file)
    let program = try Program(file)
    var memory = Memory()
    program.set("n", to: .number(Double(n)), in: &memory)
    let now = Now(instant: Instant(nanoseconds: 1), wall: WallTime(milliseconds: 1_772_359_200_000))
    var base64: [UInt8] = []
    Base64.encode(memory.encoded(for: program, now: now).span, into: &base64)
    return String(decoding: base64, as: UTF8.self)
}

/// A recording of a bot called `bot`, line by line.
struct Tape {
    fileprivate(set) var lines: [String] = []
    private var elapsed = 0

    init(kept: [String: String] = [:], role: String = "device", more: String = "") {
        add(#""record":1,"role":"\#(role)","file":"bot.json","file_sha256":"","device":"d","seed":"7"\#(more)"#)
        for (key, value) in kept { add(#""kept":"\#(key)","value":"\#(value)""#) }
        event(#""start""#)
        event(#""opened""#)
        heard(#"{"t":"ready"}"#)
    }

    private mutating func add(_ members: String) {
        let time =
            (WallTime(iso8601: "2026-03-01T10:00:00Z") ?? WallTime(milliseconds: 0)) + .milliseconds(Int64(elapsed))
        lines.append(#"{"at":"\#(time.iso8601)","us":\#(elapsed * 1000),"bot":"bot",\#(members)}"#)
    }

    /// Milliseconds pass.
    mutating func wait(_ milliseconds: Int) { elapsed += milliseconds }
    mutating func event(_ members: String) { add(#""connection":1,"event":\#(members)"#) }
    mutating func heard(_ frame: String) { add(#""connection":1,"in":\#(frame)"#) }
    mutating func message(_ text: String) {
        heard(#"{"t":"message","id":"m\#(lines.count)","text":"\#(text)","final":true}"#)
    }
    mutating func said(_ frame: String, _ kind: String = "text") {
        add(#""connection":1,"kind":"\#(kind)","out":\#(frame)"#)
    }
    mutating func replied(_ text: String) { said(#"{"t":"text","id":"x\#(lines.count)","text":"\#(text)"}"#) }

    var text: String { lines.map { $0 + "\n" }.joined() }
    var recording: Recording { get throws { try Recording(Array(text.utf8)) } }

    func replay(_ rules: String, _ stretch: Stretch = Stretch()) throws -> ReplayResult {
        try Replay(bot: "bots/bot.json", Desk(rules).surroundings).run(try recording, stretch)
    }
}

@Suite("A replay")
struct ReplayTests {
    private static let hi =
        #"{ "id": "hi", "on": "message", "when": { "text": "hi" }, "do": [ { "set": { "n": { "add": 1 } } }, { "wait": "1s" }, { "reply": "Hello {{n}}" } ] }"#
    private static let bye =
        #"{ "id": "bye", "on": "message", "when": { "text": "bye" }, "do": [ { "reply": "Bye" } ] }"#

    private func rules(_ rules: String...) -> String {
        #""vars": { "n": 0 }, "rules": [ \#(rules.joined(separator: ", ")) ]"#
    }

    private var day: Tape {
        var tape = Tape()
        tape.message("hi")
        tape.wait(1003)
        tape.replied("Hello 1")
        tape.wait(5000)
        tape.message("bye")
        tape.wait(1)
        tape.replied("Bye")
        tape.wait(2000)
        tape.event(#""drain""#)
        tape.event(#""close","code":1000,"reason":"""#)
        tape.event(#""exit","code":0"#)
        return tape
    }

    @Test("with the same rules finds no difference")
    func same() throws {
        let result = try day.replay(rules(Self.hi, Self.bye))
        #expect(result.isSame)
        // The two replies, the close and the exit.
        #expect(ReplayText().text(of: result) == "4 recorded decisions: no difference\n")
        #expect(
            String(decoding: result.json(), as: UTF8.self)
                == #"{"same":4,"changed":0,"added":0,"missing":0,"cut_off":[],"missing_lines":0,"redacted":false,"differences":[]}"#
        )
    }

    @Test("names a decision that a changed rule changed, with what it answers and the line of what was sent then")
    func changed() throws {
        let result = try day.replay(rules(Self.hi, Self.bye.replacing("Bye", with: "See you")))
        #expect(!result.isSame)
        #expect(
            ReplayText().text(of: result) == """
                2026-03-01T10:00:06.004Z ← {"t":"message","id":"m6","text":"bye","final":true}
                  - {"t":"text","text":"Bye"}  (line 8)
                  + {"t":"text","text":"See you"}
                4 recorded decisions: 1 changed

                """)
        #expect(
            String(decoding: result.json(), as: UTF8.self)
                == #"{"same":3,"changed":1,"added":0,"missing":0,"cut_off":[],"missing_lines":0,"redacted":false,"differences":"#
                + #"[{"difference":"changed","at":"2026-03-01T10:00:06.004Z","line":8,"after":"{\"t\":\"message\",\"id\":\"m6\",\"text\":\"bye\",\"final\":true}","#
                + #""then":"{\"t\":\"text\",\"text\":\"Bye\"}","now":"{\"t\":\"text\",\"text\":\"See you\"}"}]}"#)
    }

    @Test("names a decision that is missing without a rule, and one that a new rule adds")
    func missingAndAdded() throws {
        let new = #"{ "id": "new", "on": "ready", "do": [ { "reply": "Here" } ] }"#
        let result = try day.replay(rules(new, Self.hi))
        #expect(
            ReplayText().text(of: result) == """
                2026-03-01T10:00:00Z ← {"t":"ready"}
                  + {"t":"text","text":"Here"}  (it was not sent then)
                2026-03-01T10:00:06.004Z ← {"t":"message","id":"m6","text":"bye","final":true}
                  - {"t":"text","text":"Bye"}  (line 8: it would not be sent)
                4 recorded decisions: 1 added, 1 missing

                """)
    }

    @Test("does not mind another order of what is sent at about the same time")
    func order() throws {
        var tape = Tape()
        tape.message("hi")
        tape.wait(990)
        tape.message("bye")
        // The bye was slow then.
        tape.wait(20)
        tape.replied("Hello 1")
        tape.replied("Bye")
        tape.wait(500)
        #expect(try tape.replay(rules(Self.hi, Self.bye)).isSame)
    }

    @Test("begins with what the bot remembered")
    func kept() throws {
        // As a bot keeps it: `n` is 4 already.
        var tape = Tape(kept: ["memory": try keptMemory(rules(Self.hi), n: 4)])
        tape.message("hi")
        tape.wait(1000)
        tape.replied("Hello 5")
        tape.wait(500)
        #expect(try tape.replay(rules(Self.hi)).isSame)
        var fresh = Tape()
        fresh.message("hi")
        fresh.wait(1000)
        fresh.replied("Hello 5")
        fresh.wait(500)
        #expect(try fresh.replay(rules(Self.hi)).count(.changed) == 1)
    }

    @Test("answers a fetch as it was answered then, and when")
    func fetches() throws {
        let fetching =
            #"{ "id": "pic", "on": "message", "when": { "text": "pic" }, "do": [ { "media": { "url": "https://x.example/a.png", "kind": "image" } }, { "reply": "done" } ] }"#
        var tape = Tape()
        tape.message("pic")
        tape.wait(700)
        tape.event(#""fetched","url":"https://x.example/a.png","status":200,"type":"image/png","size":9"#)
        tape.wait(2)
        tape.said(
            #"{"t":"media","id":"x","kind":"image","mime":"image/png","filename":"a.png","part":0,"parts":1,"data":{"size":9,"sha256":"0"}}"#,
            "raw")
        tape.replied("done")
        tape.wait(500)
        #expect(try tape.replay(rules(fetching)).isSame)
    }

    @Test("streams an AI's reply as it was streamed then")
    func ai() throws {
        let asking =
            #"{ "id": "ask", "on": "message", "do": [ { "ask_ai": { "url": "https://x.example/v1/chat", "model": "m", "prompt": "{{text}}", "stream": { "every": "60ms" } } } ] }"#
        var tape = Tape()
        tape.message("Why?")
        tape.wait(400)
        tape.event(#""ai","ask":2,"piece":"Be""#)
        tape.wait(100)
        tape.event(#""ai","ask":2,"piece":"cause.""#)
        tape.event(#""ai","ask":2,"finished":true"#)
        tape.wait(1)
        tape.said(#"{"t":"message","id":"x","text":"Because.","edit":true,"final":true}"#, "ended")
        tape.wait(500)
        #expect(try tape.replay(rules(asking)).isSame)
    }

    @Test("approves nothing where the audit log could not be written then")
    func unaudited() throws {
        let approving =
            #""commands": { "look": [["ls"]] }, "rules": [ { "id": "look", "on": "prompt", "when": { "kind": "exec_approval", "command": { "every": ["look"] } }, "do": [ { "answer": "once" } ] } ]"#
        let prompt =
            #"{"t":"prompt","id":"p1","kind":"exec_approval","text":"?","command":"ls","options":[{"id":"once","label":"Once"},{"id":"deny","label":"Deny"}]}"#
        var tape = Tape()
        tape.heard(prompt)
        tape.wait(3)
        tape.event(#""unaudited","prompt":"p1","error":"the disk is full""#)
        tape.wait(1000)
        tape.heard(#"{"t":"typing"}"#)
        #expect(try tape.replay(approving).isSame)
        var other = Tape()
        other.heard(prompt)
        other.wait(1000)
        other.heard(#"{"t":"typing"}"#)
        #expect(try other.replay(approving).count(.added) == 1)
    }

    @Test("goes through drops and reconnects, and through one process after another")
    func connections() throws {
        var tape = Tape()
        tape.wait(100)
        tape.event(#""closed","failed":"reset""#)
        tape.wait(400)
        tape.event(#""opened""#)
        tape.heard(#"{"t":"ready"}"#)
        tape.message("bye")
        tape.wait(1)
        tape.replied("Bye")
        tape.wait(10_000)
        tape.message("hi")
        // Killed while the rule waited.
        tape.wait(500)
        let both = Tape(tape, then: day)
        let result = try both.replay(rules(Self.hi, Self.bye))
        #expect(ReplayText().text(of: result) == "5 recorded decisions: no difference\n")
    }

    @Test("keeps what came on a connection for a bot that draws other numbers, and waits longer before it connects")
    func early() throws {
        let drawing =
            #"{ "id": "r", "on": "ready", "when": { "again": false }, "do": [ { "reply": { "one_of": ["a", "b"] } } ] }"#
        var tape = Tape()
        tape.wait(100)
        // Many drops, so that the times between attempts are long; then each attempt succeeds at once.
        for _ in 0..<6 {
            tape.event(#""closed","failed":"reset""#)
            tape.wait(1)
            tape.event(#""opened""#)
        }
        tape.heard(#"{"t":"ready"}"#)
        tape.message("bye")
        tape.wait(1)
        tape.replied("Bye")
        tape.wait(20_000)
        tape.heard(#"{"t":"typing"}"#)
        let result = try tape.replay(rules(drawing, Self.bye))
        #expect(result.count(.missing) == 0)
        #expect(result.count(.same) == 1)
    }

    @Test("tells of a stretch alone, though all is played")
    func stretch() throws {
        let changed = rules(Self.hi.replacing("Hello", with: "Hullo"), Self.bye.replacing("Bye", with: "See you"))
        let late = try day.replay(changed, Stretch(from: .since(.seconds(5))))
        #expect(late.count(.changed) == 1)
        let early = try day.replay(changed, Stretch(to: .moment(WallTime(milliseconds: 1_772_359_202_000))))
        #expect(early.decisions.map(\.then) == [#"{"t":"text","text":"Hello 1"}"#])
    }

    @Test(
        "of a stretch that ends before it begins, or in which nothing was recorded, is none",
        arguments: [
            (nil, nil, nil), (.since(.zero), .since(.zero), nil), (.since(.seconds(9)), nil, nothing),
            (nil, .moment(WallTime(milliseconds: 0)), nothing),
            (
                .since(.seconds(5)), .since(.seconds(4)),
                "the stretch would end at 2026-03-01T10:00:04Z, before it begins at 2026-03-01T10:00:05Z"
            ),
            (
                .since(.seconds(5)), .moment(WallTime(milliseconds: 1_772_359_201_000)),
                "the stretch would end at 2026-03-01T10:00:01Z, before it begins at 2026-03-01T10:00:05Z"
            ),
        ] as [(Stretch.Bound?, Stretch.Bound?, String?)])
    func empty(_ from: Stretch.Bound?, _ to: Stretch.Bound?, _ fault: String?) throws {
        let replay = try Replay(bot: "bots/bot.json", Desk(rules(Self.hi)).surroundings)
        #expect(try replay.fault(in: Stretch(from: from, to: to), of: try day.recording) == fault)
    }

    private static let nothing =
        "nothing was recorded then: the recording goes from 2026-03-01T10:00:00Z to 2026-03-01T10:00:08.004Z"

    @Test("that has no decision to compare says so")
    func undecided() throws {
        let result = try day.replay(rules(Self.hi), Stretch(from: .since(.seconds(2)), to: .since(.seconds(3))))
        #expect(
            ReplayText().text(of: result) == "no decision was recorded there, and none would be taken\n")
    }

    @Test("of a recording of other bots, or of the other role, is refused")
    func refused() throws {
        let desk = Desk(rules(Self.hi))
        let replay = try Replay(bot: "bots/bot.json", desk.surroundings)
        #expect(throws: Recording.Fault(line: 1, message: "it was recorded as role gateway, which this bot has not")) {
            _ = try replay.run(try Tape(role: "gateway").recording)
        }
        let two = try Recording(Array((Tape().text + Tape().text).replacing(#""bot":"bot""#, with: #""bot":"x""#).utf8))
        #expect(two.bots == ["x"])
        #expect(try replay.run(two).isSame)
        let others =
            Tape().text.replacing(#""bot":"bot""#, with: #""bot":"x""#)
            + Tape().text.replacing(#""bot":"bot""#, with: #""bot":"y""#)
        #expect(
            throws: Recording.Fault(line: 1, message: #"this recording is of "x", "y", and not of "bot""#)
        ) { _ = try replay.run(try Recording(Array(others.utf8))) }
    }
}

extension Tape {
    /// Two processes, one after another.
    init(_ first: Tape, then second: Tape) {
        self = first
        lines += second.lines
    }
}
