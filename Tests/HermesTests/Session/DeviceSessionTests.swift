import Hermes
import Random
import Testing
import Time

private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

@Suite("A device's session")
struct DeviceSessionTests {
    private let settings = DeviceSession.Settings()
    /// Full jitter with all ones: the whole delay.
    private var latest = FixedGenerator(value: .max)

    /// A session that is ready at `milliseconds`.
    private func ready(at milliseconds: Int64 = 0) -> DeviceSession {
        var session = DeviceSession()
        _ = session.start(now: at(milliseconds), settings: settings)
        _ = session.opened(now: at(milliseconds), settings: settings)
        _ = session.welcomed(now: at(milliseconds), settings: settings)
        return session
    }

    @Test("it connects, greets, and is ready; then it pings")
    func wellBehaved() {
        var random = latest
        var session = DeviceSession()
        #expect(session.phase == .idle)
        #expect(session.deadline(settings) == nil)
        #expect(session.start(now: at(0), settings: settings) == true)
        #expect(session.start(now: at(1), settings: settings) == false)
        #expect(session.deadline(settings) == at(10_000))
        #expect(session.opened(now: at(100), settings: settings) == true)
        #expect(session.deadline(settings) == at(20_100))
        #expect(session.welcomed(now: at(200), settings: settings) == .ready(again: false))
        #expect(session.isReady)
        #expect(session.welcomed(now: at(201), settings: settings) == .ignored)
        #expect(session.deadline(settings) == at(30_200))
        #expect(session.tick(now: at(30_199), settings: settings, using: &random) == .nothing)
        #expect(session.tick(now: at(30_200), settings: settings, using: &random) == .ping)
        session.heard(now: at(30_201))
        #expect(session.deadline(settings) == at(60_200))
    }

