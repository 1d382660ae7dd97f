import Testing

@testable import Time

@Suite("The rule at the end of a zone file")
struct ZoneRuleTests {
    private func offset(_ rule: String, _ time: String) throws -> Int {
        try #require(ZoneRule(parsing: rule.utf8)).offset(atSecond: moment(time).milliseconds / 1000).seconds
    }

    @Test("names weekdays of a month, counted from its start or its end")
    func weekdays() throws {
        let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
        #expect(try offset(rule, "2026-03-29T00:59:59Z") == 3600)
        #expect(try offset(rule, "2026-03-29T01:00:00Z") == 7200)
        #expect(try offset(rule, "2026-10-25T00:59:59Z") == 7200)
        #expect(try offset(rule, "2026-10-25T01:00:00Z") == 3600)
    }

    @Test("crosses the new year in the south")
    func south() throws {
        let rule = "NZST-12NZDT,M9.5.0,M4.1.0/3"
        #expect(try offset(rule, "2026-12-31T23:00:00Z") == 46_800)
        #expect(try offset(rule, "2027-01-01T00:00:00Z") == 46_800)
        #expect(try offset(rule, "2026-06-01T00:00:00Z") == 43_200)
    }

    @Test("counts days with and without the leap day")
    func dayNumbers() throws {
        // J60 is 1 March in every year; 59 is 29 February in a leap year and 1 March in another.
        #expect(try offset("XXX0YYY,J60/0,J300", "2028-02-29T12:00:00Z") == 0)
        #expect(try offset("XXX0YYY,J60/0,J300", "2028-03-01T00:00:00Z") == 3600)
        #expect(try offset("XXX0YYY,59/0,J300", "2028-02-29T00:00:00Z") == 3600)
        #expect(try offset("XXX0YYY,59/0,J300", "2027-03-01T00:00:00Z") == 3600)
        #expect(try offset("XXX0YYY,59/0,J300", "2027-02-28T12:00:00Z") == 0)
    }

    @Test("may hold daylight time all year, and times outside the day")
    func extensions() throws {
        let always = "XXX3EDT4,0/0,J365/23"
        for day in ["2026-01-01", "2026-07-01", "2026-12-31", "2027-01-01"] {
            #expect(try offset(always, "\(day)T03:30:00Z") == -14_400)
        }
        let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"
        #expect(try offset(nuuk, "2026-03-29T00:59:59Z") == -7200)
        #expect(try offset(nuuk, "2026-03-29T01:00:00Z") == -3600)
        #expect(try offset("<+0330>-3:30", "2026-03-29T01:00:00Z") == 12_600)
        #expect(try offset("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z") == 10_800)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "CE-1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
            "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0",
            "CET-1CEST,M3.5.7,M10.5.0",
            "CET-1CEST,J0,J365", "CET-1CEST,J366,J3", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "<+0-3",
            "<+01>",
            "CET-1CEST,M3.5.0,M10.5.0x", "CET-1:60", "CET-99999999999999999999",
        ])
    func refuses(text: String) {
        #expect(ZoneRule(parsing: text.utf8) == nil)
    }

    @Test("does not trap at the ends of time")
    func extremes() throws {
        let rule = try #require(ZoneRule(parsing: "CET-1CEST,M3.5.0,M10.5.0/3".utf8))
        for second in [Int64.min, Int64.min / 1000, Int64.max / 1000, Int64.max] { _ = rule.offset(atSecond: second) }
        #expect(rule.changes(from: .min, to: .max).count <= 10)
    }
}
