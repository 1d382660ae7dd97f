import CSystem
import Testing
import Time

@testable import Net

@Suite("Signals", .serialized)
struct SignalsTests {
    @Test("a blocked signal reaches the loop as a call, and nothing dies")
    func delivered() throws {
        let loop = try Loop()
        var seen: [ProcessSignal] = []
        let signals = try Signals([.user1, .hangup], loop: loop) { seen.append($0) }
        defer { signals.end() }
        pthread_kill(pthread_self(), ProcessSignal.user1.rawValue)
        #expect(loop.run(atMost: .seconds(20)) { seen.count == 1 })
        pthread_kill(pthread_self(), ProcessSignal.hangup.rawValue)
        pthread_kill(pthread_self(), ProcessSignal.hangup.rawValue)
        #expect(loop.run(atMost: .seconds(20)) { seen.count == 2 })
        #expect(seen == [.user1, .hangup])
    }

    @Test("at the end the mask is what it was")
    func restored() throws {
        let loop = try Loop()
        // The threads that tests run on block all signals.
        var none = sigset_t()
        var before = sigset_t()
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let signals = try Signals([.user2], loop: loop) { _ in }
        #expect(isBlocked(.user2))
        signals.end()
        signals.end()
        #expect(!isBlocked(.user2))
    }

    @Test("a loop makes the process ignore SIGPIPE: a write to nobody is an error value")
    func pipe() throws {
        let loop = try Loop()
        var ends: [Int32] = [-1, -1]
        try #require(pipe2(&ends, O_CLOEXEC) == 0)
        _ = CSystem.close(ends[0])
        #expect(CSystem.write(ends[1], [1] as [UInt8], 1) == -1)
        #expect(system_errno() == EPIPE)
        _ = CSystem.close(ends[1])
        loop.stop()
    }

    private func isBlocked(_ signal: ProcessSignal) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal.rawValue) == 1
    }
}
