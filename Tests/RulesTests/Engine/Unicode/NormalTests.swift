import Foundation
import Testing

@testable import Rules

@Suite("Normalisation to NFC")
struct NormalTests {
    @Test(
        "composes",
        arguments: [
            ("e\u{301}", "é"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("a\u{315}\u{300}", "à\u{315}"), ("\u{212B}", "Å"),
            ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("plain", "plain"), ("", ""), ("\u{958}", "\u{915}\u{93C}"),
        ])
    func examples(text: String, normal: String) {
        #expect(Array(Normal.bytes(text)) == Array(normal.utf8))
    }

    @Test("agrees with every line of Unicode's NormalizationTest.txt, where that file and bzcat are there")
    func conformance() throws {
        let path = "/usr/share/unicode/NormalizationTest.txt.bz2"
        guard let lines = Self.unpacked(path) else {
            print("not tested: \(path) or bzcat is missing (Debian packages unicode-data, bzip2)")
            return
        }
        var checked = 0
        for line in lines.split(separator: "\n") where line.first?.isHexDigit ?? false {
            let columns = line.split(separator: ";").prefix(5).map { column in
                column.split(separator: " ").reduce(into: "") { text, code in
                    if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
                        text.unicodeScalars.append(scalar)
                    }
                }
            }
            guard columns.count == 5 else { continue }
            // c2 == toNFC(c1) == toNFC(c2) == toNFC(c3); c4 == toNFC(c4) == toNFC(c5)
            for (text, normal) in [(0, 1), (1, 1), (2, 1), (3, 3), (4, 3)] {
                let wanted = Array(columns[normal].utf8)
                if Normal.bytes(columns[text]) != wanted { Issue.record("column \(text + 1) of \(line)") }
            }
            checked += 1
        }
        #expect(checked > 18_000)
    }

    private static func unpacked(_ path: String) -> String? {
        guard FileManager.default.isReadableFile(atPath: path) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bzcat", path]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    @Test("orders a message of nothing but marks, which utf8proc alone would sort in quadratic time")
    func manyMarks() {
        let pair = "\u{315}\u{323}"  // Classes 232 and 220: out of order, again and again.
        let text = "q" + String(repeating: pair, count: 100_000)
        let wanted = "q" + String(repeating: "\u{323}", count: 100_000) + String(repeating: "\u{315}", count: 100_000)
        #expect(Normal.bytes(text) == Array(wanted.utf8))
    }
}
