// A schedule in the five fields of cron(5): minute, hour, day of month, month, day of week. It is a question put to the
// calendar, "which local minute is the next", and then one to the zone, "when is that". A local minute that a changed
// clock skips is taken at the moment of the jump, one that comes twice at its first coming, so that every day gets what
// its schedule says, once.

/// A schedule in the five fields of cron(5). Lists (`1,15`), ranges (`9-17`, `mon-fri`), steps (`*/5`, `8-18/2`) and the
/// names of months and weekdays; Sunday is 0 or 7. If day of month and day of week are both restricted (neither begins
/// with `*`), either will do, as in cron(5).
public struct CronSchedule: Sendable, Hashable {
    var minutes: CronField
    var hours: CronField
    var days: CronField
    var months: CronField
    var weekdays: CronField

    public init(parsing text: String) throws(CronFault) {
        let fields = try CronField.split(text)
        minutes = try CronField(fields[0], .minute)
        hours = try CronField(fields[1], .hour)
        days = try CronField(fields[2], .day)
        months = try CronField(fields[3], .month)
        weekdays = try CronField(fields[4], .weekday)
        if weekdays.contains(7) { weekdays.insert(0) }
        let anyYearHasOne = (1...12).contains { month in
            months.contains(month) && (1...CivilDate.days(in: month, of: 2000)).contains { days.contains($0) }
        }
        if !anyYearHasOne, days.isRestricted, !weekdays.isRestricted {
            throw CronFault(.never, field: .day, range: fields[2].range, found: fields[2].text)
        }
    }

    /// The first moment after `time` that the schedule names; nil only if none comes within nine years.
    public func next(after time: WallTime, in zone: Zone) -> WallTime? {
        let local = zone.civil(at: time)
        var date = local.date
        // The minute that is running began at `time` or before: the one behind it is the first that can be meant.
        var minute = local.hour * 60 + local.minute + 1
        for _ in 0..<(9 * 366) {
            if matches(date) {
                while let next = nextMinute(from: minute) {
                    if let moment = moment(of: date, minute: next, in: zone), moment > time { return moment }
                    minute = next + 1
                }
            }
            minute = 0
            date = CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1)
        }
        return nil
    }

    private func matches(_ date: CivilDate) -> Bool {
        guard months.contains(date.month) else { return false }
        let day = days.contains(date.day)
        let weekday = weekdays.contains(date.weekday)
        return days.isRestricted && weekdays.isRestricted ? day || weekday : day && weekday
    }

    /// The first minute of a day, from this one on, whose hour and minute match.
    private func nextMinute(from minute: Int) -> Int? {
        var minute = minute
        while minute < 1440 {
            if !hours.contains(minute / 60) {
                minute = (minute / 60 + 1) * 60
            } else if !minutes.contains(minute % 60) {
                minute += 1
            } else {
                return minute
            }
        }
        return nil
    }

    private func moment(of date: CivilDate, minute: Int, in zone: Zone) -> WallTime? {
        guard let civil = CivilTime(date, hour: minute / 60, minute: minute % 60) else { return nil }
        switch zone.moments(of: civil) {
        case .once(let moment), .twice(let moment, _): return moment
        case .never(let jump):
            let (minutes, rest) = CivilTime.floorDivide(jump.milliseconds, by: 60_000)
            return WallTime(milliseconds: (rest > 0 ? minutes + 1 : minutes) * 60_000)
        }
    }
}
