import Testing

@testable import Console

@Suite("Being asked to stop")
struct StopSignalsTests {
    @Test("once lets what is under way end, twice stops it, and a third time waits for nothing")
    func threeTimes() {
        var requests = StopSignals.Requests()
        #expect((0..<4).map { _ in requests.next() } == [.drain, .stop, .end, .end])
    }

    @Test("behind the loop waits for nothing, whether it ended by itself or was asked to", arguments: [0, 1, 2])
    func behindTheLoop(before: Int) {
        var requests = StopSignals.Requests()
        for _ in 0..<before { _ = requests.next() }
        requests.isOver = true
        #expect(requests.next() == .end)
    }
}
