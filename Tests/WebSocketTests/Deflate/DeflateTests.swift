import Random
import Testing

@testable import WebSocket

@Suite("permessage-deflate")
struct DeflateTests {
    static let noTakeover = Compression(sending: .init(keepsContext: false), receiving: .init(keepsContext: false))

    /// A compressed message in one frame, for a client.
    func compressed(_ payload: [UInt8], opcode: UInt8 = 1) -> [UInt8] { frame(opcode, payload, rsv: 4) }

    @Test("reads the RFC's Hello (section 7.2.3.1), whole and in two fragments", arguments: Delivery.allCases)
    func hello(delivery: Delivery) {
        let end = End(.client, compression: Compression())
        let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        #expect(end.hear(compressed(hello), delivery) == [.text("Hello")])
        let parts =
            frame(1, Array(hello.prefix(3)), fin: false, rsv: 4) + frame(9) + frame(0, Array(hello.dropFirst(3)))
        #expect(end.hear(parts, delivery) == [.ping([]), .text("Hello")])
    }

    @Test("shares the window with the next message (section 7.2.3.2)")
    func sharedWindow() {
        let end = End(.client, compression: Compression())
        #expect(end.hear(compressed([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])) == [.text("Hello")])
        #expect(end.hear(compressed([0xF2, 0x00, 0x11, 0x00, 0x00])) == [.text("Hello")])
        let without = End(.client, compression: Self.noTakeover)
        #expect(without.hear(compressed([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])) == [.text("Hello")])
        #expect(without.hear(compressed([0xF2, 0x00, 0x11, 0x00, 0x00])) == [.failure(.badDeflate)])
    }

