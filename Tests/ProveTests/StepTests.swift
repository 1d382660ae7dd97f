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
