import Random
import Testing

@testable import WebSocket

@Suite("The UTF-8 check")
struct UTF8CheckTests {
    /// The index of the byte that fails, or nil; and whether the text ends whole.
    func check(_ bytes: [UInt8]) -> (failsAt: Int?, isComplete: Bool) {
        var check = UTF8Check()
        for (index, byte) in bytes.enumerated() where !check.accept([byte].span) { return (index, false) }
        return (nil, check.isComplete)
    }

    /// Whether it takes `bytes` whole, handed over in one piece.
    func accepts(_ bytes: [UInt8]) -> Bool {
        var check = UTF8Check()
        return check.accept(bytes.span) && check.isComplete
    }

    @Test("takes every scalar, and no surrogate")
    func everyScalar() {
        var text: [UInt8] = []
        for value in UInt32(0)...0x10FFFF {
            if let scalar = Unicode.Scalar(value) { text.append(contentsOf: UTF8.encode(scalar)!) }
        }
        #expect(accepts(text))
        let surrogates = (UInt32(0xD800)...0xDFFF).map { [0xED, UInt8(0x80 | $0 >> 6 & 63), UInt8(0x80 | $0 & 63)] }
        #expect(surrogates.allSatisfy { check($0).failsAt == 1 })
    }

    @Test(
        "fails at the first byte that nothing can mend",
        arguments: [
            ([UInt8(0x80)], 0), ([0xBF], 0), ([0xC0], 0), ([0xC1], 0), ([0xF5], 0), ([0xFE], 0), ([0xFF], 0),
            ([0xC2, 0x41], 1), ([0xE0, 0x9F], 1), ([0xE0, 0x80], 1), ([0xED, 0xA0], 1), ([0xF0, 0x8F], 1),
            ([0xF4, 0x90], 1), ([0xE1, 0x80, 0xC0], 2), ([0xF1, 0x80, 0x80, 0x41], 3), ([0x41, 0x42, 0xC3, 0x28], 3),
        ])
    func failsEarly(bytes: [UInt8], at index: Int) {
        #expect(check(bytes).failsAt == index)
    }

    @Test(
        "knows that a scalar is cut off", arguments: [[UInt8(0xC2)], [0xE1, 0x80], [0xF0, 0x90, 0x80], [0x41, 0xF4]])
    func cut(bytes: [UInt8]) {
        #expect(check(bytes).failsAt == nil)
        #expect(!check(bytes).isComplete)
    }

    @Test("finds a bad byte at every place of long ASCII text")
    func everyPlace() {
        for count in 0..<40 {
            for place in 0..<count {
                var bytes = [UInt8](repeating: 0x61, count: count)
                bytes[place] = 0xFF
                #expect(!accepts(bytes))
                bytes[place] = 0x7F
                #expect(accepts(bytes))
            }
        }
    }

    @Test("agrees with the standard library on random bytes, whole and in pieces")
    func agreesWithTheLibrary() {
        var random = SplitMix(seed: 11)
        // Bytes that make trouble come more often than chance would have it.
        let pool: [UInt8] = [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
        ]
        var wrong: [[UInt8]] = []
        for _ in 0..<50_000 {
            let bytes = (0..<Int.random(in: 0...6, using: &random)).map { _ in pool.randomElement(using: &random)! }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            let pieces = check(bytes)
            if accepts(bytes) != expected { wrong.append(bytes) }
            if (pieces.failsAt == nil && pieces.isComplete) != expected { wrong.append(bytes) }
        }
        #expect(wrong == [])
    }

    @Test("takes random text in random pieces")
    func pieces() {
        var random = SplitMix(seed: 12)
        for _ in 0..<200 {
            let bytes = Array(random.text(60).utf8)
            var check = UTF8Check()
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = Array(rest.prefix(Int.random(in: 1...9, using: &random)))
                rest = rest.dropFirst(piece.count)
                let isAccepted = check.accept(piece.span)
                #expect(isAccepted)
            }
            #expect(check.isComplete)
        }
    }
}
