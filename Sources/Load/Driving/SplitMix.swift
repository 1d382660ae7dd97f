import Glibc
import Time

/// Random numbers of a plan: SplitMix64 (Steele, Lea, Flood 2014), the same for the same seed. Not for secrets.
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// Exponentially distributed, with mean 1.
    mutating func exponential() -> Double {
        let uniform = (Double(next() >> 11) + 1) * 0x1p-53
        return -log(uniform)
    }

    mutating func exponential(mean: Double) -> Interval {
        Interval(nanoseconds: Int64(min(exponential() * mean, 1e18)))
    }

    /// Uniform from `least` to `most`, both possible.
    mutating func interval(_ least: Interval, _ most: Interval) -> Interval {
        least < most
            ? Interval(nanoseconds: Int64.random(in: least.nanoseconds...most.nanoseconds, using: &self)) : least
    }
}
