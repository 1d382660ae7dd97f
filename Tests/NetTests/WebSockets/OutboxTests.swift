import Random
import Testing
import WebSocket

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
            outbox.append { $0 += more }
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
        outbox.append { $0 += [2, 2] }
        outbox.markPong()
        outbox.append { $0 += [3] }
        #expect(outbox.hasPong)
        outbox.consume(199_999)
        #expect(outbox.hasPong)
        outbox.consume(2)
        #expect(outbox.hasPong)
        outbox.consume(1)
        #expect(!outbox.hasPong)
        #expect(content(outbox) == [3])
    }

    /// A supplier that writes down when it was asked.
    private final class Asked: Supplier {
        var times = 0
        func wanted(on connection: Connection) { times += 1 }
    }

    /// An outbox in which a frame of so many bytes has begun; its header is out.
    private func begun(_ count: Int, _ supplier: any Supplier) -> Outbox {
        let codec = Codec(role: .server)
        let outbox = Outbox([])
        if let frame = outbox.append({ codec.begin(.binary, count: count, mask: 0, into: &$0) }) {
            outbox.begin(frame, from: supplier)
        }
        outbox.consume(outbox.count)
        return outbox
    }

    @Test("what is sent while a frame is under way goes behind it, and counts as waiting")
    func behind() {
        let outbox = begun(5, Asked())
        #expect(outbox.isOpen && outbox.count == 0 && outbox.waiting == 0 && !outbox.isDone)
        outbox.append { $0 += [9, 9] }
        #expect(outbox.count == 0 && outbox.waiting == 2)
        let took = [outbox.supply([1, 2, 3].span), outbox.supply([4, 5, 6].span)]
        #expect(took == [true, false])
        #expect(content(outbox) == [1, 2, 3] && outbox.waiting == 5)
        let tookRest = outbox.supply([4, 5].span)
        #expect(tookRest && !outbox.isOpen)
        #expect(content(outbox) == [1, 2, 3, 4, 5, 9, 9])
        outbox.consume(7)
        let tookMore = outbox.supply([6].span)
        #expect(outbox.isDone && !tookMore)
    }

    @Test("a pong behind a frame under way is out when all before it is")
    func pongBehind() {
        let outbox = begun(100, Asked())
        _ = outbox.supply([UInt8](repeating: 1, count: 40).span)
        outbox.append { $0 += [7, 7] }
        outbox.markPong()
        outbox.consume(40)
        #expect(outbox.hasPong && outbox.count == 0)
        _ = outbox.supply([UInt8](repeating: 1, count: 60).span)
        outbox.consume(61)
        #expect(outbox.hasPong)
        outbox.consume(1)
        #expect(!outbox.hasPong && outbox.isDone)
    }

    @Test("the supplier is asked once for each time that more is due, when all is out")
    func asked() {
        let supplier = Asked()
        let connection = Connection(slot: 0, generation: 1)
        let outbox = begun(10, supplier)
        outbox.request(on: connection)
        #expect(supplier.times == 0)
        _ = outbox.supply([1, 2].span)
        outbox.owesRequest = true
        outbox.request(on: connection)
        #expect(supplier.times == 0)
        outbox.consume(2)
        outbox.request(on: connection)
        outbox.request(on: connection)
        #expect(supplier.times == 1)
    }
}
