// Wall time as text: the profile of ISO 8601 that RFC 3339 defines.

extension WallTime {
    /// Reads `2026-03-01T10:00:00Z`, with a fraction of the second if there is one (what is finer than milliseconds is
    /// dropped), and with `+01:00` in place of the `Z`. Nil for anything else, also for a day that the calendar has not.
    public init?(iso8601 text: some StringProtocol) {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), reader.take("T") || reader.take("t"), let hour = reader.number(2),
            reader.take(":"), let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
            let millisecond = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
            let date = CivilDate(year: year, month: month, day: day),
            let civil = CivilTime(date, hour: hour, minute: minute, second: second, millisecond: millisecond)
        else { return nil }
        self.init(milliseconds: civil.localMilliseconds - Int64(offset) * 60_000)
    }

    /// `2026-03-01T10:00:00Z`; with milliseconds only where there are some.
    public var iso8601: String { iso8601(in: .utc) }

    /// As a clock in `zone` shows it, with its offset.
    public func iso8601(in zone: Zone) -> String {
        let civil = zone.civil(at: self)
        let date = [(civil.date.year, 4), (civil.date.month, 2), (civil.date.day, 2)]
        let time = [(civil.hour, 2), (civil.minute, 2), (civil.second, 2)]
        let fraction = civil.millisecond > 0 ? "." + TimeFormat.padded(civil.millisecond, 3) : ""
        let offset = zone.offset(at: self)
        return Self.joined(date, "-") + "T" + Self.joined(time, ":") + fraction
            + (offset.seconds == 0 ? "Z" : offset.text(colon: true))
    }

    private static func joined(_ parts: [(Int, Int)], _ separator: String) -> String {
        parts.map { TimeFormat.padded($0.0, $0.1) }.joined(separator: separator)
    }

    private struct Reader {
        var bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func digit() -> Int? {
            guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
            index += 1
            return Int(bytes[index - 1] - 0x30)
        }

        mutating func number(_ width: Int) -> Int? {
            var value = 0
            for _ in 0..<width {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// Milliseconds; 0 if there is no fraction, nil if a point has no digit behind it.
        mutating func fraction() -> Int? {
            guard take(".") else { return 0 }
            guard var value = digit() else { return nil }
            value *= 100
            var scale = 10
            while let digit = digit() {
                value += digit * scale
                scale /= 10
            }
            return value
        }

        /// Minutes east.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let west = take("-")
            guard west || take("+"), let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60
            else { return nil }
            return (west ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
