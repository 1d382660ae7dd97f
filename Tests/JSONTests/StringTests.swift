import JSON
import Testing

@Suite("Strings")
struct StringTests {
    @Test(
        "escapes stand for their characters",
        arguments: [
            (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\udc4b""#, "👋"), (#""\uD834\uDD1E""#, "𝄞"), (#""\u0000""#, "\u{0}"), (#""\uffff""#, "\u{FFFF}"),
            (#""\u2028""#, "\u{2028}"), (#""a\u0062c""#, "abc"), (#""\\u0041""#, "\\u0041"), ("\"\u{7F}\"", "\u{7F}"),
            (#""\udbff\udfff""#, "\u{10FFFF}"),
        ])
    func escapes(json: String, text: String) throws {
        #expect(try Value.read(json) == .string(text))
    }

    @Test("the first special byte is found wherever it stands among eight", arguments: 0..<40)
    func everyPlace(place: Int) throws {
        let before = String(repeating: "x", count: place)
        #expect(try Value.read("\"\(before)\"") == .string(before))
        #expect(try Value.read("\"\(before)\\n\(before)\"") == .string("\(before)\n\(before)"))
        #expect(try Value.read("\"\(before)é\(before)\"") == .string("\(before)é\(before)"))
        #expect(Value.fault("\"\(before)\u{1F}\(before)\"") == JSONError(.controlCharacter, at: place + 1))
        #expect(Value.fault("\"\(before)\"\(before)!") == JSONError(.trailing, at: place + 2))
    }

    @Test("every byte by itself inside a string is taken or refused as UTF-8 and RFC 8259 say")
    func everyByte() {
        for byte in UInt8.min...UInt8.max {
            for padding in [1, 9] {
                let filler = [UInt8](repeating: 0x61, count: padding)
                let isTaken = Value.fault([0x22] + filler + [byte] + filler + [0x22]) == nil
                let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
                #expect(isTaken == isPlain, "\(byte)")
            }
        }
    }

    @Test(
        "bytes that are not UTF-8 are refused where they begin",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x22], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x91], [0xFE], [0xFF],
        ] as [[UInt8]])
    func badUTF8(bytes: [UInt8]) {
        for padding in 0..<10 {
            let filler = [UInt8](repeating: 0x61, count: padding)
            for tail in [[], [0x22], [0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x22]] as [[UInt8]] {
                #expect(Value.fault([0x22] + filler + bytes + tail) == JSONError(.badUTF8, at: padding + 1))
            }
        }
    }

    @Test("all scalars pass, as they are and as escapes")
    func allScalars() throws {
        var text = ""
        for value in stride(from: UInt32(0x20), through: 0x10FFFF, by: 37) {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            text.unicodeScalars.append(scalar)
        }
        #expect(try Value.read("\"\(text)\"") == .string(text))
        var escaped = ""
        for unit in text.utf16 {
            let digits = String(unit, radix: 16)
            escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        #expect(try Value.read("\"\(escaped)\"") == .string(text))
    }

    @Test("a range that was checked gives its bytes with the escapes undone")
    func appended() throws {
        let bytes = Array(#"["a\/b"]"#.utf8)
        var out = Array("<".utf8)
        JSONText.append(bytes.span, 2..<6, to: &out)
        #expect(String(decoding: out, as: UTF8.self) == "<a/b")
        // Ranges that nobody has checked make no trap.
        out.removeAll()
        JSONText.append(Array(#"\u12"#.utf8).span, 0..<4, to: &out)
        #expect(String(decoding: out, as: UTF8.self) == "\u{FFFD}u12")
    }
}
