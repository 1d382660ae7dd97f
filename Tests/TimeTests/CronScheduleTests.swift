import Foundation
import Testing
import Time

/// The next times of a schedule, as a clock in the zone shows them.
private func next(_ text: String, _ count: Int, after start: String, in name: String = "UTC") throws -> [String] {
    let schedule = try CronSchedule(parsing: text)
    let zone = try zone(name)
    var time = moment(start)
    var found: [String] = []
    while found.count < count, let following = schedule.next(after: time, in: zone) {
        found.append(following.iso8601(in: zone))
        time = following
    }
    return found
}

@Suite("A cron schedule")
struct CronScheduleTests {
    @Test(
        "comes next",
        arguments: [
            ("* * * * *", ["2026-03-01T10:01:00Z", "2026-03-01T10:02:00Z"]),
            ("*/20 * * * *", ["2026-03-01T10:20:00Z", "2026-03-01T10:40:00Z", "2026-03-01T11:00:00Z"]),
            ("0 9 * * mon-fri", ["2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z", "2026-03-04T09:00:00Z"]),
            ("0 9 * * 1-5", ["2026-03-02T09:00:00Z"]),
            ("5,35 8-10/2 * * *", ["2026-03-01T10:05:00Z", "2026-03-01T10:35:00Z", "2026-03-02T08:05:00Z"]),
            ("0 0 1 jan,JUL *", ["2026-07-01T00:00:00Z", "2027-01-01T00:00:00Z"]),
            ("0 12 * * sun", ["2026-03-01T12:00:00Z", "2026-03-08T12:00:00Z"]),
            ("0 12 * * 0", ["2026-03-01T12:00:00Z", "2026-03-08T12:00:00Z"]),
            ("0 12 * * 7", ["2026-03-01T12:00:00Z", "2026-03-08T12:00:00Z"]),
            ("0 12 * * fri-sun", ["2026-03-01T12:00:00Z", "2026-03-06T12:00:00Z", "2026-03-07T12:00:00Z"]),
            ("0 0 29 2 *", ["2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"]),
            ("0 0 31 * *", ["2026-03-31T00:00:00Z", "2026-05-31T00:00:00Z"]),
            ("59 23 31 12 *", ["2026-12-31T23:59:00Z"]),
            ("0 10 1 3 *", ["2027-03-01T10:00:00Z"]),
            ("  0\t10  2 3   * ", ["2026-03-02T10:00:00Z"]),
        ])
    func comesNext(schedule: String, times: [String]) throws {
        #expect(try next(schedule, times.count, after: "2026-03-01T10:00:00Z") == times)
    }

