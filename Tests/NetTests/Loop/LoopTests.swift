import CSystem
import Synchronization
import Testing
import Time

@testable import Net

/// Writes down what the loop calls.
private final class Member: LoopMember {
    let loop: Loop
    var seat = Seat(index: -1)
    var calls: [String] = []
    var onReady: (UInt64, Readiness) -> Void = { _, _ in }
    var onFired: (Int) -> Void = { _ in }
    var onTurnEnd: () -> Void = {}

    init(_ loop: Loop) {
        self.loop = loop
        seat = loop.join(self)
    }

    func ready(_ token: UInt64, _ readiness: Readiness) {
        calls.append("ready \(token)")
        onReady(token, readiness)
    }
    func fired(_ timer: Net.Timer, token: Int) {
        calls.append("fired \(token)")
        onFired(token)
    }
    func turnEnds() {
        calls.append("turn ends")
        onTurnEnd()
    }
}

/// Two ends of a pipe, closed with it.
private final class Pipe {
    var read: Int32 = -1
    var write: Int32 = -1

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe2(&ends, O_NONBLOCK | O_CLOEXEC)
        (read, write) = (ends[0], ends[1])
    }
    deinit {
        _ = CSystem.close(read)
        if write >= 0 { _ = CSystem.close(write) }
    }
    func put() { _ = CSystem.write(write, [1] as [UInt8], 1) }
    func take() {
        var byte: UInt8 = 0
        _ = CSystem.read(read, &byte, 1)
    }
}

@Suite("The loop")
struct LoopTests {
    private let second = Interval.seconds(20)

    @Test("a watched descriptor calls its member with the token, as long as it stays ready")
    func ready() throws {
        let loop = try Loop()
        let member = Member(loop)
        let pipe = Pipe()
        let token: UInt64 = 0xABCD_1234_5678
        try loop.watch(pipe.read, for: .read, seat: member.seat, token: token)
        pipe.put()
        loop.turn(waitingAtMost: second)
        loop.turn(waitingAtMost: second)
        #expect(member.calls == ["ready \(token)", "ready \(token)"])
        pipe.take()
        loop.turn(waitingAtMost: .zero)
        #expect(member.calls.count == 2)
    }

    @Test("what a descriptor is watched for can be changed and ended")
    func rewatch() throws {
        let loop = try Loop()
        let member = Member(loop)
        let pipe = Pipe()
        try loop.watch(pipe.write, for: .write, seat: member.seat, token: 1)
        loop.turn(waitingAtMost: second)
        loop.rewatch(pipe.write, for: [], seat: member.seat, token: 1)
        loop.turn(waitingAtMost: .zero)
        loop.rewatch(pipe.write, for: .write, seat: member.seat, token: 2)
        loop.turn(waitingAtMost: second)
        loop.unwatch(pipe.write)
        loop.turn(waitingAtMost: .zero)
        #expect(member.calls == ["ready 1", "ready 2"])
    }

    @Test("a descriptor whose other end is gone hangs up")
    func hangUp() throws {
        let loop = try Loop()
        let member = Member(loop)
        let pipe = Pipe()
        var seen: Readiness = []
        member.onReady = { _, readiness in seen = readiness }
        try loop.watch(pipe.read, for: .read, seat: member.seat, token: 1)
        _ = CSystem.close(pipe.write)
        pipe.write = -1
        loop.turn(waitingAtMost: second)
        #expect(seen.contains(.hangUp))
    }

