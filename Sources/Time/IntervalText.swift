// How a length of time is written in rule, test and load files: a whole number and one unit, nothing between.

extension Interval {
    public static func minutes(_ count: Int64) -> Interval { .seconds(count) * 60 }
    public static func hours(_ count: Int64) -> Interval { .seconds(count) * 3600 }

    /// Reads `250ms`, `2s`, `5m` or `1h`: digits, then the unit, as rule-language writes times. Nil for anything else:
    /// a sign, a fraction, a blank, another unit, or a length that does not fit (292 years).
    public init?(parsing text: some StringProtocol) {
        var count: Int64 = 0
        var digits = 0
        var unit: [UInt8] = []
        for byte in text.utf8 {
            if unit.isEmpty, byte >= 0x30, byte <= 0x39 {
                let (tens, tooBig) = count.multipliedReportingOverflow(by: 10)
                let (sum, tooBigStill) = tens.addingReportingOverflow(Int64(byte - 0x30))
                if tooBig || tooBigStill { return nil }
                count = sum
                digits += 1
            } else if unit.count < 2 {
                unit.append(byte)
            } else {
                return nil
            }
        }
        guard digits > 0, let scale = Self.scale(of: unit) else { return nil }
        let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: scale)
        if overflow { return nil }
        self.init(nanoseconds: nanoseconds)
    }

    private static func scale(of unit: [UInt8]) -> Int64? {
        switch unit {
        case [0x6D, 0x73]: 1_000_000  // ms
        case [0x73]: 1_000_000_000  // s
        case [0x6D]: 60_000_000_000  // m
        case [0x68]: 3_600_000_000_000  // h
        default: nil
        }
    }

    /// As a rule file would write it: the largest unit that leaves a whole number. Below a millisecond it is rounded
    /// towards zero.
    public var text: String {
        let count = milliseconds
        if count == 0 { return "0s" }
        if count % 3_600_000 == 0 { return "\(count / 3_600_000)h" }
        if count % 60_000 == 0 { return "\(count / 60_000)m" }
        if count % 1000 == 0 { return "\(count / 1000)s" }
        return "\(count)ms"
    }

    /// As people tell how long to wait: rounded up to two units, or one below a minute, such as `59m 4s`, `2h` or `350ms`.
    public var roundedText: String {
        let count = milliseconds
        if count < 1000 { return text }
        let seconds = Self.up(count, 1000)
        if seconds < 60 { return "\(seconds)s" }
        if seconds < 3600 { return Self.pair(seconds, "m", "s") }
        return Self.pair(Self.up(seconds, 60), "h", "m")
    }

    /// Sixtieths of the larger unit.
    private static func pair(_ count: Int64, _ large: String, _ small: String) -> String {
        "\(count / 60)\(large)" + (count % 60 == 0 ? "" : " \(count % 60)\(small)")
    }

    private static func up(_ count: Int64, _ each: Int64) -> Int64 { count / each + (count % each > 0 ? 1 : 0) }
}
