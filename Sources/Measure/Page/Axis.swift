/// One axis of a plot: a range of values, the marks on it, and where a value lies.
struct Axis {
    struct Tick: Hashable {
        let value: Double
        let label: String
    }

    let low: Double
    let high: Double
    let isLogarithmic: Bool
    let ticks: [Tick]

    init(low: Double, high: Double, isLogarithmic: Bool = false, ticks: [Tick]) {
        self.low = low
        let top = high > low ? high : low + 1
        self.high = top
        self.isLogarithmic = isLogarithmic
        self.ticks = ticks.filter { $0.value >= low && $0.value <= top }
    }

    /// 0 at the low end, 1 at the high one; values outside stay at the ends.
    func position(_ value: Double) -> Double {
        let value = Swift.min(Swift.max(value, low), high)
        guard isLogarithmic else { return (value - low) / (high - low) }
        let bottom = Logarithm.base10(low)
        return (Logarithm.base10(value) - bottom) / (Logarithm.base10(high) - bottom)
    }

    // MARK: Kinds of axes

    /// From 0 to a round number at or above `most`.
    static func counts(upTo most: Double, label: (Double) -> String = { trimmed(Quantity.compact($0)) }) -> Axis {
        let step = Self.step(most, ticks: 4)
        let high = Swift.max((most / step).rounded(.up) * step, step)
        let ticks = (0...Int(high / step + 0.5)).map { Tick(value: Double($0) * step, label: label(Double($0) * step)) }
        return Axis(low: 0, high: high, ticks: ticks)
    }

    /// Times in microseconds that occur between two values: from 0, or logarithmic where they lie far apart.
    static func times(from least: Double, to most: Double) -> Axis {
        let least = Swift.max(least, 1)
        guard most > least * 20 else { return counts(upTo: Swift.max(most, 1)) { $0 == 0 ? "0" : brief($0) } }
        var low = 1.0
        while low * 10 <= least { low *= 10 }
        var high = low
        while high < most { high *= 10 }
        // A decade that is used by half is cut where it can be.
        if low * 5 <= least { low *= 5 } else if low * 2 <= least { low *= 2 }
        if high / 5 >= most { high /= 5 } else if high / 2 >= most { high /= 2 }
        var ticks: [Tick] = []
        var decade = 1.0
        let isLong = high / low > 2000
        while decade <= high {
            for factor in isLong ? [1.0] : high / low > 200 ? [1, 3] : [1, 2, 5] {
                ticks.append(Tick(value: decade * factor, label: brief(decade * factor)))
            }
            decade *= 10
        }
        return Axis(low: low, high: high, isLogarithmic: true, ticks: ticks)
    }

    /// Seconds of a run.
    static func clock(upTo seconds: Double, ticks wanted: Int) -> Axis {
        let steps = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400]
        var step = steps.first { seconds / $0 <= Double(wanted) } ?? 86_400
        while seconds / step > Double(wanted) { step *= 2 }
        let ticks = (0...Int(Swift.max(seconds, 0) / step)).map {
            Tick(value: Double($0) * step, label: LivePanel.clock(Double($0) * step))
        }
        return Axis(low: 0, high: Swift.max(seconds, 1), ticks: ticks)
    }

    /// 1, 2 or 5 times a power of ten.
    static func step(_ most: Double, ticks: Int) -> Double {
        guard most > 0, most.isFinite else { return 1 }
        let rough = most / Double(ticks)
        var decade = 1e-9
        while decade * 10 <= rough { decade *= 10 }
        return decade * ([1.0, 2, 5].first { $0 * decade >= rough * 0.999 } ?? 10)
    }

    /// A time without digits that are 0: `50 ms`, `1.5 s`.
    static func brief(_ microseconds: Double) -> String {
        let (value, unit) =
            microseconds < 1000
            ? (microseconds, "µs") : microseconds < 1_000_000 ? (microseconds / 1000, "ms") : (microseconds / 1e6, "s")
        return "\(trimmed(value.text(digits: value < 10 ? 2 : 1))) \(unit)"
    }

    /// A number without the zeros at the end of its fraction, a letter behind it or not: `1.50k` is `1.5k`.
    static func trimmed(_ text: String) -> String {
        guard text.contains(".") else { return text }
        let letters = text.drop { !$0.isLetter }
        var digits = text.dropLast(letters.count)
        while digits.last == "0" { digits.removeLast() }
        if digits.last == "." { digits.removeLast() }
        return String(digits) + letters
    }
}
