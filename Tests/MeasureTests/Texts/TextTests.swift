import Testing
import Time

@testable import Measure

@Suite("Figures for people")
struct TextTests {
    @Test("have about three digits and a unit")
    func quantities() {
        let times = [
            0.0, 1, 999.4, 999.6, 1234, 12_345, 123_456, 999_499, 999_500, 1_500_000, 99_949_999, 99_950_000, 3.6e9,
        ]
        #expect(
            times.map { Quantity.time($0) } == [
                "0 µs", "1 µs", "999 µs", "1.00 ms", "1.23 ms", "12.3 ms", "123 ms", "999 ms", "1.00 s", "1.50 s",
                "99.9 s",
                "1 min 40 s", "60 min 00 s",
            ])
        #expect(
            [0, 7, 999, 1000, 1_234_567, -1000].map { Quantity.count($0) } == [
                "0", "7", "999", "1,000", "1,234,567", "-1,000",
            ])
        #expect(Quantity.count(.min) == "-9,223,372,036,854,775,808")
        #expect(
            [0, 0.5, 42, 999.6, 12_345, 2_500_000, 7e9].map { Quantity.compact($0) }
                == ["0", "0.500", "42", "1.00k", "12.3k", "2.50M", "7.00G"])
        #expect(
            [0, 512, 1500, 2_340_000, 5e9].map { Quantity.bytes($0) } == [
                "0 B", "512 B", "1.50 KB", "2.34 MB", "5.00 GB",
            ])
        #expect([0, 0.001, 0.123, 1].map { Quantity.percent($0) } == ["0 %", "0.100 %", "12.3 %", "100 %"])
    }

    @Test("are rounded half away from zero, and never trap")
    func digits() {
        #expect((1.005).text(digits: 1) == "1.0")
        #expect((-0.25).text(digits: 1) == "-0.3")
        #expect((2.5).text(digits: 0) == "3")
        #expect((0.0009).text(digits: 3) == "0.001")
        for value in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e15, 1e300] {
            for digits in [0, 3, 9, 30] { _ = value.text(digits: digits) }
            _ = Quantity.time(value)
            _ = Quantity.compact(value)
            _ = Quantity.bytes(value)
            _ = Quantity.percent(value)
        }
    }

    @Test("of a whole run end with the verdict")
    func summary() throws {
        var record = try RunRecord.sample(seconds: 20, stall: nil)
        record.tags = [:]
        record.judge([try .parse(name: "reply.p99", want: "< 85ms"), try .parse(name: "media.count", want: "> 0")])
        let lines = Summary.text(record).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(4) == [
                "chat.load.json against ws://127.0.0.1:8787/ws", "1,000 devices, 20.0 s, open, 200/s, seed 7", "",
                "         count     mean      p50      p90      p99    p99.9      max",
            ])
        #expect(
            lines.filter { $0.hasPrefix("generator") || $0.hasPrefix("memory") || $0.hasPrefix("lag p99") } == [
                "generator   2 workers on 2 cores, CPU 14.2 s (35.5 % of the cores)",
                "memory      21.4 MB (1.80 KB a device)", "lag p99     send 218 µs, loop 291 µs",
            ])
        #expect(
            lines.suffix(5) == [
                "✓ reply.p99    < 85ms     83.3 ms", "✗ media.count  > 0     no samples", "",
                "FAILED: 1 of 2 thresholds not met", "",
            ])
    }

    @Test("of a log are HdrHistogram's format, and are read back")
    func log() throws {
        let record = try RunRecord.sample(seconds: 5, stall: nil)
        let log = HistogramLog(record)
        #expect(
            log.text.hasPrefix(
                """
                #[Histogram log format version 1.3]
                #[StartTime: 1772359200.000 (seconds since epoch), 2026-03-01T10:00:00Z]
                #[BaseTime: 1772359200.000 (seconds since epoch)]
                "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
                Tag=connect,0.000,1.000,0.8
                """))
        #expect(try HistogramLog(log.text) == log)
        #expect(try HistogramLog(log.text.replacing("\n", with: "\r\n")) == log)
    }

    @Test("of a log that is none are refused with the line")
    func badLogs() {
        func fault(_ line: String) -> String? {
            do throws(HistogramLog.Fault) {
                _ = try HistogramLog("#[StartTime: x]\n" + line)
                return nil
            } catch { return error.description }
        }
        #expect(fault("") == nil)
        #expect(fault("1,2,3") == "line 2: expected a start, a length, a maximum and a histogram, with commas between")
        #expect(fault("Tag=a,x,2,3,HIST") == "line 2: the start and the length must be seconds")
        #expect(fault("nan,2,3,HIST") == "line 2: the start and the length must be seconds")
        #expect(
            fault("1,2,3,HIST")
                == "line 2: this is not a histogram in HdrHistogram's compressed V2 encoding (it begins with HISTFAAA)")
    }
}
