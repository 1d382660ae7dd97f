// Times for people: a format in strftime's letters (IEEE 1003.1), in the C locale and any zone.

/// The English names that schedules read and formats print.
enum CalendarNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

/// A format such as `%Y-%m-%d %H:%M`, read once and printed often.
public struct TimeFormat: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case literal(String)
        case letter(UInt8)
    }
    private var pieces: [Piece] = []

    /// A letter behind a `%` that no format has, or a `%` at the end.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// As it stands in the format, such as `%Q`.
        public var found: String
        /// Byte offset of the `%`.
        public var offset: Int

        public var description: String { "\"\(found)\" is no part of a time format; a percent sign is written %%" }
    }

    private static let letters = Set("YmdeHIMSfypPjaAbBhuwzZsFTDRntCGgVL%".utf8)

    public init(parsing text: String) throws(Fault) {
        var literal: [UInt8] = []
        var percent: Int?
        for (offset, byte) in text.utf8.enumerated() {
            if let start = percent {
                guard Self.letters.contains(byte) else {
                    throw Fault(found: Self.characters(of: text, fromByte: start), offset: start)
                }
                if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                pieces.append(.letter(byte))
                percent = nil
            } else if byte == UInt8(ascii: "%") {
                percent = offset
            } else {
                literal.append(byte)
            }
        }
        if let start = percent { throw Fault(found: "%", offset: start) }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    }

    /// The percent sign and the character behind it.
    private static func characters(of text: String, fromByte offset: Int) -> String {
        String(String(decoding: Array(text.utf8)[offset...], as: UTF8.self).prefix(2))
    }

    /// The moment as a clock in `zone` shows it.
    public func text(of time: WallTime, in zone: Zone) -> String {
        let civil = zone.civil(at: time)
        let offset = zone.offset(at: time)
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .letter(let letter): text += Self.text(of: letter, civil, offset, time)
            }
        }
        return text
    }

    private static func text(of letter: UInt8, _ civil: CivilTime, _ offset: Zone.Offset, _ time: WallTime) -> String {
        let date = civil.date
        switch letter {
        case UInt8(ascii: "Y"): return padded(date.year, 4)
        case UInt8(ascii: "C"): return padded(date.year / 100, 2)
        case UInt8(ascii: "y"): return padded(abs(date.year % 100), 2)
        case UInt8(ascii: "m"): return padded(date.month, 2)
        case UInt8(ascii: "d"): return padded(date.day, 2)
        case UInt8(ascii: "e"): return padded(date.day, 2, with: " ")
        case UInt8(ascii: "H"): return padded(civil.hour, 2)
        case UInt8(ascii: "I"): return padded((civil.hour + 11) % 12 + 1, 2)
        case UInt8(ascii: "M"): return padded(civil.minute, 2)
        case UInt8(ascii: "S"): return padded(civil.second, 2)
        case UInt8(ascii: "L"): return padded(civil.millisecond, 3)
        case UInt8(ascii: "f"): return padded(civil.millisecond * 1000, 6)
        case UInt8(ascii: "p"): return civil.hour < 12 ? "AM" : "PM"
        case UInt8(ascii: "P"): return civil.hour < 12 ? "am" : "pm"
        case UInt8(ascii: "j"): return padded(date.dayOfYear, 3)
        case UInt8(ascii: "a"): return String(CalendarNames.weekdays[date.weekday].prefix(3))
        case UInt8(ascii: "A"): return CalendarNames.weekdays[date.weekday]
        case UInt8(ascii: "b"), UInt8(ascii: "h"): return String(CalendarNames.months[date.month - 1].prefix(3))
        case UInt8(ascii: "B"): return CalendarNames.months[date.month - 1]
        case UInt8(ascii: "u"): return String((date.weekday + 6) % 7 + 1)
        case UInt8(ascii: "w"): return String(date.weekday)
        case UInt8(ascii: "V"): return padded(date.isoWeek.week, 2)
        case UInt8(ascii: "G"): return padded(date.isoWeek.year, 4)
        case UInt8(ascii: "g"): return padded(abs(date.isoWeek.year % 100), 2)
        case UInt8(ascii: "z"): return offset.text(colon: false)
        case UInt8(ascii: "Z"): return offset.abbreviation
        case UInt8(ascii: "s"): return String(CivilTime.floorDivide(time.milliseconds, by: 1000).quotient)
        case UInt8(ascii: "F"): return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
        case UInt8(ascii: "D"):
            return "\(padded(date.month, 2))/\(padded(date.day, 2))/\(padded(abs(date.year % 100), 2))"
        case UInt8(ascii: "R"): return "\(padded(civil.hour, 2)):\(padded(civil.minute, 2))"
        case UInt8(ascii: "T"): return "\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        default: return "%"
        }
    }

    static func padded(_ number: Int, _ width: Int, with filler: Character = "0") -> String {
        let digits = String(number.magnitude)
        let gap = String(repeating: filler, count: max(0, width - digits.utf8.count))
        return (number < 0 ? "-" : "") + gap + digits
    }
}

extension Zone.Offset {
    /// `+0100` or `+01:00`; seconds are left off.
    func text(colon: Bool) -> String {
        let minutes = abs(seconds) / 60
        let hours = TimeFormat.padded(minutes / 60, 2)
        return (seconds < 0 ? "-" : "+") + hours + (colon ? ":" : "") + TimeFormat.padded(minutes % 60, 2)
    }
}

extension CivilDate {
    /// The week of ISO 8601, which begins on Monday and belongs to the year that has its Thursday.
    var isoWeek: (year: Int, week: Int) {
        let thursday = CivilDate(daysSinceEpoch: daysSinceEpoch - (weekday + 6) % 7 + 3)
        return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
    }
}
