// Logarithms and powers for axes. The standard library has none without a C library, which this target does not import; a
// dozen terms of the series are exact to ten digits, and a pixel needs four.

enum Logarithm {
    private static let ln2 = 0.693147180559945309
    private static let ln10 = 2.302585092994045684

    /// To base 10, of a number above 0.
    static func base10(_ value: Double) -> Double { natural(value) / ln10 }

    /// ln(m · 2^e) = e · ln 2 + 2 · artanh((m - 1) / (m + 1)), with m in 1..<2.
    static func natural(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        let fraction = (value.significand - 1) / (value.significand + 1)
        let square = fraction * fraction
        var term = fraction
        var sum = 0.0
        for odd in stride(from: 1.0, through: 25, by: 2) {
            sum += term / odd
            term *= square
        }
        return Double(value.exponent) * ln2 + 2 * sum
    }

    /// 10 to the power of a number between -300 and 300.
    static func power10(_ exponent: Double) -> Double {
        // e^x = (e^(x/1024))^1024
        let small = Swift.min(Swift.max(exponent, -300), 300) * ln10 / 1024
        var term = 1.0
        var sum = 1.0
        for index in 1...14 {
            term *= small / Double(index)
            sum += term
        }
        for _ in 0..<10 { sum *= sum }
        return sum
    }
}
