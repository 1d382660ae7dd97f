import Glibc
import Random
import Time

extension SplitMix {
    /// Exponentially distributed, with mean 1.
    mutating func exponential() -> Double {
        let uniform = (Double(next() >> 11) + 1) * 0x1p-53
        return -log(uniform)
    }

    mutating func exponential(mean: Double) -> Interval {
        Interval(nanoseconds: Int64(min(exponential() * mean, 1e18)))
    }
}
