import Random
import Testing

@testable import Net

@Suite("Bytes that wait for a socket")
struct OutboxTests {
    private func content(_ outbox: Outbox) -> [UInt8] { outbox.withBytes { Array($0) } }

    @Test(
        "bytes come out in order, in pieces of any size, while more are added", arguments: 1...5 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let outbox = Outbox([])
        var model: [UInt8] = []
        for step in 0..<300 {
            let more = [UInt8](
                repeating: UInt8(truncatingIfNeeded: step), count: Int.random(in: 0...3000, using: &random))
            outbox.bytes += more
            model += more
            let gone = Int.random(in: 0...min(model.count, 3100), using: &random)
            outbox.consume(gone)
            model.removeFirst(gone)
            #expect(outbox.count == model.count)
        }
        #expect(content(outbox) == model)
    }

    @Test("what is consumed does not stay in memory")
    func compaction() {
        let outbox = Outbox([UInt8](repeating: 1, count: 1 << 20))
        outbox.consume(1 << 20 - 1)
        #expect(outbox.bytes.count == 1)
        #expect(outbox.count == 1)
    }

    @Test("a pong is queued until its last byte is out, also when the bytes move down")
    func pong() {
        let outbox = Outbox([UInt8](repeating: 1, count: 200_000))
        #expect(!outbox.hasPong)
        outbox.bytes += [2, 2]
        outbox.markPong()
        outbox.bytes += [3]
        #expect(outbox.hasPong)
        outbox.consume(199_999)
        #expect(outbox.hasPong)
        outbox.consume(2)
        #expect(outbox.hasPong)
        outbox.consume(1)
        #expect(!outbox.hasPong)
        #expect(content(outbox) == [3])
    }
}
