import Testing

@testable import Prove

@Suite("The listing of what was not reached")
struct CoverageListingTests {
    @Test("points at the place in the line")
    func places() throws {
        let desk = Desk(
            #""rules": [ { "id": "a", "on": "message", "when": { "text": "hi" }, "do": [ { "reply": "x" } ] } ]"#)
        let (_, suite) = try desk.run(
            file: desk.test(message("ho") + #", { "expect_nothing": "1s" }"#), options: .init(coverage: true))
        #expect(
            suite.coverage[0].listing() == #"""
                bots/bot.json: 25 % covered (1 of 4)
                     !     1 | { "version": 1, "name": "bot", "role": "device", "rules": [ { "id": "a", "on": "message", "when": { "text": "hi" }, "do": [ { "reply": "x" } ] } ] }
                             |                                                             ^ rule "a" never fires
                             |                                                                                                     ^ a condition of "a" never holds
                             |                                                                                                                             ^ an action of "a" never runs

                """#)
    }
}
