import Address
import Testing

@testable import Net

@Suite("Turns at the handshake")
struct HandshakeTurnsTests {
    private let first = Origin(host: "a.test", port: 443)
    private let second = Origin(host: "b.test", port: 443)

    private func connection(_ slot: UInt32) -> Connection { Connection(slot: slot, generation: 1) }

    @Test("are given in order, as many at once as there are, and again when one is given back")
    func order() {
        var turns = HandshakeTurns(most: 2)
        for slot in 1...4 as ClosedRange<UInt32> { turns.wait(connection(slot), for: first) }
        #expect(turns.next(for: first) == connection(1))
        #expect(turns.next(for: first) == connection(2))
        #expect(turns.next(for: first) == nil)
        #expect(turns.running == 2)
        turns.giveBack(first)
        #expect(turns.next(for: first) == connection(3))
        #expect(turns.next(for: first) == nil)
    }

    @Test("are each server's own, and a server that nobody waits for takes no room")
    func apart() {
        var turns = HandshakeTurns(most: 1)
        turns.wait(connection(1), for: first)
        turns.wait(connection(2), for: first)
        turns.wait(connection(3), for: second)
        #expect(turns.next(for: first) == connection(1))
        #expect(turns.next(for: second) == connection(3))
        #expect(turns.next(for: Origin(host: "c.test", port: 443)) == nil)
        #expect(turns.running == 2)
        turns.giveBack(second)
        turns.giveBack(first)
        #expect(turns.next(for: first) == connection(2))
        turns.giveBack(first)
        #expect(turns.running == 0)
        #expect(turns.servers.isEmpty)
    }
}
