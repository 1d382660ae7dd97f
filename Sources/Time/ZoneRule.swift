// The footer of a TZif file: a POSIX TZ string (IEEE 1003.1 section 8.3 with the extensions of RFC 9636 section 3.3.1),
// which says how a zone goes on for ever behind its last transition. `CET-1CEST,M3.5.0,M10.5.0/3`.

struct ZoneRule: Sendable, Hashable {
    /// A day of a year and a time of it at which clocks are changed.
    struct Date: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// `Jn`: 1 to 365, the leap day never counted.
            case julian(Int)
            /// `n`: 0 to 365, the leap day counted.
            case zeroBased(Int)
            /// `Mm.w.d`: the d'th weekday (0 is Sunday) of week w (5 is the last) of a month.
            case weekday(month: Int, week: Int, day: Int)
        }
        var day: Day
        /// Seconds behind local midnight; it may be negative or more than a day.
        var time: Int

        /// Days since the epoch, in a year.
        func dayNumber(in year: Int) -> Int {
            let newYear = CivilDate(unchecked: year, 1, 1).daysSinceEpoch
            switch day {
            case .julian(let number):
                return newYear + number - 1 + (CivilDate.isLeap(year) && number >= 60 ? 1 : 0)
            case .zeroBased(let number):
                return newYear + number
            case .weekday(let month, let week, let day):
                let first = CivilDate(unchecked: year, month, 1)
                var number = (day - first.weekday + 7) % 7 + (week - 1) * 7
                if number >= CivilDate.days(in: month, of: year) { number -= 7 }
                return first.daysSinceEpoch + number
            }
        }
    }

    struct Daylight: Sendable, Hashable {
        var offset: Zone.Offset
        var start: Date
        var end: Date
    }

    var standard: Zone.Offset
    var daylight: Daylight?

    func offset(atSecond second: Int64) -> Zone.Offset {
        guard daylight != nil else { return standard }
        let year = year(atSecond: second)
        // The last change at or before the moment lies in its year or in the one before.
        return changes(in: (year - 1)...(year + 1)).last { $0.at <= second }?.offset ?? standard
    }

    /// The changes after `from` and up to `to`.
    func changes(from: Int64, to: Int64) -> [Zone.Transition] {
        guard daylight != nil else { return [] }
        let first = year(atSecond: from) - 1
        let last = min(year(atSecond: to) + 1, first + 4)
        return changes(in: first...max(first, last)).filter { $0.at > from && $0.at <= to }
    }

    private func changes(in years: ClosedRange<Int>) -> [Zone.Transition] {
        guard let daylight else { return [] }
        var found: [Zone.Transition] = []
        for year in years {
            let start = Int64(daylight.start.dayNumber(in: year)) * 86_400 + Int64(daylight.start.time)
            let end = Int64(daylight.end.dayNumber(in: year)) * 86_400 + Int64(daylight.end.time)
            found.append(Zone.Transition(at: start - Int64(standard.seconds), offset: daylight.offset))
            found.append(Zone.Transition(at: end - Int64(daylight.offset.seconds), offset: standard))
        }
        // Where one summer ends as the next begins (daylight time all year), the beginning wins.
        return found.sorted {
            ($0.at, $0.offset.isDaylightSaving ? 1 : 0) < ($1.at, $1.offset.isDaylightSaving ? 1 : 0)
        }
    }

    private func year(atSecond second: Int64) -> Int {
        CivilDate(daysSinceEpoch: Int(CivilTime.floorDivide(second, by: 86_400).quotient)).year
    }
}

extension ZoneRule {
    /// Reads a POSIX TZ string; nil if it is none.
    init?(parsing text: some Sequence<UInt8>) {
        var reader = Reader(bytes: Array(text))
        guard let name = reader.name(), let west = reader.time(hoursUpTo: 24) else { return nil }
        standard = Zone.Offset(seconds: -west, abbreviation: name)
        daylight = nil
        if reader.isAtEnd { return }
        guard let name = reader.name() else { return nil }
        var east = standard.seconds + 3600
        if reader.peek != UInt8(ascii: ","), let west = reader.time(hoursUpTo: 24) { east = -west }
        guard reader.take(","), let start = reader.date(), reader.take(","), let end = reader.date(), reader.isAtEnd
        else { return nil }
        let offset = Zone.Offset(seconds: east, isDaylightSaving: true, abbreviation: name)
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    private struct Reader {
        var bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index == bytes.count }
        var peek: UInt8? { isAtEnd ? nil : bytes[index] }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard peek == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        /// Three letters or more, or `<` letters, digits, `+`, `-` `>`.
        mutating func name() -> String? {
            let quoted = take("<")
            let start = index
            while let byte = peek,
                Self.isLetter(byte) || (quoted && (Self.isDigit(byte) || byte == 0x2B || byte == 0x2D))
            {
                index += 1
            }
            let name = String(decoding: bytes[start..<index], as: UTF8.self)
            if quoted, !take(">") { return nil }
            return name.utf8.count >= 3 ? name : nil
        }

        mutating func number(upTo most: Int) -> Int? {
            var value = 0
            let start = index
            while let byte = peek, Self.isDigit(byte), index - start < 4 {
                value = value * 10 + Int(byte - 0x30)
                index += 1
            }
            return index > start && value <= most ? value : nil
        }

        /// `[+-]hh[:mm[:ss]]` in seconds.
        mutating func time(hoursUpTo most: Int) -> Int? {
            let negative = take("-")
            if !negative { _ = take("+") }
            guard let hours = number(upTo: most) else { return nil }
            var seconds = hours * 3600
            if take(":") {
                guard let minutes = number(upTo: 59) else { return nil }
                seconds += minutes * 60
                if take(":") {
                    guard let more = number(upTo: 59) else { return nil }
                    seconds += more
                }
            }
            return negative ? -seconds : seconds
        }

        mutating func date() -> ZoneRule.Date? {
            guard let day = day() else { return nil }
            guard take("/") else { return ZoneRule.Date(day: day, time: 7200) }
            guard let time = time(hoursUpTo: 167) else { return nil }
            return ZoneRule.Date(day: day, time: time)
        }

        private mutating func day() -> ZoneRule.Date.Day? {
            if take("J") {
                guard let number = number(upTo: 365), number >= 1 else { return nil }
                return .julian(number)
            }
            if take("M") {
                guard let month = number(upTo: 12), month >= 1, take("."), let week = number(upTo: 5), week >= 1,
                    take("."),
                    let day = number(upTo: 6)
                else { return nil }
                return .weekday(month: month, week: week, day: day)
            }
            return number(upTo: 365).map { .zeroBased($0) }
        }

        static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80 }
        static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    }
}
