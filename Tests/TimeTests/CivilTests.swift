import Testing

@testable import Time

@Suite("The calendar")
struct CivilTests {
    @Test(
        "counts days from 1970-01-01",
        arguments: [
            (1970, 1, 1, 0, 4), (1970, 1, 2, 1, 5), (1969, 12, 31, -1, 3), (2000, 2, 29, 11_016, 2),
            (2026, 3, 29, 20_541, 0), (1600, 3, 1, -135_080, 3), (1, 1, 1, -719_162, 1), (9999, 12, 31, 2_932_896, 5),
        ])
    func days(year: Int, month: Int, day: Int, number: Int, weekday: Int) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == number)
        #expect(date.weekday == weekday)
        #expect(CivilDate(daysSinceEpoch: number) == date)
    }

    @Test("goes there and back for every day of four centuries, and a week goes round")
    func roundTrip() {
        var previous = CivilDate(daysSinceEpoch: -135_081)
        for number in -135_080..<(-135_080 + 146_097) {
            let date = CivilDate(daysSinceEpoch: number)
            #expect(date.daysSinceEpoch == number)
            #expect(date > previous)
            #expect(date.weekday == (previous.weekday + 1) % 7)
            previous = date
        }
    }

    @Test(
        "has no such day",
        arguments: [
            (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32),
            (200_000_001, 1, 1), (Int.max, 1, 1), (Int.min, 1, 1), (2026, Int.max, 1), (2026, 1, Int.max),
        ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test("knows leap years and the length of months")
    func leap() {
        #expect(CivilDate.isLeap(2000) && CivilDate.isLeap(2024) && !CivilDate.isLeap(1900) && !CivilDate.isLeap(2026))
        #expect((1...12).map { CivilDate.days(in: $0, of: 2026) } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
        #expect(CivilDate(year: 2024, month: 12, day: 31)?.dayOfYear == 366)
        #expect(CivilDate(year: 2026, month: 1, day: 1)?.dayOfYear == 1)
    }

    @Test("numbers weeks as ISO 8601 does")
    func weeks() throws {
        let cases = [(2026, 1, 1, 2026, 1), (2027, 1, 1, 2026, 53), (2024, 12, 30, 2025, 1), (2023, 1, 1, 2022, 52)]
        for (year, month, day, weekYear, week) in cases {
            let date = try #require(CivilDate(year: year, month: month, day: day))
            #expect(date.isoWeek == (weekYear, week))
        }
    }

    @Test("clamps what is too far away, and does not trap")
    func extremes() {
        for number in [Int.min, Int.max] { _ = CivilDate(daysSinceEpoch: number).daysSinceEpoch }
        for milliseconds in [Int64.min, Int64.max] {
            let civil = CivilTime(localMilliseconds: milliseconds)
            #expect(abs(civil.date.year) > 199_000_000)
            _ = civil.localMilliseconds
            _ = Zone.utc.moments(of: civil)
            _ = WallTime(milliseconds: milliseconds).iso8601
        }
    }

    @Test("has no such time of day")
    func noSuchTime() throws {
        let date = try #require(CivilDate(year: 2026, month: 1, day: 1))
        #expect(CivilTime(date, hour: 24) == nil)
        #expect(CivilTime(date, hour: -1) == nil)
        #expect(CivilTime(date, minute: 60) == nil)
        #expect(CivilTime(date, second: 60) == nil)
        #expect(CivilTime(date, millisecond: 1000) == nil)
        #expect(CivilTime(date, hour: 23, minute: 59, second: 59, millisecond: 999) != nil)
    }
}