    @Test("reads stored, final and doubled blocks (sections 7.2.3.3 to 7.2.3.5)", arguments: Delivery.allCases)
    func blocks(delivery: Delivery) {
        let end = End(.client, compression: Compression())
        let stored: [UInt8] = [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00]
        #expect(end.hear(compressed(stored), delivery) == [.text("Hello")])
        let final: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]
        #expect(end.hear(compressed(final), delivery) == [.text("Hello")])
        #expect(end.hear(compressed([0xF2, 0x00, 0x11, 0x00, 0x00]), delivery) == [.text("Hello")])
        let doubled: [UInt8] = [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00]
        #expect(end.hear(compressed(doubled), delivery) == [.text("Hello")])
    }

    @Test("takes a final block without the byte that should follow it")
    func bareFinalBlock() {
        let end = End(.client, compression: Compression())
        #expect(end.hear(compressed([0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])) == [.text("Hello")])
        #expect(end.hear(compressed([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])) == [.text("Hello")])
    }

    @Test("takes an empty message, and one not compressed between others")
    func plainBetween() {
        let end = End(.client, compression: Compression())
        let bytes = compressed([0x00]) + frame(1, "plain") + compressed([0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(end.hear(bytes) == [.text(""), .text("plain"), .text("Hello")])
    }

    @Test("has its bit in a message's first frame alone")
    func bit() {
        let end = End(.client, compression: Compression())
        let bytes = frame(1, [0xF2], fin: false, rsv: 4) + frame(0, [0x48], rsv: 4)
        #expect(end.hear(bytes) == [.failure(.reservedBits)])
        let other = End(.client, compression: Compression())
        #expect(other.hear(frame(1, [0xF2], rsv: 6)) == [.failure(.reservedBits)])
    }

    @Test("refuses broken data, and data that stops inside a block")
    func broken() {
        for bytes: [UInt8] in [
            [0x07], [0xFF, 0xFF, 0xFF], [0xF2, 0x48, 0xCD], [0x00, 0x05, 0x00, 0x00, 0x00],
            [0x00, 0x20, 0x00, 0xDF, 0xFF, 0x41],
        ] {
            let end = End(.client, compression: Compression())
            #expect(end.hear(compressed(bytes, opcode: 2)) == [.failure(.badDeflate)])
            #expect(end.isIdle && end.isFinished)
        }
    }

    @Test("checks inflated text as it comes")
    func text() {
        let sender = End(.server, compression: Compression())
        var bytes: [UInt8] = []
        sender.codec.send(.text, [0x61, 0xFF, 0x61].span, mask: 0, into: &bytes)
        let end = End(.client, compression: Compression())
        #expect(end.hear(bytes) == [.failure(.invalidUTF8)])
    }

    @Test("stops a bomb at the limit, having made no more of it than that", arguments: Delivery.allCases)
    func bomb(delivery: Delivery) throws {
        let sender = End(.server, compression: Compression())
        let bomb = sender.binary([UInt8](repeating: 0, count: 8 << 20))
        #expect(bomb.count < 10_000)
        let end = End(.client, compression: Compression(), limits: Limits(message: 1 << 20))
        #expect(end.hear(bomb, delivery) == [.failure(.messageTooBig)])
        #expect(Failure.messageTooBig.closeCode == 1009)
        #expect(end.isIdle)

        let inflater = try Inflater(windowBits: 15)
        var out: [UInt8] = []
        let payload = Array(bomb.dropFirst(4))
        #expect(throws: Failure.messageTooBig) {
            try inflater.inflate(payload.span, isLast: true, into: &out, limit: 1000)
        }
        #expect(out.count <= 1001 && out.capacity < 64 << 10)
    }

    @Test("inflates to the limit exactly, and not one byte more")
    func exactLimit() {
        for count in [1, 999, 16383, 16384, 16385, 40000] {
            for (limit, fits) in [(count, true), (count - 1, false), (count + 1, true)] {
                let sender = End(.server, compression: Self.noTakeover)
                let bytes = sender.binary([UInt8](repeating: 5, count: count))
                let end = End(.client, compression: Self.noTakeover, limits: Limits(message: limit))
                #expect(
                    end.hear(bytes).first
                        == (fits ? .binary([UInt8](repeating: 5, count: count)) : .failure(.messageTooBig)))
            }
        }
    }

    @Test("counts a bomb over all its fragments")
    func bombInFragments() {
        let sender = End(.server, compression: Compression())
        let whole = sender.binary([UInt8](repeating: 0, count: 1 << 20))
        let payload = Array(whole.dropFirst(4))
        var bytes = frame(2, Array(payload.prefix(10)), fin: false, rsv: 4)
        for byte in payload.dropFirst(10) { bytes += frame(0, [byte], fin: false) }
        let end = End(.client, compression: Compression(), limits: Limits(message: 1 << 19))
        #expect(end.hear(bytes) == [.failure(.messageTooBig)])
    }

    @Test("keeps no memory between messages without context takeover, and some with it")
    func memory() {
        let without = End(.server, compression: Self.noTakeover)
        var bytes = without.text(String(repeating: "hello ", count: 100))
        #expect(without.isIdle)
        let reader = End(.client, compression: Self.noTakeover)
        #expect(reader.hear(bytes).count == 1)
        #expect(reader.isIdle)
        let with = End(.server, compression: Compression())
        bytes = with.text(String(repeating: "hello ", count: 100))
        #expect(!with.isIdle)
        let keeper = End(.client, compression: Compression())
        #expect(keeper.hear(bytes).count == 1)
        #expect(!keeper.isIdle)
        #expect(keeper.hear(frame(8)) == [.close(1005, "")])
        #expect(keeper.isIdle)
    }

    @Test("makes repeated text shorter, and shorter still with the window kept")
    func ratio() {
        let text = "{\"t\":\"message\",\"id\":\"m1\",\"text\":\"The quick brown fox\",\"edit\":true,\"final\":false}"
        let end = End(.server, compression: Compression())
        let first = end.text(text)
        let second = end.text(text)
        #expect(first.count < text.utf8.count)
        #expect(second.count < 20)
    }

    @Test("sends an empty message as one zero byte, the second time too (section 7.2.3.6)")
    func empty() {
        let end = End(.server, compression: Compression())
        #expect(end.text("") == [0xC1, 0x01, 0x00])
        #expect(end.text("") == [0xC1, 0x01, 0x00])
        let reader = End(.client, compression: Compression())
        #expect(reader.hear([0xC1, 0x01, 0x00, 0xC1, 0x01, 0x00]) == [.text(""), .text("")])
    }

    @Test("leaves alone what is short, asked to be left, in parts, or under a window that zlib cannot make")
    func uncompressed() {
        let short = End(.server, compression: Compression(sendAtLeast: 10))
        #expect(short.text("ninebytes") == frame(1, "ninebytes"))
        #expect(short.text("ten bytes!").first == 0xC1)
        #expect(short.text("ten bytes!", compress: false) == frame(1, "ten bytes!"))
        #expect(short.text("ten bytes!", part: .first) == frame(1, "ten bytes!", fin: false))
        let narrow = End(.server, compression: Compression(sending: .init(windowBits: 8)))
        #expect(narrow.text("ten bytes!") == frame(1, "ten bytes!"))
        #expect(narrow.isIdle)
    }

    @Test(
        "carries sizes around its own buffers' whole",
        arguments: [0, 1, 16379, 16380, 16383, 16384, 16385, 16389, 32768, 100_000])
    func sizes(count: Int) {
        var random = SplitMix(seed: UInt64(count))
        for bits in UInt8(9)...15 {
            let terms = Compression(sending: .init(windowBits: bits), receiving: .init(windowBits: bits))
            let server = End(.server, compression: terms)
            let client = End(.client, compression: terms)
            let noise = random.bytes(count)
            #expect(client.hear(server.binary(noise)) == [.binary(noise)])
            #expect(client.hear(server.binary(noise)) == [.binary(noise)])
            let plain = [UInt8](repeating: 3, count: count)
            #expect(client.hear(server.binary(plain), .random) == [.binary(plain)])
        }
    }
}
