import Foundation
import Testing
import Time

@Suite("A time format")
struct TimeFormatTests {
    @Test(
        "prints strftime's letters",
        arguments: [
            ("%Y-%m-%d %H:%M:%S", "2026-03-05 15:04:09"), ("%A, %e. %B", "Thursday,  5. March"),
            ("%a %b %h", "Thu Mar Mar"),
            ("%I:%M %p", "03:04 PM"), ("%P", "pm"), ("%j", "064"), ("%u %w", "4 4"), ("%V %G %g", "10 2026 26"),
            ("%z %Z", "+0000 WET"), ("%F %T %D %R", "2026-03-05 15:04:09 03/05/26 15:04"), ("%C %y", "20 26"),
            ("%L %f", "007 007000"),
            ("%s", "1772723049"), ("100%%", "100%"), ("%n%t", "\n\t"), ("", ""), ("plain", "plain"), ("é%Hü", "é15ü"),
        ])
    func prints(format: String, text: String) throws {
        let time = moment("2026-03-05T15:04:09.007Z")
        #expect(try TimeFormat(parsing: format).text(of: time, in: zone("Europe/Lisbon")) == text)
    }

    @Test("says the same as C, for every letter that both have")
    func sameAsC() throws {
        for second in stride(from: 0, to: 4_000_000_000, by: 98_765_432) {
            var parts = tm()
            var clock = time_t(second)
            gmtime_r(&clock, &parts)
            for letter in "YmdeHIMSpjaAbBhuwFTDRCGgVy" {
                var buffer = [CChar](repeating: 0, count: 100)
                strftime(&buffer, 100, "%\(letter)", &parts)
                let expected = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                let ours = try TimeFormat(parsing: "%\(letter)")
                #expect(ours.text(of: WallTime(milliseconds: Int64(second) * 1000), in: .utc) == expected, "%\(letter)")
            }
        }
    }

    @Test(
        "says which part it does not know",
        arguments: [("%Q", "%Q", 0), ("a %", "%", 2), ("%H %é", "%é", 3), ("% d", "% ", 0)])
    func faults(format: String, found: String, offset: Int) {
        do {
            _ = try TimeFormat(parsing: format)
            Issue.record("\(format) was read")
        } catch {
            #expect(error.found == found)
            #expect(error.offset == offset)
            #expect(error.description == "\"\(found)\" is no part of a time format; a percent sign is written %%")
        }
    }
}
