import Testing

@testable import WebSocket

@Suite("A codec receives")
struct CodecTests {
    @Test("the RFC's examples (section 5.7)")
    func examples() {
        let client = End(.client)
        #expect(client.hear([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.text("Hello")])
        #expect(client.hear([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]) == [.text("Hello")])
        #expect(client.hear([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]) == [.ping(Array("Hello".utf8))])
        let server = End(.server)
        let masked: [UInt8] = [0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
        #expect(server.hear([0x81, 0x85] + masked) == [.text("Hello")])
        #expect(server.hear([0x8A, 0x85] + masked) == [.pong(Array("Hello".utf8))])
        let bytes256 = Array(UInt8(0)...255)
        #expect(client.hear([0x82, 0x7E, 0x01, 0x00] + bytes256) == [.binary(bytes256)])
        let bytes64K = [UInt8](repeating: 7, count: 65536)
        #expect(client.hear([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + bytes64K) == [.binary(bytes64K)])
    }

    @Test("messages of every length form, however they are cut", arguments: Delivery.allCases, [Role.client, .server])
    func lengths(delivery: Delivery, role: Role) {
        let end = End(role)
        let mask: UInt32? = role == .server ? 0xA1B2_C3D4 : nil
        for length in [0, 1, 2, 3, 7, 8, 9, 124, 125, 126, 127, 1000, 65535, 65536, 70000] {
            let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            #expect(end.hear(frame(2, payload, mask: mask), delivery) == [.binary(payload)])
            #expect(end.isIdle)
        }
    }

    @Test("many messages in one input, the last cut off")
    func many() {
        let end = End(.client)
        let all = frame(1, "one") + frame(2, [2]) + frame(9, "p") + frame(1, "four")
        #expect(end.hear(Array(all.dropLast())) == [.text("one"), .binary([2]), .ping([0x70])])
        #expect(!end.isIdle)
        #expect(end.hear([0x72]) == [.text("four")])
        #expect(end.isIdle)
    }

    @Test("a whole plain message as a range of the input, unmasked in place, with nothing allocated")
    func inPlace() {
        let end = End(.server)
        #expect(
            end.hear(frame(1, "Grüße", mask: 9) + frame(2, [1, 2], mask: 8)) == [.text("Grüße"), .binary([1, 2])])
        #expect(end.rangesHeard == 2)
        #expect(end.isIdle)
    }

    @Test("in a few words of memory when idle")
    func size() {
        #expect(MemoryLayout<Codec>.size <= 24)
        #expect(MemoryLayout<Codec>.stride <= 24)
    }

    @Test("nothing from no bytes")
    func nothing() {
        let end = End(.client)
        #expect(end.hear([]) == [])
        #expect(end.isIdle)
    }

    @Test("a fragmented message with control frames between its parts", arguments: Delivery.allCases)
    func fragments(delivery: Delivery) {
        let end = End(.client)
        let bytes =
            frame(1, "a", fin: false) + frame(9, "1") + frame(0, "", fin: false) + frame(0, "b", fin: false)
            + frame(10, "2") + frame(0, "c")
        #expect(end.hear(bytes, delivery) == [.ping([0x31]), .pong([0x32]), .text("abc")])
        #expect(end.isIdle)
        #expect(end.hear(frame(2, [], fin: false) + frame(0), delivery) == [.binary([])])
    }

    @Test("a close inside a fragmented message")
    func closeInside() {
        let end = End(.client)
        #expect(end.hear(frame(1, "a", fin: false) + frame(8, [0x03, 0xE8]) + frame(0, "b")) == [.close(1000, "")])
        #expect(end.isIdle)
    }

