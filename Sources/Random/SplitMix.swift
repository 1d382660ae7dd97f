/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): eight bytes of state, and the
/// same numbers for the same seed. Not for secrets.
public struct SplitMix: RandomNumberGenerator, Sendable, Hashable {
    @usableFromInline var state: UInt64

    @inlinable
    public init(seed: UInt64) { state = seed }

    @inlinable
    public mutating func next() -> UInt64 {
        state &+= SplitMix.step
        return SplitMix.mix(state)
    }

    /// What is added for each number: the n-th number of a seed is `mix(seed &+ n &* step)`.
    @inlinable public static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// Each bit of the result hangs on each bit of the word; no two words give the same.
    @inlinable
    public static func mix(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
