import Rules
import Testing
import Time

@testable import Bot

@Suite("Timers of rules")
struct TimersTests {
    @Test("every so often, from the start")
    func every() throws {
        var stage = try Stage(
            #""rules": [{ "id": "t", "on": { "every": "10m" }, "do": [{ "log": "tick {{count}}" }] }]"#)
        stage.advance(.hours(1))
        #expect(stage.look() == [])
        stage.tell(.start)
        stage.advance(.milliseconds(599_999))
        #expect(!stage.look().contains { $0.hasPrefix("log") })
        stage.advance(.milliseconds(1))
        #expect(stage.look().contains("log info tick 1"))
        stage.advance(.minutes(20))
        #expect(stage.look().filter { $0.hasPrefix("log") } == ["log info tick 2", "log info tick 3"])
    }

    @Test("jitter is added, from zero, and the beat is kept")
    func jitter() throws {
        var stage = try Stage(
            #""rules": [{ "id": "t", "on": { "every": "10m", "jitter": "1m" }, "do": [{ "log": "{{now | format \"%M:%S\"}}" }] }]"#
                .replacing(#"{{now | format \"%M:%S\"}}"#, with: "x"))
        stage.tell(.start)
        let start = stage.now.instant
        var fired: [Interval] = []
        for _ in 0..<60 {
            for second in 0..<600 {
                _ = second
                stage.advance(.seconds(1))
                if stage.look().contains("log info x") { fired.append(stage.now.instant - start) }
            }
        }
        #expect(fired.count == 59 || fired.count == 60)
        for (index, time) in fired.enumerated() {
            let base = Interval.minutes(10) * Int64(index + 1)
            #expect(time >= base && time <= base + .seconds(61))
        }
        #expect(Set(fired.map { $0.milliseconds % 600_000 / 1_000 }).count > 20)
    }

    @Test("cron fields, by the wall clock")
    func cron() throws {
        var stage = try Stage(
            #""rules": [{ "id": "t", "on": { "at": "30 12 * * *" }, "do": [{ "log": "half past" }] }]"#)
        stage.tell(.start)
        stage.advance(.minutes(29))
        #expect(!stage.look().contains { $0.hasPrefix("log") })
        // The wall clock is read in whole milliseconds.
        stage.advance(.minutes(1) + .milliseconds(1))
        #expect(stage.look().contains("log info half past"))
        stage.advance(.hours(23))
        #expect(!stage.look().contains { $0.hasPrefix("log") })
        stage.advance(.hours(1))
        #expect(stage.look().contains("log info half past"))
    }

    @Test("a timer goes on over a restart; missed, it comes once")
    func restart() throws {
        let rules = #""rules": [{ "id": "t", "on": { "every": "10m" }, "do": [{ "log": "tick {{count}}" }] }]"#
        var stage = try Stage(rules, keeps: true)
        stage.tell(.start)
        stage.advance(.minutes(4))
        var next = try Stage(rules, keeps: true, kept: stage.kept)
        next.pass(.minutes(4))
        next.tell(.start)
        _ = next.look()
        next.advance(.minutes(5))
        #expect(!next.look().contains { $0.hasPrefix("log") })
        next.advance(.minutes(1))
        #expect(next.look().filter { $0.hasPrefix("log") } == ["log info tick 1"])
        var late = try Stage(rules, keeps: true, kept: stage.kept)
        late.pass(.minutes(95))
        late.tell(.start)
        late.advance(.zero)
        #expect(late.look().filter { $0.hasPrefix("log") } == ["log info tick 1"])
        late.advance(.minutes(4))
        #expect(late.look().filter { $0.hasPrefix("log") } == [])
        late.advance(.minutes(1))
        #expect(late.look().filter { $0.hasPrefix("log") } == ["log info tick 2"])
    }

    @Test("a clock set back or forth is noticed within the hour")
    func clockSet() throws {
        var stage = try Stage(#""rules": [{ "id": "t", "on": { "at": "0 18 * * *" }, "do": [{ "log": "six" }] }]"#)
        stage.tell(.start)
        stage.tell(.opened(token: nil))
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.bot.deadline! - stage.now.instant <= .hours(1))
        // The wall clock jumps ahead by six hours and more.
        let now = Now(instant: stage.bot.deadline!, wall: stage.now.wall + .hours(7))
        stage.bot.handle(.wake, now: now, into: &stage.effects)
        #expect(stage.effects.items.contains { if case .log(_, "six") = $0 { true } else { false } })
    }
}
