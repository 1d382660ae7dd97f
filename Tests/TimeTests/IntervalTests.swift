import Testing
import Time

@Suite("A length of time")
struct IntervalTests {
    @Test(
        "is read from digits and a unit",
        arguments: [
            ("250ms", 250), ("2s", 2000), ("5m", 300_000), ("1h", 3_600_000), ("0s", 0), ("0ms", 0), ("007s", 7000),
            ("90m", 5_400_000), ("2562047h", 9_223_369_200_000),
        ] as [(String, Int64)])
    func reads(text: String, milliseconds: Int64) {
        #expect(Interval(parsing: text) == .milliseconds(milliseconds))
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "5", "s", "ms", "5 s", " 5s", "5s ", "-5s", "+5s", "5.5s", "1d", "5S", "5sec", "5min", "5us", "5ns",
            "1h30m",
            "1s..4s", "٥s", "5ｓ", "0x5s", "2562048h", "9223372036854775808ms", "99999999999999999999s", "5m5", "5\0s",
        ])
    func refuses(text: String) {
        #expect(Interval(parsing: text) == nil)
    }

    @Test(
        "is printed in the largest unit that leaves a whole number",
        arguments: [
            (0, "0s"), (250, "250ms"), (1000, "1s"), (1500, "1500ms"), (60_000, "1m"), (90_000, "90s"),
            (3_600_000, "1h"), (5_400_000, "90m"), (86_400_000, "24h"), (-2000, "-2s"),
        ] as [(Int64, String)])
    func prints(milliseconds: Int64, text: String) {
        #expect(Interval.milliseconds(milliseconds).text == text)
    }

    @Test("is read back as it was printed")
    func roundTrip() {
        for count in stride(from: Int64(0), to: 10_000_000, by: 12_345) {
            let interval = Interval.milliseconds(count)
            #expect(Interval(parsing: interval.text) == interval)
        }
    }

    @Test("does not trap where it does not fit")
    func bounds() {
        #expect(Interval.hours(2) == .minutes(120))
        #expect(Interval(nanoseconds: .max) * 2 == Interval(nanoseconds: .max))
        #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
        #expect(Interval(nanoseconds: .min).milliseconds == -9_223_372_036_854)
    }

    @Test(
        "how long to wait is told in two units at most, rounded up",
        arguments: [
            (0, "0s"), (350, "350ms"), (999, "999ms"), (1000, "1s"), (1001, "2s"), (59_001, "1m"), (60_000, "1m"),
            (61_000, "1m 1s"), (3_544_000, "59m 4s"), (3_599_958, "1h"), (3_600_000, "1h"), (3_600_001, "1h 1m"),
            (7_140_000, "1h 59m"), (7_199_999, "2h"), (90_000_000, "25h"), (-5, "-5ms"),
        ] as [(Int64, String)])
    func rounded(milliseconds: Int64, text: String) {
        #expect(Interval.milliseconds(milliseconds).roundedText == text)
    }

    @Test("a time that does not fit is as long as there is, and never turns around")
    func tooLong() {
        let most = Interval(nanoseconds: .max)
        let least = Interval(nanoseconds: .min)
        #expect(most + .seconds(1) == most)
        #expect(least + .seconds(-1) == least)
        #expect(least - .seconds(1) == least)
        #expect(most - .seconds(-1) == most)
        #expect(.zero - least == most)
        #expect(most * -2 == least)
        #expect(least * 2 == least)
        #expect(Interval.seconds(.max) == most)
        #expect(Interval.milliseconds(.min) == least)
        #expect(Interval.hours(.max) == most)
        #expect(Instant.distantFuture - Instant(nanoseconds: .min) == most)
        #expect(Instant(nanoseconds: .min) - .distantFuture == least)
        #expect(Instant(nanoseconds: .min) + .seconds(-1) == Instant(nanoseconds: .min))
        #expect(WallTime(milliseconds: .max) - WallTime(milliseconds: -1) == most)
        #expect(WallTime(milliseconds: .min) - WallTime(milliseconds: 1) == least)
    }
}
