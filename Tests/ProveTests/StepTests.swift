import Testing

@testable import Prove

@Suite("A test")
struct StepTests {
    @Test("of a bot that does as expected passes")
    func passes() throws {
        let steps = message("hi") + #", { "expect": [ { "t": "text", "text": "You said hi" } ] }"#
        try #expect(Desk(echo).failure(steps) == nil)
    }

    @Test("fails where another frame comes, and says where the two differ")
    func differs() throws {
        let steps = message("hi") + #", { "expect": [ { "t": "text", "text": "You said ho" } ] }"#
        let failure = try #require(try Desk(echo).failure(steps))
        #expect(failure.message == "another frame came than the one expected")
        #expect(failure.difference == #"text wants "You said ho", saw "You said hi""#)
        #expect(failure.expected == #"{"t":"text","text":"You said ho"}"#)
        #expect(failure.events.last?.trace.rules.first?.verdict.isFired == true)
    }
}

@Suite("Speed")
struct SpeedTests {
    @Test("of thirty days with a daily timer")
    func days() throws {
        let rules =
            #""rules": [ { "id": "daily", "on": { "at": "0 9 * * *" }, "do": [ { "reply": "Good morning" } ] } ]"#
        var steps: [String] = []
        for _ in 0..<30 { steps.append(#"{ "expect": [ { "t": "text", "text": "Good morning" } ], "within": "24h" }"#) }
        let clock = ContinuousClock()
        let time = try clock.measure { try #expect(Desk(rules).failure(steps.joined(separator: ",")) == nil) }
        print("30 days", time)
    }

    @Test("of ten thousand tests")
    func many() throws {
        var tests: [String] = []
        for index in 0..<10_000 {
            tests.append(
                #"{ "name": "t\#(index)", "steps": [ \#(message("hi \(index)")), { "expect": [ { "t": "text", "text": "You said hi \#(index)" } ] }, { "expect_nothing": "9s" } ] }"#
            )
        }
        let file = #"{ "bot": "bot.json", "tests": [ \#(tests.joined(separator: ",\n")) ] }"#
        let clock = ContinuousClock()
        let time = try clock.measure { try #expect(Desk(echo).run(file: file).0.failed == 0) }
        print("10,000 tests", time)
    }
}
