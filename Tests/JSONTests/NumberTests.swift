import JSON
import Random
import Testing

@Suite("Numbers")
struct NumberTests {
    private func double(_ text: String) throws(JSONError) -> Double {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        return try reader.readDouble()
    }

    /// The error of a step.
    private func fault(_ step: () throws -> Void) -> JSONError? {
        do {
            try step()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    private func int(_ text: String) throws(JSONError) -> Int {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        return try reader.readInt()
    }

    @Test(
        "a number is the nearest Double",
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("0.1", 0.1), ("123456789012345", 123_456_789_012_345.0), ("1e22", 1e22),
            ("1e23", 1e23), ("9007199254740993", 9_007_199_254_740_992.0), ("0.30000000000000004", 0.1 + 0.2),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("5e-324", .leastNonzeroMagnitude), ("2.2250738585072014e-308", .leastNormalMagnitude),
            ("1e-400", 0.0), ("-1e-400", -0.0), ("0e999999", 0.0),
            ("0.000000000000000000000000000001", 1e-30), ("100000000000000000000000000000000", 1e32), ("1E+2", 100.0),
            ("12345678901234567890", 12_345_678_901_234_567_890.0), ("1.0000000000000000000000000000000000001", 1.0),
            ("2.5E-0003", 0.0025),
        ])
    func nearest(text: String, value: Double) throws {
        let read = try double(text)
        #expect(read == value && read.sign == value.sign, "\(text): \(read)")
    }

    @Test(
        "a number that is too large for a Double is refused",
        arguments: ["1e309", "-1e309", "1e99999999999999999999", "123e9999"])
    func tooLarge(text: String) {
        #expect(fault { _ = try double(text) } == JSONError(.numberOutOfRange, at: 0))
    }

    @Test("a number of a million digits is read or refused, and nothing worse")
    func long() throws {
        #expect(
            fault { _ = try double(String(repeating: "9", count: 1_000_000)) } == JSONError(.numberOutOfRange, at: 0))
        #expect(try double("0." + String(repeating: "0", count: 1_000_000) + "1") == 0)
        #expect(try double("1." + String(repeating: "0", count: 1_000_000)) == 1)
        #expect(fault { _ = try int(String(repeating: "9", count: 1_000_000)) } == JSONError(.numberOutOfRange, at: 0))
    }

    @Test("doubles that are printed are read back the same")
    func roundTrip() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            #expect(try double(value.description) == value)
        }
        for _ in 0..<20_000 {
            let text =
                "\(Int.random(in: -99_999...99_999, using: &random)).\(Int.random(in: 0...999_999, using: &random))"
            #expect(try double(text) == Double(text))
        }
    }

    @Test(
        "a whole number is an Int however it is spelled",
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("-42", -42), ("2.0", 2), ("2e3", 2000), ("12.5e1", 125), ("-1.0e0", -1),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9007199254740992.0", 1 << 53),
        ])
    func whole(text: String, value: Int) throws {
        #expect(try int(text) == value)
    }

    @Test(
        "what is no Int is refused with the reason",
        arguments: [
            ("1.5", JSONError.Code.notWhole), ("1e-1", .notWhole), ("9223372036854775808", .numberOutOfRange),
            ("-9223372036854775809", .numberOutOfRange), ("9007199254740994.0", .numberOutOfRange),
            ("1e400", .numberOutOfRange),
            ("1e300", .numberOutOfRange), ("99999999999999999999.5", .numberOutOfRange),
        ])
    func notInt(text: String, code: JSONError.Code) {
        #expect(fault { _ = try int(text) } == JSONError(code, at: 0))
    }
}
