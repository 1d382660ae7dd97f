import Foundation
import Testing

@testable import Rules

@Suite("Words and white space")
struct WordTableTests {
    @Test("letters, marks, numbers and _ make words, as DerivedGeneralCategory.txt says, where that file is there")
    func agreesWithTheFile() {
        let path = "/usr/share/unicode/extracted/DerivedGeneralCategory.txt"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            print("not tested: \(path) is missing (Debian package unicode-data)")
            return
        }
        var wanted: Set<UInt32> = [0x5F]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "#")[0].split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard fields.count == 2, "LMN".contains(fields[1].prefix(1)) else { continue }
            let ends = fields[0].components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
            for scalar in ends[0]...(ends.last ?? ends[0]) { wanted.insert(scalar) }
        }
        for scalar in UInt32(0)...0x10FFFF where WordTable.shared.contains(scalar) != wanted.contains(scalar) {
            Issue.record("U+\(String(scalar, radix: 16))")
        }
    }

    @Test("the short way for ASCII is the same")
    func ascii() {
        for byte in UInt8(0)..<0x80 {
            #expect(WordTable.isASCIIWord(byte) == WordTable.shared.contains(UInt32(byte)))
        }
    }

    @Test("a text is cut into its words")
    func words() {
        let words = WordTable.shared.words(in: Array("Größe: 12_3, e\u{301}t (हिन्दी)…".utf8))
        #expect(words.map { String(decoding: $0, as: UTF8.self) } == ["Größe", "12_3", "e\u{301}t", "हिन्दी"])
    }

    @Test("white space is Unicode's White_Space")
    func whiteSpace() {
        for scalar in (UInt32(0)...0x10FFFF).compactMap({ Unicode.Scalar($0) })
        where Whitespace.contains(scalar.value) != scalar.properties.isWhitespace {
            Issue.record("U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(
        "it is cut off at both ends",
        arguments: [
            (" a b\t", "a b"), ("\u{3000}é\u{A0}", "é"), (" \n ", ""), ("", ""), ("x", "x"), ("\u{85}\u{1680}ж ", "ж"),
        ])
    func trimming(text: String, trimmed: String) {
        #expect(Whitespace.trimmed(Array(text.utf8)) == Array(trimmed.utf8))
    }

    @Test("scalars are read forwards and backwards, and written, as they are")
    func scalars() {
        var bytes: [UInt8] = []
        let sample = (UInt32(0)...0x10FFFF).filter { $0 % 7 == 0 }.compactMap { Unicode.Scalar($0) }
        for scalar in sample { bytes += Array(String(scalar).utf8) }
        var position = 0
        var written: [UInt8] = []
        for scalar in sample {
            let read = scalarValue(at: position, in: bytes)
            position = read.end
            if read.scalar != scalar.value || scalarValue(before: position, in: bytes) != scalar.value {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
            written.append(addingCapacity: 4) { UTF8Scalar.append(scalar.value, to: &$0) }
        }
        #expect(written == bytes)
        #expect(scalarValue(before: 0, in: bytes) == nil)
    }

    @Test("broken UTF-8 is never read past its end")
    func broken() {
        for bytes: [UInt8] in [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x91], [0x80], [0xFF, 0xFF]] {
            var position = 0
            while position < bytes.count { position = scalarValue(at: position, in: bytes).end }
            #expect(position == bytes.count)
            #expect(scalarValue(before: bytes.count, in: bytes) != nil)
        }
    }
}
