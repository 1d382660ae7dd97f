import Random
import Testing

@testable import WebSocket

@Suite("A frame's header")
struct FrameHeaderTests {
    func read(_ bytes: [UInt8], _ role: Role = .client) -> FrameHeader.Reading {
        FrameHeader.read(bytes.span, role: role)
    }

    @Test("needs two bytes before anything can be said of it")
    func shortest() {
        #expect(read([]) == .incomplete(size: 2))
        #expect(read([0x81]) == .incomplete(size: 2))
        #expect(read([0xF3]) == .incomplete(size: 2))
    }

    @Test(
        "says its size from its second byte on",
        arguments: [
            (UInt8(5), Role.client, 2), (5, .server, 6), (126, .client, 4), (126, .server, 8), (127, .client, 10),
            (127, .server, 14),
        ])
    func size(second: UInt8, role: Role, size: Int) {
        let masked = role == .server ? second | 0x80 : second
        let reading = read([0x82, masked], role)
        if size == 2 {
            #expect(reading == .header(FrameHeader(opcode: .binary, isFinal: true, length: 5), size: 2))
        } else {
            #expect(reading == .incomplete(size: size))
        }
    }

    @Test("is read back as it was written, for every length form, key and opcode")
    func roundTrip() {
        for opcode in [Opcode.continuation, .text, .binary, .close, .ping, .pong] {
            for length in [0, 1, 125, 126, 127, 0xFFFF, 0x1_0000, 0x7FFF_FFFF_FFFF_FFFF]
            where !opcode.isControl || length <= 125 {
                for mask in [UInt32?.none, 0, 0x0403_0201, .max] {
                    for isFinal in [true, false] where isFinal || !opcode.isControl {
                        let header = FrameHeader(
                            opcode: opcode, isFinal: isFinal, isCompressed: !opcode.isControl && length % 2 == 1,
                            length: length, mask: mask)
                        var bytes: [UInt8] = []
                        header.write(into: &bytes)
                        let role: Role = mask == nil ? .client : .server
                        #expect(bytes.count <= FrameHeader.longest)
                        #expect(read(bytes, role) == .header(header, size: bytes.count))
                        for count in 0..<bytes.count {
                            guard case .incomplete(let size) = read(Array(bytes.prefix(count)), role) else {
                                Issue.record("\(count) of \(bytes.count) bytes were enough")
                                continue
                            }
                            #expect(size > count && size <= bytes.count)
                        }
                    }
                }
            }
        }
    }

    @Test("puts the key's first byte lowest")
    func keyOrder() {
        #expect(
            read([0x81, 0x80, 1, 2, 3, 4], .server)
                == .header(FrameHeader(opcode: .text, isFinal: true, length: 0, mask: 0x0403_0201), size: 6))
    }

    @Test("fails on the second and third reserved bit", arguments: [UInt8(0x90), 0xA0, 0xB0, 0xD1, 0xA9])
    func reservedBits(first: UInt8) {
        #expect(read([first, 0]) == .failure(.reservedBits))
    }

    @Test("fails on the first reserved bit of a control frame", arguments: [UInt8(0xC8), 0xC9, 0xCA])
    func compressedControl(first: UInt8) {
        #expect(read([first, 0]) == .failure(.reservedBits))
    }

    @Test("fails on a reserved opcode", arguments: [UInt8(3), 4, 5, 6, 7, 11, 12, 13, 14, 15])
    func reservedOpcodes(opcode: UInt8) {
        #expect(read([0x80 | opcode, 0]) == .failure(.reservedOpcode))
        #expect(read([0x80 | opcode, 0x80], .server) == .failure(.reservedOpcode))
    }

    @Test("is masked by clients alone")
    func masks() {
        #expect(read([0x81, 0x80], .client) == .failure(.masked))
        #expect(read([0x81, 0x00], .server) == .failure(.unmasked))
    }

    @Test("of a control frame is final and at most 125 bytes long", arguments: [UInt8(8), 9, 10])
    func control(opcode: UInt8) {
        #expect(read([opcode, 0]) == .failure(.fragmentedControl))
        #expect(read([0x80 | opcode, 126]) == .failure(.longControl))
        #expect(read([0x80 | opcode, 127]) == .failure(.longControl))
    }

    @Test(
        "has its length in the shortest form",
        arguments: [
            [UInt8(126), 0, 0], [126, 0, 125], [127, 0, 0, 0, 0, 0, 0, 0, 1], [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
            [127, 0x80, 0, 0, 0, 0, 0, 0, 0], [127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ])
    func lengthForm(bytes: [UInt8]) {
        #expect(read([0x82] + bytes) == .failure(.lengthEncoding))
    }

    @Test("never reads past random bytes nor disagrees with itself when they come in part")
    func anything() {
        var random = SplitMix(seed: 7)
        var wrong: [[UInt8]] = []
        for _ in 0..<20_000 {
            let bytes = random.bytes(Int.random(in: 0...16, using: &random))
            let role: Role = Bool.random(using: &random) ? .client : .server
            let whole = read(bytes, role)
            for count in 0..<bytes.count {
                let part = read(Array(bytes.prefix(count)), role)
                if case .incomplete = part { continue }
                if part != whole { wrong.append(bytes) }
            }
        }
        #expect(wrong == [])
    }
}