    @Test("takes either day field if both are restricted, and both if one begins with a star")
    func dayRule() throws {
        let start = "2026-03-01T10:00:00Z"
        #expect(
            try next("0 0 13 * fri", 3, after: start)
                == ["2026-03-06T00:00:00Z", "2026-03-13T00:00:00Z", "2026-03-20T00:00:00Z"])
        #expect(try next("0 0 */2 * mon", 2, after: start) == ["2026-03-09T00:00:00Z", "2026-03-23T00:00:00Z"])
        #expect(try next("0 0 30 2 mon", 1, after: start) == ["2027-02-01T00:00:00Z"])
    }

    @Test("runs at the next valid minute where the clocks jump over its time")
    func skipped() throws {
        #expect(
            try next("30 1 * * *", 3, after: "2026-03-27T12:00:00Z", in: "Europe/Lisbon")
                == ["2026-03-28T01:30:00Z", "2026-03-29T02:00:00+01:00", "2026-03-30T01:30:00+01:00"])
        // All that was skipped runs once.
        #expect(
            try next("*/20 1,2 * * *", 5, after: "2026-03-29T00:30:00Z", in: "Europe/Lisbon")
                == [
                    "2026-03-29T02:00:00+01:00", "2026-03-29T02:20:00+01:00", "2026-03-29T02:40:00+01:00",
                    "2026-03-30T01:00:00+01:00", "2026-03-30T01:20:00+01:00",
                ])
    }

    @Test("runs once where the clocks are set back over its time")
    func doubled() throws {
        #expect(
            try next("30 1 * * *", 3, after: "2026-10-24T12:00:00Z", in: "Europe/Lisbon")
                == ["2026-10-25T01:30:00+01:00", "2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z"])
        #expect(
            try next("*/30 * * * *", 5, after: "2026-10-24T23:45:00Z", in: "Europe/Lisbon")
                == [
                    "2026-10-25T01:00:00+01:00", "2026-10-25T01:30:00+01:00", "2026-10-25T02:00:00Z",
                    "2026-10-25T02:30:00Z",
                    "2026-10-25T03:00:00Z",
                ])
        // Asked between the two, or in the second: the next day.
        #expect(
            try next("30 1 * * *", 1, after: "2026-10-25T00:45:00Z", in: "Europe/Lisbon") == ["2026-10-26T01:30:00Z"])
    }

    @Test("runs as the day begins where a whole day is skipped")
    func skippedDay() throws {
        #expect(
            try next("30 9 * * *", 3, after: "2011-12-29T00:00:00Z", in: "Pacific/Apia")
                == ["2011-12-29T09:30:00-10:00", "2011-12-31T00:00:00+14:00", "2011-12-31T09:30:00+14:00"])
    }

    @Test("comes once a day for thirty years in zones that change their clocks")
    func daily() throws {
        for name in ["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "America/Nuuk"] {
            let zone = try zone(name)
            let schedule = try CronSchedule(parsing: "30 1 * * *")
            var time = moment("2025-12-31T23:00:00Z")
            var day = zone.civil(at: time).date.daysSinceEpoch
            for _ in 0..<1200 {
                let following = try #require(schedule.next(after: time, in: zone))
                let civil = zone.civil(at: following)
                #expect(civil.date.daysSinceEpoch - day <= 1 && following > time)
                #expect(civil.hour * 60 + civil.minute >= 90)
                day = civil.date.daysSinceEpoch
                time = following
            }
        }
    }

    @Test(
        "says what is wrong, and where",
        arguments: [
            ("* * * *", "a schedule has five fields (minute, hour, day of month, month, day of week), not 4", 0..<7),
            ("", "a schedule has five fields (minute, hour, day of month, month, day of week), not 0", 0..<0),
            ("@daily", "a schedule has five fields (minute, hour, day of month, month, day of week), not 1", 0..<6),
            ("60 * * * *", "\"60\" is no minute: they go from 0 to 59", 0..<2),
            ("* 24 * * *", "\"24\" is no hour: they go from 0 to 23", 2..<4),
            ("* * 0 * *", "\"0\" is no day of month: they go from 1 to 31", 4..<5),
            ("* * * 13 *", "\"13\" is no month: they go from 1 to 12", 6..<8),
            ("* * * * 8", "\"8\" is no day of week: they go from 0 to 7", 8..<9),
            ("* * * * monday", "\"monday\" is no day of week", 8..<14),
            ("mon * * * *", "\"mon\" is no minute", 0..<3),
            ("1,,2 * * * *", "\"\" is no minute", 2..<2),
            ("1-2-3 * * * *", "\"1-2-3\" is no minute", 0..<5),
            ("-1 * * * *", "\"\" is no minute", 0..<0),
            ("5-1 * * * *", "the range \"5-1\" of the minute ends before it begins", 0..<3),
            ("* * * * sat-mon", "the range \"sat-mon\" of the day of week ends before it begins", 8..<15),
            ("*/0 * * * *", "the step in \"*/0\" of the minute is no number above 0", 0..<3),
            ("*/x * * * *", "the step in \"*/x\" of the minute is no number above 0", 0..<3),
            ("1/2/3 * * * *", "the step in \"1/2/3\" of the minute is no number above 0", 0..<5),
            ("5/10 * * * *", "a step needs a range: \"5-59/10\", not \"5/10\"", 0..<4),
            ("0 0 30 2 *", "no month of this schedule has a day 30", 4..<6),
            ("0 0 31 apr,jun *", "no month of this schedule has a day 31", 4..<6),
            ("99999 * * * *", "\"99999\" is no minute", 0..<5),
        ] as [(String, String, Range<Int>)])
    func faults(text: String, message: String, range: Range<Int>) {
        do {
            _ = try CronSchedule(parsing: text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description == message)
            #expect(error.range == range)
        }
    }
}
