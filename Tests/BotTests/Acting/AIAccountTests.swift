import Rules
import Testing
import Time

@testable import Bot

@Suite("What a bot asks of models")
struct AIAccountTests {
    func at(_ seconds: Int64) -> Instant { .zero + .seconds(1_000 + seconds) }

    func settings(perMinute: Int? = nil, tokens: Int? = nil) -> AISettings {
        var settings = AISettings()
        settings.perMinute = perMinute
        settings.tokensPerDay = tokens
        return settings
    }

    @Test("without bounds anything goes")
    func unbounded() {
        var account = AIAccount()
        for _ in 0..<1_000 { #expect(account.begin(settings(), day: 1, now: at(0)) == nil) }
    }

    @Test("so many a minute, in any minute")
    func perMinute() {
        var account = AIAccount()
        let settings = settings(perMinute: 2)
        #expect(account.begin(settings, day: 1, now: at(0)) == nil)
        #expect(account.begin(settings, day: 1, now: at(30)) == nil)
        #expect(account.begin(settings, day: 1, now: at(59)) == "ai.per_minute is used up: 2 in the last minute")
        #expect(account.begin(settings, day: 1, now: at(60)) == nil)
        #expect(account.begin(settings, day: 1, now: at(89)) != nil)
        #expect(account.begin(settings, day: 1, now: at(90)) == nil)
    }

    @Test("so many tokens a day, and a new day begins anew")
    func tokens() {
        var account = AIAccount()
        let settings = settings(tokens: 100)
        account.spend(99, day: 7)
        #expect(account.begin(settings, day: 7, now: at(0)) == nil)
        account.spend(30, day: 7)
        #expect(account.begin(settings, day: 7, now: at(1)) == "ai.tokens_per_day is used up: 129 of 100")
        #expect(account.begin(settings, day: 8, now: at(2)) == nil)
        account.spend(5, day: 8)
        #expect(account.spent == 5)
    }

    @Test("numbers of a server that cannot be true end nothing but the day")
    func absurd() {
        var account = AIAccount()
        account.spend(.max, day: 1)
        account.spend(.max, day: 1)
        #expect(account.spent == .max)
        account.spend(-5, day: 2)
        #expect(account.spent == 0)
    }

    @Test("history is kept by turns and by characters, the oldest goes first")
    func history() {
        var account = AIAccount()
        account.remember("aaaa", "bbbb", of: "r", turns: 3, characters: 20)
        account.remember("cccc", "dddd", of: "r", turns: 3, characters: 20)
        #expect(account.turns(of: "r").map(\.text) == ["aaaa", "bbbb", "cccc", "dddd"])
        account.remember("eeee", "f", of: "r", turns: 3, characters: 20)
        #expect(account.turns(of: "r").map(\.text) == ["cccc", "dddd", "eeee", "f"])
        account.remember("g", "h", of: "r", turns: 1, characters: 20)
        #expect(account.turns(of: "r").map(\.text) == ["g", "h"])
        account.remember("x", String(repeating: "y", count: 20), of: "r", turns: 3, characters: 20)
        #expect(account.turns(of: "r") == [])
        #expect(account.turns(of: "other") == [])
    }

    @Test("a family emoji is one character of a history, whatever bytes it has")
    func graphemes() {
        var account = AIAccount()
        account.remember("👨‍👩‍👧‍👦", "ok", of: "r", turns: 3, characters: 3)
        #expect(account.turns(of: "r").count == 2)
    }
}