    @Test("no continuation of nothing, no message inside another, no compression that was not agreed on")
    func order() {
        for (bytes, failure): ([UInt8], Failure) in [
            (frame(0, "x"), .strayContinuation), (frame(0, "x", fin: false), .strayContinuation),
            (frame(1, "a") + frame(0, "x"), .strayContinuation),
            (frame(1, "a", fin: false) + frame(1, "b"), .interleavedMessage),
            (frame(2, "a", fin: false) + frame(1, "b", fin: false), .interleavedMessage),
            (frame(1, "a", rsv: 4), .reservedBits), (frame(0, "a", rsv: 4), .reservedBits),
            (frame(1, "a", fin: false) + frame(0, "b", rsv: 4), .reservedBits),
            (frame(1, "a", fin: false) + frame(3, "b"), .reservedOpcode),
        ] {
            for delivery in Delivery.allCases {
                let end = End(.client)
                #expect(end.hear(bytes, delivery).last == .failure(failure))
                #expect(end.isIdle && end.isFinished)
            }
        }
    }

    @Test("nothing more after a failure or a close")
    func afterTheEnd() {
        let end = End(.client)
        #expect(end.hear([0x83, 0x00] + frame(1, "x")) == [.failure(.reservedOpcode)])
        #expect(end.hear(frame(1, "x")) == [])
        let closed = End(.client)
        #expect(closed.hear(frame(8) + frame(1, "x")) == [.close(1005, "")])
        #expect(closed.hear(frame(8) + frame(9)) == [])
    }

    @Test("a header cut at each byte, and the failure that waits at its end")
    func cutHeaders() {
        for cut in 0...10 {
            let end = End(.server)
            let bytes = frame(2, [], mask: 1, lengthBytes: 8)
            let first = end.hear(Array(bytes.prefix(cut)))
            let second = end.hear(Array(bytes.dropFirst(cut)))
            #expect(first + second == [.failure(.lengthEncoding)])
        }
    }
}

@Suite("A codec checks text")
struct CodecTextTests {
    @Test("and fails inside a frame, at the byte that is wrong")
    func failFast() {
        let end = End(.client)
        let bytes = frame(1, [0x61, 0xC3, 0xB6, 0xED, 0xA0, 0x80, 0x61, 0x61])
        #expect(end.hear(Array(bytes.prefix(6))) == [])
        #expect(end.hear([bytes[6]]) == [.failure(.invalidUTF8)])
    }

    @Test("inside a fragment, before its message ends")
    func failFastInFragments() {
        let end = End(.client)
        #expect(end.hear(frame(1, [0x61, 0xF4], fin: false)) == [])
        #expect(end.hear(frame(0, [0x90], fin: false)) == [.failure(.invalidUTF8)])
    }

    @Test("with a scalar cut between fragments", arguments: Delivery.allCases)
    func cutScalar(delivery: Delivery) {
        let end = End(.client)
        let smile = Array("😀".utf8)
        var bytes = frame(1, [smile[0]], fin: false)
        bytes += frame(9) + frame(0, [smile[1], smile[2]], fin: false) + frame(0, [smile[3]])
        #expect(end.hear(bytes, delivery) == [.ping([]), .text("😀")])
    }

    @Test("and refuses one that ends inside a scalar", arguments: Delivery.allCases)
    func unfinished(delivery: Delivery) {
        let whole = End(.client)
        #expect(whole.hear(frame(1, [0x61, 0xE2, 0x82]), delivery) == [.failure(.invalidUTF8)])
        let parts = End(.client)
        let bytes = frame(1, [0xE2], fin: false) + frame(0, [0x82])
        #expect(parts.hear(bytes, delivery) == [.failure(.invalidUTF8)])
        let empty = End(.client)
        #expect(empty.hear(frame(1, [0xE2], fin: false) + frame(0), delivery) == [.failure(.invalidUTF8)])
    }

    @Test("and lets binary be")
    func binary() {
        let end = End(.client)
        #expect(end.hear(frame(2, [0xFF, 0xFE])) == [.binary([0xFF, 0xFE])])
        #expect(end.hear(frame(2, [0xFF], fin: false) + frame(0, [0xC0])) == [.binary([0xFF, 0xC0])])
    }
}

