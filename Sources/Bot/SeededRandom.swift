import Time

/// A bot's own random numbers: SplitMix64 (Steele, Lea, Flood 2014), eight bytes of state, the same for the same seed.
/// Not for secrets.
struct SeededRandom: RandomNumberGenerator, Sendable, Hashable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// Uniform from `least` to `most`, both possible.
    mutating func interval(from least: Interval, to most: Interval) -> Interval {
        guard least < most else { return least }
        return Interval(nanoseconds: Int64.random(in: least.nanoseconds...most.nanoseconds, using: &self))
    }

    /// Uniform from zero to `most`.
    mutating func jitter(_ most: Interval) -> Interval { interval(from: .zero, to: most) }

    /// A random UUID (RFC 9562 section 5.4), in lower case.
    mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                let word = digit < 16 ? high : low
                let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 15
                text[end] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
                end += 1
            }
            return end
        }
    }
}
