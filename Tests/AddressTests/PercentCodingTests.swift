import Testing

@testable import Address

@Suite("Percent-encoding")
struct PercentCodingTests {
    @Test("leaves unreserved characters alone, and no others")
    func encodes() {
        #expect(PercentCoding.encode("azAZ09-._~") == "azAZ09-._~")
        #expect(PercentCoding.encode("a+b/c=&é ~\n") == "a%2Bb%2Fc%3D%26%C3%A9%20~%0A")
    }

    @Test("is undone by decoding, for any scalar")
    func roundTrip() {
        for code in stride(from: 0 as UInt32, through: 0x10FFFF, by: 97) {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let text = "%\(scalar)41"
            let encoded = PercentCoding.encode(text)
            #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(PercentCoding.decode(encoded) == text)
            #expect(PercentCoding.strictBytes(of: encoded) == Array(text.utf8))
        }
    }

    @Test(
        "a percent sign without two hexadecimal digits stands for itself, or is refused",
        arguments: ["%", "%4", "%zz", "a%4", "%+4", "%-1", "% 1", "%4g", "100%"])
    func unsound(text: String) {
        #expect(PercentCoding.decode(text) == text)
        #expect(PercentCoding.bytes(of: text) == Array(text.utf8))
        #expect(PercentCoding.strictBytes(of: text) == nil)
    }

    @Test("digits are read in either case, a plus is a plus, and what is not UTF-8 is repaired")
    func decodes() {
        #expect(PercentCoding.decode("%c3%A9+%2b") == "é++")
        #expect(PercentCoding.decode("a%FFb") == "a\u{FFFD}b")
        #expect(PercentCoding.strictBytes(of: "%ff") == [0xFF])
        #expect(PercentCoding.decode("") == "")
    }
}
