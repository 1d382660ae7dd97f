// Counts that came from files may be as large as a file says; sums of them stop at the largest number there is.

extension Int {
    /// The sum, or the largest number.
    func adding(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    mutating func add(_ other: Int) { self = adding(other) }
}
