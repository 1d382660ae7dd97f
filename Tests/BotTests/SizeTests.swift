import Testing

@testable import Bot

@Suite("A bot is small", .serialized)
struct SizeTests {
    @Test("at most 512 bytes inline")
    func inline() {
        #expect(MemoryLayout<Bot>.size <= 512, "it has \(MemoryLayout<Bot>.size)")
    }

    @Test("what a rule is about is heap memory of that rule's run alone")
    func idle() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }]"#)
        stage.begin()
        stage.hear("a")
        stage.acknowledge()
        #expect(stage.bot.acting.isEmpty && stage.bot.outbox.isEmpty && stage.bot.pending.isEmpty)
        #expect(!stage.bot.timers.isUsed && !stage.bot.desk.isUsed)
    }
}
