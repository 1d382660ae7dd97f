import Random

@testable import Measure

extension SplitMix {
    /// A latency in microseconds: most are some milliseconds, few are much longer.
    mutating func latency() -> Int {
        let size = Int.random(in: 0...24, using: &self)
        return Int.random(in: 0...(1 << size), using: &self) + 500
    }
}
