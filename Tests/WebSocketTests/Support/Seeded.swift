/// SplitMix64: the same numbers for the same seed, on every machine.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

    /// Text of `count` scalars, of one to four bytes each.
    mutating func text(_ count: Int) -> String {
        var text = String.UnicodeScalarView()
        while text.count < count {
            let range: ClosedRange<UInt32> = [0x20...0x7E, 0xA0...0x7FF, 0x800...0xFFFF, 0x10000...0x10FFFF][
                Int.random(in: 0..<4, using: &self)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { text.append(scalar) }
        }
        return String(text)
    }
}
