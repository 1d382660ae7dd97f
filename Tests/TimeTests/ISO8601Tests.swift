import Testing
import Time

@Suite("A moment as ISO 8601")
struct ISO8601Tests {
    @Test(
        "is read",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-03-01T10:00:00Z", 1_772_359_200_000),
            ("2026-03-01T10:00:00.5Z", 1_772_359_200_500), ("2026-03-01T10:00:00.123456789Z", 1_772_359_200_123),
            ("2026-03-01t10:00:00z", 1_772_359_200_000), ("2026-03-01T11:00:00+01:00", 1_772_359_200_000),
            ("2026-03-01T04:30:00-05:30", 1_772_359_200_000), ("1969-12-31T23:59:59.999Z", -1),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
        ] as [(String, Int64)])
    func reads(text: String, milliseconds: Int64) {
        #expect(WallTime(iso8601: text) == WallTime(milliseconds: milliseconds))
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "2026-03-01", "2026-03-01 10:00:00Z", "2026-03-01T10:00Z", "2026-03-01T10:00:00", "2026-3-1T10:00:00Z",
            "2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T10:60:00Z",
            "2026-03-01T10:00:60Z", "2026-03-01T10:00:00.Z", "2026-03-01T10:00:00,5Z", "2026-03-01T10:00:00+1:00",
            "2026-03-01T10:00:00+0100", "2026-03-01T10:00:00+24:00", "2026-03-01T10:00:00+01:60",
            " 2026-03-01T10:00:00Z",
            "2026-03-01T10:00:00Z ", "+2026-03-01T10:00:00Z", "20260301T100000Z", "２026-03-01T10:00:00Z",
        ])
    func refuses(text: String) {
        #expect(WallTime(iso8601: text) == nil)
    }

    @Test("is printed with milliseconds only where there are some")
    func prints() {
        #expect(WallTime(milliseconds: 0).iso8601 == "1970-01-01T00:00:00Z")
        #expect(WallTime(milliseconds: 7).iso8601 == "1970-01-01T00:00:00.007Z")
        #expect(WallTime(milliseconds: -1).iso8601 == "1969-12-31T23:59:59.999Z")
        let east = Zone(name: "x", offset: Zone.Offset(seconds: 20_700, abbreviation: "x"))
        #expect(WallTime(milliseconds: 0).iso8601(in: east) == "1970-01-01T05:45:00+05:45")
        let west = Zone(name: "x", offset: Zone.Offset(seconds: -12_600, abbreviation: "x"))
        #expect(WallTime(milliseconds: 0).iso8601(in: west) == "1969-12-31T20:30:00-03:30")
    }

    @Test("is read back as it was printed")
    func roundTrip() {
        var time = WallTime(milliseconds: -62_000_000_000_000)
        while time.milliseconds < 253_000_000_000_000 {
            #expect(WallTime(iso8601: time.iso8601) == time)
            time = time + .milliseconds(86_400_123_457)
        }
    }
}
