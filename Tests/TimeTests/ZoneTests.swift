import Foundation
import Testing

@testable import Time

@Suite("A time zone")
struct ZoneTests {
    @Test(
        "changes its clocks when its file says so",
        arguments: [
            ("Europe/Lisbon", "2026-03-29T00:59:59Z", 0, "WET"),
            ("Europe/Lisbon", "2026-03-29T01:00:00Z", 3600, "WEST"),
            ("Europe/Lisbon", "2026-10-25T00:59:59Z", 3600, "WEST"),
            ("Europe/Lisbon", "2026-10-25T01:00:00Z", 0, "WET"),
            ("America/New_York", "2026-03-08T06:59:59Z", -18_000, "EST"),
            ("America/New_York", "2026-03-08T07:00:00Z", -14_400, "EDT"),
            ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600, "+11"),
            ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", 37_800, "+1030"),
            ("Asia/Kathmandu", "2026-07-01T00:00:00Z", 20_700, "+0545"),
            ("Asia/Tokyo", "2026-07-01T00:00:00Z", 32_400, "JST"),
            ("UTC", "2026-07-01T00:00:00Z", 0, "UTC"), ("Pacific/Apia", "2011-12-30T09:59:59Z", -36_000, "-10"),
            ("Pacific/Apia", "2011-12-30T10:00:00Z", 50_400, "+14"),
            ("Europe/London", "1800-01-01T00:00:00Z", -75, "LMT"),
        ])
    func offsets(name: String, time: String, seconds: Int, abbreviation: String) throws {
        let offset = try zone(name).offset(at: moment(time))
        #expect(offset.seconds == seconds)
        #expect(offset.abbreviation == abbreviation)
    }

    @Test("goes by its rule far behind the last change that its file names")
    func farFuture() throws {
        let lisbon = try zone("Europe/Lisbon")
        #expect(lisbon.offset(at: moment("2500-03-28T00:59:59Z")).seconds == 0)
        #expect(lisbon.offset(at: moment("2500-03-28T01:00:00Z")).seconds == 3600)
        #expect(lisbon.offset(at: moment("9999-07-01T00:00:00Z")).seconds == 3600)
        let auckland = try zone("Pacific/Auckland")
        #expect(auckland.offset(at: moment("2400-01-01T00:00:00Z")).seconds == 46_800)
        #expect(auckland.offset(at: moment("2400-07-01T00:00:00Z")).seconds == 43_200)
    }

    @Test("says the same as Foundation, for many zones at many moments")
    func sameAsFoundation() throws {
        let names = [
            "Europe/Lisbon", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "Asia/Tehran", "Asia/Gaza",
            "Australia/Sydney", "Pacific/Chatham", "Antarctica/Troll", "America/Nuuk",
            "Asia/Pyongyang",
        ]
        for name in names {
            let ours = try zone(name)
            let theirs = try #require(TimeZone(identifier: name))
            // From 1950 to 2035, every 13 days and 7 hours.
            for second in stride(from: -631_152_000, to: 2_051_222_400, by: 1_148_400) {
                let expected = theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
                let time = WallTime(milliseconds: Int64(second) * 1000)
                #expect(ours.offset(at: time).seconds == expected, "\(name) at \(time.iso8601)")
            }
        }
    }

    @Test("shows no time that the clocks jump over")
    func skipped() throws {
        let lisbon = try zone("Europe/Lisbon")
        let date = try #require(CivilDate(year: 2026, month: 3, day: 29))
        let jump = moment("2026-03-29T01:00:00Z")
        for minute in [0, 30, 59] {
            let civil = try #require(CivilTime(date, hour: 1, minute: minute))
            #expect(lisbon.moments(of: civil) == .never(until: jump))
        }
        let before = try #require(CivilTime(date, hour: 0, minute: 59))
        #expect(lisbon.moments(of: before) == .once(moment("2026-03-29T00:59:00Z")))
        let behind = try #require(CivilTime(date, hour: 2))
        #expect(lisbon.moments(of: behind) == .once(jump))
    }

    @Test("shows a time twice where the clocks are set back over it")
    func doubled() throws {
        let lisbon = try zone("Europe/Lisbon")
        let date = try #require(CivilDate(year: 2026, month: 10, day: 25))
        let civil = try #require(CivilTime(date, hour: 1, minute: 30))
        #expect(
            lisbon.moments(of: civil)
                == .twice(first: moment("2026-10-25T00:30:00Z"), second: moment("2026-10-25T01:30:00Z")))
        let before = try #require(CivilTime(date, hour: 0, minute: 59))
        #expect(lisbon.moments(of: before) == .once(moment("2026-10-24T23:59:00Z")))
        let behind = try #require(CivilTime(date, hour: 2))
        #expect(lisbon.moments(of: behind) == .once(moment("2026-10-25T02:00:00Z")))
    }

    @Test("skips a whole day where it crossed the date line")
    func skippedDay() throws {
        let apia = try zone("Pacific/Apia")
        let date = try #require(CivilDate(year: 2011, month: 12, day: 30))
        let civil = try #require(CivilTime(date, hour: 12))
        #expect(apia.moments(of: civil) == .never(until: moment("2011-12-30T10:00:00Z")))
    }

    @Test("finds every moment again from what its clocks show")
    func roundTrip() throws {
        for name in ["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "Asia/Gaza", "Pacific/Apia"] {
            let zone = try zone(name)
            for second in stride(from: Int64(1_293_840_000), to: 4_102_444_800, by: 1_234_567) {
                let time = WallTime(milliseconds: second * 1000 + 5)
                switch zone.moments(of: zone.civil(at: time)) {
                case .once(let moment): #expect(moment == time)
                case .twice(let first, let second): #expect(first == time || second == time)
                case .never: Issue.record("\(name) at \(time.iso8601)")
                }
            }
        }
    }

    @Test("is found in a table by its name, UTC without being added")
    func table() throws {
        var table = ZoneTable()
        #expect(table[nil] == .utc)
        #expect(table["UTC"] == .utc)
        #expect(table["Europe/Lisbon"] == nil)
        table.add(try zone("Europe/Lisbon"))
        #expect(table["Europe/Lisbon"]?.name == "Europe/Lisbon")
        table.local = try zone("Asia/Tokyo")
        #expect(table[nil]?.name == "Asia/Tokyo")
    }
}