@Suite("A codec reads close frames")
struct CodecCloseTests {
    @Test("with every code there is")
    func everyCode() {
        let wrong = (UInt16.min...UInt16.max).filter { code in
            let end = End(.client)
            let heard = end.hear(frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)]))
            return heard != [CloseCode.mayTravel(code) ? .close(code, "") : .failure(.closeCode)]
        }
        #expect(wrong == [])
    }

    @Test("with a reason, however it is cut", arguments: Delivery.allCases)
    func reason(delivery: Delivery) {
        let end = End(.server)
        let payload = [0x03, 0xF0] + Array("refusé".utf8)
        #expect(end.hear(frame(8, payload, mask: 77), delivery) == [.close(1008, "refusé")])
        #expect(end.isIdle && end.isFinished)
    }

    @Test("without a code as 1005")
    func empty() {
        let end = End(.client)
        #expect(end.hear(frame(8)) == [.close(1005, "")])
    }

    @Test("and refuses one byte, and a reason that is not UTF-8")
    func malformed() {
        let one = End(.client)
        #expect(one.hear(frame(8, [0x03])) == [.failure(.closePayload)])
        let text = End(.client)
        #expect(text.hear(frame(8, [0x03, 0xE8, 0xC3])) == [.failure(.invalidUTF8)])
        let long = End(.client)
        #expect(long.hear(frame(8, [0x03, 0xE8] + [UInt8](repeating: 0x61, count: 123))).count == 1)
        #expect(long.isFinished)
    }
}

@Suite("A codec holds to its limits")
struct CodecLimitTests {
    @Test("on a frame, from its header alone")
    func frames() {
        for delivery in Delivery.allCases {
            let end = End(.client, limits: Limits(frame: 100))
            #expect(end.hear(frame(2, [UInt8](repeating: 1, count: 100)), delivery).count == 1)
            #expect(end.hear([0x82, 101], delivery) == [.failure(.frameTooBig)])
        }
        let huge = End(.client)
        #expect(huge.hear([0x82, 127, 0x7F] + [UInt8](repeating: 0xFF, count: 7)) == [.failure(.frameTooBig)])
    }

    @Test("on a message, whole or in fragments, before the bytes have come")
    func messages() {
        let limits = Limits(frame: 1 << 20, message: 100)
        let whole = End(.client, limits: limits)
        #expect(whole.hear([0x82, 101]) == [.failure(.messageTooBig)])
        let parts = End(.client, limits: limits)
        let sixty = [UInt8](repeating: 1, count: 60)
        #expect(parts.hear(frame(2, sixty, fin: false)) == [])
        #expect(parts.hear([0x80, 41]) == [.failure(.messageTooBig)])
        let fits = End(.client, limits: limits)
        #expect(fits.hear(frame(2, sixty, fin: false) + frame(0, Array(sixty.prefix(40)))).count == 1)
        let huge = End(.client, limits: Limits(frame: .max, message: .max))
        #expect(huge.hear(frame(2, sixty, fin: false)) == [])
        #expect(huge.hear([0x00, 127, 0x7F] + [UInt8](repeating: 0xFF, count: 7)) == [.failure(.messageTooBig)])
    }

    @Test("on the number of fragments")
    func fragments() {
        let end = End(.client, limits: Limits(fragments: 3))
        let three = frame(1, "a", fin: false) + frame(0, "b", fin: false) + frame(0, "c")
        #expect(end.hear(three) == [.text("abc")])
        #expect(end.hear(frame(1, "a", fin: false) + frame(0, "b", fin: false) + frame(0, "c", fin: false)) == [])
        #expect(end.hear(frame(0, "d")) == [.failure(.tooManyFragments)])
    }

    @Test("and reserves nothing for what a header merely promises")
    func promises() {
        let end = End(.client)
        #expect(end.hear([0x82, 127, 0, 0, 0, 0, 0x00, 0xFF, 0xFF, 0xFF]) == [])
        let capacity = end.codec.cold?.message?.bytes.capacity ?? 0
        #expect(capacity < 4096)
    }
}
