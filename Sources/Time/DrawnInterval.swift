extension RandomNumberGenerator {
    /// Uniform from `least` to `most`, both possible; `least` without drawing where that is not below `most`.
    public mutating func interval(from least: Interval, to most: Interval) -> Interval {
        guard least < most else { return least }
        // Two's complement: the distance of any two is right as an unsigned number.
        let width = UInt64(bitPattern: most.nanoseconds &- least.nanoseconds)
        if width == .max { return Interval(nanoseconds: Int64(bitPattern: next())) }
        return Interval(nanoseconds: least.nanoseconds &+ Int64(bitPattern: next(upperBound: width + 1)))
    }

    /// Uniform from zero to `most`, both possible.
    public mutating func jitter(_ most: Interval) -> Interval { interval(from: .zero, to: most) }
}
