/// Draws the same number always; all ones give the upper end of a range, 1 the lower. Never 0: a bounded
/// draw would refuse it and try again, for ever.
struct FixedGenerator: RandomNumberGenerator {
    var value: UInt64
    mutating func next() -> UInt64 { value }
}
