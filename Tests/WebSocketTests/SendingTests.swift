import Testing

@testable import WebSocket

@Suite("A codec sends")
struct SendingTests {
    @Test("unmasked as a server, masked with the key it is handed as a client")
    func masks() {
        let server = End(.server)
        #expect(server.text("Hello") == [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F])
        var codec = Codec(role: .client)
        var out: [UInt8] = [1, 2, 3]
        let sent = codec.send(.text, Array("Hello".utf8).span, mask: 0x3D21_FA37, into: &out)
        #expect(sent)
        #expect(out == [1, 2, 3, 0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }

    @Test("each length in its shortest form")
    func lengths() {
        let server = End(.server)
        for (count, header): (Int, [UInt8]) in [
            (0, [0x82, 0]), (125, [0x82, 125]), (126, [0x82, 126, 0, 126]), (65535, [0x82, 126, 0xFF, 0xFF]),
            (65536, [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let payload = [UInt8](repeating: 9, count: count)
            #expect(server.binary(payload) == header + payload)
        }
    }

    @Test("a message in parts")
    func parts() {
        let server = End(.server)
        #expect(server.text("a", part: .first) == frame(1, "a", fin: false))
        #expect(server.ping([7]) == frame(9, [7]))
        #expect(server.text("b", part: .middle) == frame(0, "b", fin: false))
        #expect(server.text("c", part: .last) == frame(0, "c"))
        #expect(server.binary([1], part: .first) == frame(2, [1], fin: false))
    }

    @Test("a frame in pieces as it would be whole, however it is cut", arguments: [Role.client, .server])
    func pieces(role: Role) {
        let payload = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var codec = Codec(role: role)
        var whole: [UInt8] = []
        codec.send(.binary, payload.span, mask: 0xA1B2_C3D4, into: &whole)
        for size in [1, 3, 4, 7, 1000, 69_999, 70_000] {
            var out: [UInt8] = []
            guard var frame = codec.begin(.binary, count: payload.count, mask: 0xA1B2_C3D4, into: &out) else {
                Issue.record("no frame")
                return
            }
            for start in stride(from: 0, to: payload.count, by: size) {
                let fits = frame.write(payload.span.extracting(start..<min(start + size, 70_000)), into: &out)
                #expect(fits)
            }
            #expect(out == whole && frame.remaining == 0)
            let fitsMore = frame.write([0].span, into: &out)
            #expect(!fitsMore && out.count == whole.count)
        }
        codec.close(code: 1000, mask: 0, into: &whole)
        #expect(codec.begin(.text, count: 1, mask: 0, into: &whole) == nil)
    }

    @Test("pings and pongs of at most 125 bytes")
    func control() {
        let server = End(.server)
        let longest = [UInt8](repeating: 1, count: 125)
        #expect(server.ping(longest) == frame(9, longest))
        #expect(server.pong(longest) == frame(10, longest))
        #expect(server.ping(longest + [1]) == [])
        #expect(server.pong(longest + [1]) == [])
    }

    @Test("one close frame, and nothing behind it")
    func close() {
        let server = End(.server)
        #expect(server.close(1000, "bye") == frame(8, [0x03, 0xE8] + Array("bye".utf8)))
        #expect(server.isClosing)
        #expect(server.close(1001) == [])
        #expect(server.text("x") == [])
        #expect(server.ping([]) == [])
        #expect(server.pong([]) == [])
        #expect(server.hear(frame(1, "still heard", mask: 5)) == [.text("still heard")])
    }

    @Test("no close code that may not travel")
    func closeCodes() {
        let none = End(.server)
        #expect(none.close(1005, "not sent") == frame(8))
        for code in [UInt16(0), 999, 1004, 1006, 1015, 2999, 5000] {
            let server = End(.server)
            #expect(server.close(code) == frame(8, [0x03, 0xE8]))
        }
    }

    @Test("a reason cut at a character")
    func longReason() {
        let server = End(.server)
        let reason = String(repeating: "x", count: 122) + "é" + "y"
        #expect(server.close(1011, reason) == frame(8, [0x03, 0xF3] + [UInt8](repeating: 0x78, count: 122)))
        let exact = End(.server)
        let fits = String(repeating: "é", count: 61) + "x"
        #expect(exact.close(1011, fits) == frame(8, [0x03, 0xF3] + Array(fits.utf8)))
    }
}
