// How figures are written for people: no more digits than count, and always a unit.

extension Double {
    /// With so many digits behind the point, half away from zero; `nan` and infinities as such.
    func text(digits: Int) -> String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let digits = Swift.min(digits, 9)
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = (self * Double(scale)).rounded()
        guard scaled.magnitude < 9e18 else { return "\(self)" }
        let whole = Int(scaled.magnitude)
        let sign = scaled < 0 ? "-" : ""
        if digits == 0 { return sign + "\(whole)" }
        let fraction = "\(whole % scale)"
        return sign + "\(whole / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// With about three digits that count: `0.123`, `1.23`, `12.3`, `123`.
    var short: String {
        magnitude >= 99.95
            ? text(digits: 0) : magnitude >= 9.995 ? text(digits: 1) : text(digits: magnitude < 0.9995 ? 3 : 2)
    }
}

extension String {
    /// Blanks before it up to a width in characters.
    func padded(before width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
    /// Blanks behind it up to a width in characters.
    func padded(behind width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
}

/// Figures with their units.
enum Quantity {
    /// Microseconds as a person reads them: `850 µs`, `1.23 ms`, `4.5 s`, `2 min 05 s`.
    static func time(_ microseconds: Double) -> String {
        guard microseconds.isFinite else { return "\(microseconds)" }
        let size = microseconds.magnitude
        if size < 999.5 { return "\(microseconds.text(digits: 0)) µs" }
        if size < 999_500 { return "\((microseconds / 1000).short) ms" }
        if size < 99_950_000 { return "\((microseconds / 1_000_000).short) s" }
        let seconds = Int((Swift.min(size, 1e15) / 1_000_000).rounded())
        return "\(seconds / 60) min \(seconds % 60 < 10 ? "0" : "")\(seconds % 60) s"
    }

    static func time(_ microseconds: Int) -> String { time(Double(microseconds)) }

    /// A count with its thousands apart: `12,345,678`.
    static func count(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        var text = value < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number with a letter for thousands and more: `950`, `12.3k`, `4.56M`.
    static func compact(_ value: Double) -> String {
        let size = value.magnitude
        if size < 999.5 { return size < 99.95 && value != value.rounded() ? value.short : value.text(digits: 0) }
        if size < 999_500 { return (value / 1e3).short + "k" }
        if size < 999_500_000 { return (value / 1e6).short + "M" }
        return (value / 1e9).short + "G"
    }

    /// Bytes: `512 B`, `1.50 KB`, `23.4 MB`; a KB is 1,000.
    static func bytes(_ value: Double) -> String {
        let size = value.magnitude
        if size < 999.5 { return "\(value.text(digits: 0)) B" }
        if size < 999_500 { return "\((value / 1e3).short) KB" }
        if size < 999_500_000 { return "\((value / 1e6).short) MB" }
        return "\((value / 1e9).short) GB"
    }

    /// A part as percent: `0.1 %`, `12.3 %`, `100 %`.
    static func percent(_ part: Double) -> String {
        let value = part * 100
        if value == value.rounded(), value.magnitude <= 1000 { return "\(value.text(digits: 0)) %" }
        return "\(value.short) %"
    }
}