    @Test("silence for 75 s means dead, whatever pings went out")
    func silence() {
        var random = latest
        var session = ready()
        for second: Int64 in [30, 60] {
            #expect(session.tick(now: at(second * 1000), settings: settings, using: &random) == .ping)
        }
        #expect(session.deadline(settings) == at(75_000))
        #expect(
            session.tick(now: at(75_000), settings: settings, using: &random) == .drop(.silence, .retry(at: at(75_500)))
        )
        // What the driver says later of the dropped connection changes nothing.
        #expect(session.ended(.lost, now: at(75_001), settings: settings, using: &random) == .ignored)
        #expect(session.tick(now: at(75_499), settings: settings, using: &random) == .nothing)
        #expect(session.tick(now: at(75_500), settings: settings, using: &random) == .connect)
    }

    @Test("any inbound frame shows that the peer lives")
    func heard() {
        var random = latest
        var session = ready()
        session.heard(now: at(50_000))
        // Clocks of events may stand still, never go back.
        session.heard(now: at(40_000))
        #expect(session.tick(now: at(124_999), settings: settings, using: &random) == .ping)
        #expect(
            session.tick(now: at(125_000), settings: settings, using: &random)
                == .drop(.silence, .retry(at: at(125_500))))
    }

    @Test("pings and the silence limit can be switched off")
    func switchedOff() {
        var quiet = settings
        quiet.ping = .zero
        quiet.deadAfter = .zero
        var random = latest
        var session = ready()
        #expect(session.deadline(quiet) == nil)
        #expect(session.tick(now: at(10_000_000), settings: quiet, using: &random) == .nothing)
        quiet.deadAfter = .seconds(5)
        #expect(session.deadline(quiet) == at(5_000))
    }

    @Test("a connection that does not come up, and a ready that does not come, are dropped and tried again")
    func timeouts() {
        var random = latest
        var session = DeviceSession()
        _ = session.start(now: at(0), settings: settings)
        #expect(
            session.tick(now: at(10_000), settings: settings, using: &random)
                == .drop(.connectTimeout, .retry(at: at(10_500))))
        #expect(session.tick(now: at(10_500), settings: settings, using: &random) == .connect)
        #expect(session.opened(now: at(10_600), settings: settings) == true)
        #expect(session.tick(now: at(30_599), settings: settings, using: &random) == .nothing)
        #expect(
            session.tick(now: at(30_600), settings: settings, using: &random)
                == .drop(.helloTimeout, .retry(at: at(31_600))))
    }

    @Test("a socket that opens when nobody waits for it is of no use")
    func openedLate() {
        var session = DeviceSession()
        #expect(session.opened(now: at(0), settings: settings) == false)
        _ = session.start(now: at(0), settings: settings)
        _ = session.stop()
        #expect(session.opened(now: at(1), settings: settings) == false)
        #expect(session.welcomed(now: at(2), settings: settings) == .ignored)
    }

    @Test("the delay doubles from 500 ms to the cap of 15 s, and n stops at 5")
    func backoff() {
        var random = latest
        var session = DeviceSession()
        _ = session.start(now: at(0), settings: settings)
        var now: Int64 = 0
        var delays: [Int64] = []
        for _ in 0..<8 {
            guard case .retry(let until) = session.ended(.lost, now: at(now), settings: settings, using: &random) else {
                return
            }
            delays.append((until - at(now)).milliseconds)
            now = (until - .zero).milliseconds
            #expect(session.tick(now: at(now), settings: settings, using: &random) == .connect)
        }
        #expect(delays == [500, 1000, 2000, 4000, 8000, 15000, 15000, 15000])
    }

    @Test("only a ready that held for 5 s ends a row of failures")
    func settling() {
        var random = latest
        var session = DeviceSession()
        func round(readyAt: Int64, lostAt: Int64) -> Int64? {
            _ = session.start(now: at(readyAt), settings: settings)
            _ = session.opened(now: at(readyAt), settings: settings)
            _ = session.welcomed(now: at(readyAt), settings: settings)
            guard case .retry(let until) = session.ended(.lost, now: at(lostAt), settings: settings, using: &random)
            else { return nil }
            return (until - at(lostAt)).milliseconds
        }
        #expect(round(readyAt: 0, lostAt: 4_999) == 500)
        #expect(round(readyAt: 10_000, lostAt: 14_999) == 1000)
        #expect(round(readyAt: 20_000, lostAt: 24_999) == 2000)
        #expect(round(readyAt: 30_000, lostAt: 35_000) == 500)
        #expect(round(readyAt: 40_000, lostAt: 40_000) == 1000)
    }

    @Test("ready comes again after a reconnect, and says so")
    func again() {
        var random = latest
        var session = ready()
        _ = session.ended(.closed(code: 1001), now: at(100), settings: settings, using: &random)
        _ = session.tick(now: at(600), settings: settings, using: &random)
        _ = session.opened(now: at(700), settings: settings)
        #expect(session.welcomed(now: at(800), settings: settings) == .ready(again: true))
    }

    @Test(
        "access denied is for good, wherever it comes",
        arguments: [DeviceSession.Ending.closed(code: 1008), .refused(status: 401), .refused(status: 403)])
    func denied(ending: DeviceSession.Ending) {
        var random = latest
        for steps in 0..<3 {
            var session = DeviceSession()
            _ = session.start(now: at(0), settings: settings)
            if steps > 0 { _ = session.opened(now: at(0), settings: settings) }
            if steps > 1 { _ = session.welcomed(now: at(0), settings: settings) }
            #expect(session.ended(ending, now: at(1), settings: settings, using: &random) == .failed(.denied))
            #expect(session.phase == .failed(.denied))
            #expect(session.deadline(settings) == nil)
            #expect(session.tick(now: at(1_000_000), settings: settings, using: &random) == .nothing)
            #expect(session.ended(.lost, now: at(2), settings: settings, using: &random) == .ignored)
        }
    }

    @Test("a fatal error fails the session once, and its close is no news")
    func fatal() {
        var random = latest
        var session = ready()
        #expect(session.denied() == true)
        #expect(session.denied() == false)
        #expect(session.ended(.closed(code: 1006), now: at(1), settings: settings, using: &random) == .ignored)
        #expect(session.phase == .failed(.denied))
    }

    @Test(
        "any other end is tried again",
        arguments: [
            DeviceSession.Ending.lost, .closed(code: 1000), .closed(code: 1005), .closed(code: 1011),
            .closed(code: 1013),
            .closed(code: 4000), .refused(status: 404), .refused(status: 500), .refused(status: 503),
        ])
    func retried(ending: DeviceSession.Ending) {
        var random = latest
        var session = ready()
        #expect(session.ended(ending, now: at(0), settings: settings, using: &random) == .retry(at: at(500)))
    }

    @Test("what can never work is not tried again")
    func impossible() {
        var random = latest
        var session = DeviceSession()
        _ = session.start(now: at(0), settings: settings)
        #expect(session.ended(.impossible, now: at(0), settings: settings, using: &random) == .failed(.impossible))
    }

    @Test("after max_attempts failures in a row it gives up; a new start counts anew")
    func attempts() {
        var few = settings
        few.backoff.maxAttempts = 3
        var random = latest
        var session = DeviceSession()
        for _ in 0..<2 {
            #expect(session.start(now: at(0), settings: few) == true)
            for attempt in 1...3 {
                let consequence = session.ended(.lost, now: at(0), settings: few, using: &random)
                if attempt < 3 {
                    #expect(session.tick(now: at(60_000), settings: few, using: &random) == .connect)
                } else {
                    #expect(consequence == .failed(.gaveUp))
                }
            }
        }
    }

    @Test("stopped on purpose it stays so until it is started")
    func stopped() {
        var random = latest
        var session = ready()
        #expect(session.stop() == true)
        #expect(session.stop() == false)
        #expect(session.phase == .stopped)
        #expect(session.deadline(settings) == nil)
        #expect(session.ended(.closed(code: 1000), now: at(1), settings: settings, using: &random) == .ignored)
        #expect(session.tick(now: at(1_000_000), settings: settings, using: &random) == .nothing)
        #expect(session.start(now: at(2), settings: settings) == true)
    }

    @Test("a start while it waits connects at once")
    func startWhileWaiting() {
        var random = latest
        var session = ready()
        _ = session.ended(.lost, now: at(0), settings: settings, using: &random)
        #expect(session.start(now: at(1), settings: settings) == true)
        #expect(session.phase == .connecting(until: at(10_001)))
    }

    @Test("it is small, since a small machine holds 100,000 of them")
    func size() {
        #expect(MemoryLayout<DeviceSession>.size <= 32)
    }
}

