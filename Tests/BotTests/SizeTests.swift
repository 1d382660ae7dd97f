import Hermes
import Rules
import Testing
import Time

@testable import Bot

@Suite("A bot is small", .serialized)
struct SizeTests {
    @Test("at most 512 bytes inline")
    func inline() {
        #expect(MemoryLayout<Bot>.size <= 512, "it has \(MemoryLayout<Bot>.size)")
        print(
            "Bot \(MemoryLayout<Bot>.size): link \(MemoryLayout<Link>.size), inbound \(MemoryLayout<Inbound>.size) (messages \(MemoryLayout<MessageStream>.size)), outbox \(MemoryLayout<Outbox>.size), answers \(MemoryLayout<Answers>.size), memory \(MemoryLayout<Memory>.size)"
        )
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

    @Test("an event that fires nothing allocates nothing")
    func allocations() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "when": { "text": "secret word" }, "do": [{ "reply": "x" }] }]"#,
            tracing: .off)
        stage.begin()
        stage.tracesMessages()
        let typing = Array(#"{"t":"typing"}"#.utf8)
        let other = Array(#"{"t":"avatar","state":"thinking"}"#.utf8)
        let now = stage.now
        var effects = Effects()
        func work(_ bot: inout Bot) {
            bot.handle(.alive, now: now, into: &effects)
            bot.handle(.wake, now: now, into: &effects)
            bot.handle(.acknowledged(mark: 0), now: now, into: &effects)
            bot.receive(typing.span, now: now, into: &effects)
            bot.receive(other.span, now: now, into: &effects)
        }
        for _ in 0..<10 { work(&stage.bot) }
        #expect(effects.isEmpty)
        let some = Allocations.count {
            _ = Scene(occurrence: .init(.start), captures: [:], count: 0, file: nil, event: 0)
        }
        #expect(some == nil || some == 1)
        let count = Allocations.count { for _ in 0..<100 { work(&stage.bot) } }
        #expect(count == nil || count == 0)
    }
}

extension Stage {
    /// Brings a message through, so that what is made once is made.
    mutating func tracesMessages() { hear("warm up") }
}