    @Test("a descriptor that is none is an error value")
    func bad() throws {
        let loop = try Loop()
        let member = Member(loop)
        #expect(throws: NetFailure(.system, "cannot watch a descriptor: Bad file descriptor")) {
            try loop.watch(-1, for: .read, seat: member.seat, token: 1)
        }
    }

    @Test("a member whose seat epoll could not tell from another's may have timers, but no descriptor")
    func manyMembers() throws {
        let loop = try Loop()
        let first = Member(loop)
        var last = first.seat
        while last.index < 0xFFFF { last = loop.join(first) }
        let pipe = Pipe()
        let text = "cannot watch a descriptor: the loop has 65535 members before this one"
        #expect(throws: NetFailure(.system, text)) { try loop.watch(pipe.read, for: .read, seat: last, token: 1) }
        try loop.watch(pipe.read, for: .read, seat: Seat(index: 0xFFFE), token: 1)
    }

    @Test("a timer never fires early, and both clocks move")
    func timer() throws {
        let loop = try Loop()
        let member = Member(loop)
        let deadline = loop.now.instant + .milliseconds(5)
        _ = loop.arm(at: deadline, seat: member.seat, token: 9)
        #expect(loop.run(atMost: second) { !member.calls.isEmpty })
        #expect(member.calls == ["fired 9"])
        #expect(loop.now.instant >= deadline)
        #expect(loop.timerCount == 0)
    }

    @Test("a cancelled timer is silent, and its handle becomes none")
    func cancelled() throws {
        let loop = try Loop()
        let member = Member(loop)
        var timer = loop.arm(at: loop.now.instant, seat: member.seat, token: 1)
        loop.cancel(&timer)
        #expect(timer.isNone)
        _ = loop.arm(at: loop.now.instant, seat: member.seat, token: 2)
        #expect(loop.run(atMost: second) { !member.calls.isEmpty })
        #expect(member.calls == ["fired 2"])
    }

    @Test("a timer that arms itself for the past does not hold the loop")
    func rearming() throws {
        let loop = try Loop()
        let member = Member(loop)
        member.onFired = { _ in _ = loop.arm(at: .zero, seat: member.seat, token: 1) }
        _ = loop.arm(at: .zero, seat: member.seat, token: 1)
        loop.turn(waitingAtMost: second)
        #expect(member.calls == ["fired 1"])
    }

    @Test("a deadline in the far future is no overflow")
    func distant() throws {
        let loop = try Loop()
        let member = Member(loop)
        _ = loop.arm(at: .distantFuture, seat: member.seat, token: 1)
        loop.turn(waitingAtMost: .zero)
        #expect(member.calls.isEmpty)
        #expect(loop.timerCount == 1)
    }

    @Test("a one-off call comes once, and not at all when it was cancelled")
    func after() throws {
        let loop = try Loop()
        var calls = 0
        loop.after(.zero) { _ in calls += 1 }
        var cancelled = loop.after(.zero) { _ in calls += 100 }
        loop.cancel(&cancelled)
        loop.run(atMost: second) { calls > 0 }
        loop.turn(waitingAtMost: .milliseconds(2))
        #expect(calls == 1)
    }

    @Test("the turn's end is called once, after descriptors and timers")
    func turnEnd() throws {
        let loop = try Loop()
        let member = Member(loop)
        let pipe = Pipe()
        try loop.watch(pipe.read, for: .read, seat: member.seat, token: 1)
        member.onReady = { _, _ in
            pipe.take()
            loop.callAtTurnEnd(member.seat)
            loop.callAtTurnEnd(member.seat)
        }
        member.onFired = { _ in loop.callAtTurnEnd(member.seat) }
        pipe.put()
        _ = loop.arm(at: .zero, seat: member.seat, token: 2)
        loop.turn(waitingAtMost: second)
        #expect(member.calls == ["ready 1", "fired 2", "turn ends"])
    }

    @Test("a member that has left is called no more, and who takes its seat does not get its timers")
    func leave() throws {
        let loop = try Loop()
        let member = Member(loop)
        let pipe = Pipe()
        try loop.watch(pipe.read, for: .read, seat: member.seat, token: 1)
        _ = loop.arm(at: .zero, seat: member.seat, token: 2)
        loop.callAtTurnEnd(member.seat)
        pipe.put()
        loop.leave(member.seat)
        loop.unwatch(pipe.read)
        loop.turn(waitingAtMost: .zero)
        let next = Member(loop)
        #expect(next.seat == member.seat)
        loop.turn(waitingAtMost: .milliseconds(2))
        #expect(member.calls.isEmpty)
        #expect(next.calls.isEmpty)
    }

    @Test("stop ends run, also when it came before")
    func stop() throws {
        let loop = try Loop()
        loop.after(.zero) { _ in loop.stop() }
        loop.run()
        loop.stop()
        loop.run()
    }

    @Test("run until a bound says that the condition did not hold")
    func bound() throws {
        let loop = try Loop()
        #expect(!loop.run(atMost: .milliseconds(3)) { false })
        #expect(loop.run(atMost: .milliseconds(3)) { true })
    }

    @Test("a leaping loop goes at once to each timer, both clocks with it")
    func leap() throws {
        let loop = try Loop(pace: .leaping)
        let start = loop.now
        var fired: [Now] = []
        for hours in [30, 1, 2] { loop.after(.hours(Int64(hours))) { fired.append($0) } }
        #expect(loop.run(atMost: .hours(40)) { fired.count == 3 })
        for (now, hours) in zip(fired, [1, 2, 30] as [Int64]) {
            let late = now.instant - start.instant - .hours(hours)
            #expect(late >= .zero && late <= .milliseconds(1))
            #expect(now.wall == start.wall + (now.instant - start.instant))
        }
        #expect(!loop.run(atMost: .hours(1)) { false })
    }

    @Test("a wait of any length is waited for, also one that no clock can count to")
    func longest() throws {
        let loop = try Loop(pace: .leaping)
        let member = Member(loop)
        _ = loop.arm(at: loop.now.instant + .hours(1), seat: member.seat, token: 1)
        // The wheel may want a look or two before.
        for _ in 0..<20 where member.calls.isEmpty { loop.turn(waitingAtMost: Interval(nanoseconds: .max)) }
        #expect(member.calls == ["fired 1"])
    }

    @Test("a leaping loop leaps over nothing that is ready, and its time stands still meanwhile")
    func leapless() throws {
        let loop = try Loop(pace: .leaping)
        let member = Member(loop)
        let pipe = Pipe()
        try loop.watch(pipe.read, for: .read, seat: member.seat, token: 1)
        let start = loop.now.instant
        var turns = 0
        member.onReady = { _, _ in
            turns += 1
            if turns == 100 { pipe.take() }
            #expect(loop.now.instant == start && loop.clock() == start)
        }
        _ = loop.arm(at: start + .milliseconds(1), seat: member.seat, token: 2)
        pipe.put()
        #expect(loop.run(atMost: .hours(1)) { member.calls.last == "fired 2" })
        #expect(turns == 100)
    }
}