@Suite("Backoff")
struct BackoffTests {
    @Test("full jitter is uniform from 0 to the delay")
    func full() {
        let backoff = Backoff()
        var random = SplitMix(seed: 1)
        let delays = (0..<10_000).map { _ in backoff.delay(after: 3, using: &random).milliseconds }
        #expect(delays.allSatisfy { (0...4000).contains($0) })
        for quarter in 0..<4 {
            let count = delays.count { $0 / 1001 == Int64(quarter) }
            #expect((2300...2700).contains(count))
        }
        var lowest = FixedGenerator(value: 1)
        #expect(backoff.delay(after: 3, using: &lowest) == .zero)
    }

    @Test("without jitter it is the delay itself, with a part it is near it")
    func others() {
        var random = SplitMix(seed: 2)
        var backoff = Backoff(jitter: .none)
        #expect(
            (0...6).map { backoff.delay(after: $0, using: &random).milliseconds } == [
                500, 1000, 2000, 4000, 8000, 15000, 15000,
            ])
        backoff.jitter = .part(0.25)
        let delays = (0..<5_000).map { _ in backoff.delay(after: 1, using: &random).milliseconds }
        #expect(delays.allSatisfy { (750...1250).contains($0) })
        #expect(delays.contains { $0 < 800 } && delays.contains { $0 > 1200 })
    }

    @Test("settings that make no sense make no trap")
    func nonsense() {
        var random = SplitMix(seed: 3)
        for jitter in [Backoff.Jitter.full, .none, .part(-1), .part(7), .part(.nan), .part(.infinity)] {
            for first in [Interval(nanoseconds: .min), .zero, Interval(nanoseconds: .max)] {
                for cap in [Interval(nanoseconds: .min), .zero, Interval(nanoseconds: .max)] {
                    let delay = Backoff(first: first, cap: cap, jitter: jitter).delay(after: .max, using: &random)
                    #expect(delay >= .zero)
                    _ = Backoff(first: first, cap: cap, jitter: jitter).delay(after: .min, using: &random)
                }
            }
        }
    }
}
