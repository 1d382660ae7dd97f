// The proleptic Gregorian calendar as arithmetic on whole days since 1970-01-01; no zone, no clock.

/// A day of the Gregorian calendar.
public struct CivilDate: Hashable, Comparable, Sendable {
    public private(set) var year: Int
    /// 1 to 12.
    public private(set) var month: Int
    /// 1 to 31.
    public private(set) var day: Int

    /// The parts as they are; nil if there is no such day, or if it is more than 200 million years away.
    public init?(year: Int, month: Int, day: Int) {
        guard (-200_000_000...200_000_000).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= Self.days(in: month, of: year) else { return nil }
        self.init(unchecked: year, month, day)
    }

    init(unchecked year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that is `days` after 1970-01-01; clamped to 200 million years on either side.
    public init(daysSinceEpoch days: Int) {
        // Years begin in March here, so that a leap day is the last day of its year; an era is 400 years.
        let shifted = min(max(days, -73_000_000_000), 73_000_000_000) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        self.init(unchecked: year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// Whole days since 1970-01-01.
    public var daysSinceEpoch: Int {
        let year = self.year - (month <= 2 ? 1 : 0)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 0 is Sunday, 6 is Saturday.
    public var weekday: Int {
        let rest = (daysSinceEpoch + 4) % 7
        return rest < 0 ? rest + 7 : rest
    }

    /// 1 to 366.
    public var dayOfYear: Int { daysSinceEpoch - CivilDate(unchecked: year, 1, 1).daysSinceEpoch + 1 }

    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    public static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (a: CivilDate, b: CivilDate) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }
}

/// A date and a time of day as a clock on the wall shows them, without saying where.
public struct CivilTime: Hashable, Comparable, Sendable {
    public var date: CivilDate
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 59: leap seconds are not counted.
    public var second: Int
    /// 0 to 999.
    public var millisecond: Int

    /// The parts as they are; nil if there is no such time of day.
    public init?(_ date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0) {
        guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1000).contains(millisecond)
        else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
        self.millisecond = millisecond
    }

    /// The clock that shows `milliseconds` after 1970-01-01 00:00 of its own local time.
    init(localMilliseconds milliseconds: Int64) {
        let (days, rest) = Self.floorDivide(milliseconds, by: 86_400_000)
        let millis = Int(rest)
        self.date = CivilDate(daysSinceEpoch: Int(days))
        self.hour = millis / 3_600_000
        self.minute = millis / 60_000 % 60
        self.second = millis / 1000 % 60
        self.millisecond = millis % 1000
    }

    /// Milliseconds since 1970-01-01 00:00 of the same local time.
    var localMilliseconds: Int64 { localSeconds * 1000 + Int64(millisecond) }

    var localSeconds: Int64 { Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second) }

    static func floorDivide(_ number: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    public static func < (a: CivilTime, b: CivilTime) -> Bool { a.localMilliseconds < b.localMilliseconds }
}
