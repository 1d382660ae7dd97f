import Random
import Testing

@testable import WebSocket

@Suite("Masking")
struct MaskTests {
    func reference(_ key: UInt32, _ bytes: [UInt8]) -> [UInt8] {
        bytes.enumerated().map { $1 ^ UInt8(truncatingIfNeeded: key >> UInt32($0 % 4 * 8)) }
    }

    @Test("is the RFC's XOR at every length and offset")
    func everyLength() {
        var random = SplitMix(seed: 3)
        for count in 0...70 {
            for offset in 0...9 {
                let key = UInt32.random(in: 0 ... .max, using: &random)
                let original = random.bytes(offset + count + 3)
                var bytes = original
                var span = bytes.mutableSpan
                Mask.apply(key, to: &span, in: offset..<offset + count)
                let middle = Array(original[offset..<offset + count])
                #expect(bytes == original.prefix(offset) + reference(key, middle) + original.suffix(3))
            }
        }
    }

    @Test("in pieces is the same as in one go, with the key that each piece gives back")
    func pieces() {
        var random = SplitMix(seed: 4)
        for _ in 0..<500 {
            let key = UInt32.random(in: 0 ... .max, using: &random)
            let original = random.bytes(100)
            var bytes = original
            var turned = key
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + Int.random(in: 0...13, using: &random))
                var span = bytes.mutableSpan
                turned = Mask.apply(turned, to: &span, in: start..<end)
                start = end
            }
            #expect(bytes == reference(key, original))
        }
    }

    @Test("of the RFC's example gives Hello (section 5.7)")
    func example() {
        var bytes: [UInt8] = [0x7F, 0x9F, 0x4D, 0x51, 0x58]
        var span = bytes.mutableSpan
        Mask.apply(0x3D21_FA37, to: &span, in: 0..<5)
        #expect(bytes == Array("Hello".utf8))
    }
}
