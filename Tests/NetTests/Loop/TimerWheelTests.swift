import Random
import Testing

@testable import Net

@Suite("The timer wheel")
struct TimerWheelTests {
    /// All tokens due up to a tick, in order.
    private func popAll(_ wheel: inout TimerWheel, now: Int64) -> [Int] {
        var tokens: [Int] = []
        while let due = wheel.pop(now: now) { tokens.append(due.token) }
        return tokens
    }

    @Test("a timer is due at its tick and not before")
    func exact() {
        var wheel = TimerWheel(time: 1000)
        _ = wheel.arm(at: 1500, owner: 3, token: 7)
        #expect(wheel.pop(now: 1499) == nil)
        let due = wheel.pop(now: 1500)
        #expect(due?.owner == 3)
        #expect(due?.token == 7)
        #expect(wheel.pop(now: 1500) == nil)
        #expect(wheel.count == 0)
    }

    @Test("a tick that has passed is due at once", arguments: [Int64.min, -5, 0, 999, 1000])
    func past(deadline: Int64) {
        var wheel = TimerWheel(time: 1000)
        _ = wheel.arm(at: deadline, owner: 0, token: 1)
        #expect(popAll(&wheel, now: 1000) == [1])
    }

    @Test("timers of one tick fire in the order of arming, those of several in the order of ticks")
    func order() {
        var wheel = TimerWheel(time: 0)
        for (token, tick) in [(1, 5000), (2, 70), (3, 70), (4, 6), (5, 300_000), (6, 70)] {
            _ = wheel.arm(at: Int64(tick), owner: 0, token: token)
        }
        #expect(popAll(&wheel, now: 1_000_000) == [4, 2, 3, 6, 1, 5])
    }

    @Test("a cancelled timer does not fire, and cancelling twice or after firing does nothing")
    func cancel() {
        var wheel = TimerWheel(time: 0)
        let first = wheel.arm(at: 10, owner: 0, token: 1)
        let second = wheel.arm(at: 10, owner: 0, token: 2)
        #expect(wheel.cancel(first)?.token == 1)
        #expect(wheel.cancel(first) == nil)
        #expect(popAll(&wheel, now: 10) == [2])
        #expect(wheel.cancel(second) == nil)
        #expect(wheel.cancel(.none) == nil)
    }

    @Test("a handle does not name the timer that took its place")
    func reuse() {
        var wheel = TimerWheel(time: 0)
        let old = wheel.arm(at: 10, owner: 0, token: 1)
        wheel.cancel(old)
        let new = wheel.arm(at: 20, owner: 0, token: 2)
        #expect(wheel.cancel(old) == nil)
        #expect(wheel.isArmed(new))
        #expect(popAll(&wheel, now: 20) == [2])
    }

    @Test("all timers of one owner are cancelled together")
    func owner() {
        var wheel = TimerWheel(time: 0)
        for token in 0..<100 { _ = wheel.arm(at: Int64(token * 37), owner: Int32(token % 2), token: token) }
        wheel.cancelAll(of: 1)
        #expect(popAll(&wheel, now: 10_000) == Array(stride(from: 0, to: 100, by: 2)))
    }

    @Test("the farthest deadline is held and never due")
    func farthest() {
        var wheel = TimerWheel(time: 12345)
        let timer = wheel.arm(at: .max, owner: 0, token: 1)
        #expect(wheel.pop(now: 1 << 60) == nil)
        #expect(wheel.isArmed(timer))
        #expect((wheel.nextTick ?? 0) > 1 << 60)
    }

    @Test("the next tick is never later than the earliest timer, and always ahead once all due are out")
    func nextTick() {
        var wheel = TimerWheel(time: 0)
        #expect(wheel.nextTick == nil)
        _ = wheel.arm(at: 100_000, owner: 0, token: 1)
        var now: Int64 = 0
        var steps = 0
        while wheel.count > 0, steps < 20 {
            guard let next = wheel.nextTick else { break }
            #expect(next > now && next <= 100_000)
            now = next
            while wheel.pop(now: now) != nil {}
            steps += 1
        }
        #expect(now == 100_000)
        #expect(steps <= 4)
    }

    @Test(
        "it agrees with a sorted list over random arming, cancelling and passing of time",
        arguments: 1...8 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var now = Int64.random(in: 0...1 << 40, using: &random)
        var wheel = TimerWheel(time: now)
        var model: [Int: (deadline: Int64, timer: Net.Timer)] = [:]
        for token in 0..<4000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let span = Int64(1) << Int64.random(in: 0...24, using: &random)
                let deadline = now + Int64.random(in: 0...span, using: &random)
                model[token] = (deadline, wheel.arm(at: deadline, owner: 0, token: token))
            case 6:
                guard let victim = model.keys.min() else { continue }
                #expect(wheel.cancel(model[victim]!.timer)?.token == victim)
                model[victim] = nil
            default:
                now += Int64.random(in: 0...1 << Int64.random(in: 0...14, using: &random), using: &random)
                var last = Int64.min
                while let due = wheel.pop(now: now) {
                    guard let expected = model.removeValue(forKey: due.token) else {
                        Issue.record("\(due.token) was not armed")
                        continue
                    }
                    #expect(expected.deadline <= now)
                    #expect(expected.deadline >= last)
                    last = expected.deadline
                }
                #expect(!model.values.contains { $0.deadline <= now })
            }
            #expect(wheel.count == model.count)
        }
    }
}
