import JSON
import Random
import Testing

@Suite("Base64")
struct Base64Tests {
    private func encoded(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        Base64.encode(bytes.span, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// The fault of a step.
    private func fault(_ step: () throws -> Void) -> Base64.Fault? {
        do {
            try step()
            return nil
        } catch {
            return error as? Base64.Fault
        }
    }

    private func decoded(_ text: String) throws(Base64.Fault) -> [UInt8] {
        var out: [UInt8] = []
        try Base64.decode(Array(text.utf8).span, into: &out)
        return out
    }

    @Test(
        "the vectors of RFC 4648 section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, text: String) throws {
        #expect(encoded(Array(plain.utf8)) == text)
        #expect(try decoded(text) == Array(plain.utf8))
        #expect(Base64.encodedCount(plain.utf8.count) == text.utf8.count)
        #expect(Base64.decodedCount(Array(text.utf8).span) == plain.utf8.count)
    }

    @Test("bytes of every length go there and back, behind what is in the buffer")
    func roundTrip() throws {
        var random = SplitMix(seed: 3)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var text = Array("<".utf8)
            Base64.encode(bytes.span, into: &text)
            #expect(text.count == 1 + Base64.encodedCount(count))
            var out: [UInt8] = [7]
            try Base64.decode(text.span.extracting(1..<text.count), into: &out)
            #expect(out == [7] + bytes)
        }
    }

    @Test(
        "a text that is no base64 is refused at its first bad byte, and nothing is appended",
        arguments: [
            ("Z", Base64.Fault.Code.length, 1), ("Zm9vYg", .length, 6), ("Zm9vY===", .character, 5),
            ("====", .character, 0),
            ("Zm9v====", .character, 4), ("Zg==Zm9v", .character, 2), ("Zm=v", .character, 2),
            ("Zm9v\nZm9", .character, 4),
            ("Zm 9", .character, 2), ("Zm9-", .character, 3), ("_m9v", .character, 0), ("Zm9vZm\u{E9}", .character, 6),
            ("Zh==", .leftover, 1), ("Zm9=", .leftover, 2), ("Zm9vZm9vZh==", .leftover, 9), ("\\/9v", .character, 0),
        ])
    func refused(text: String, code: Base64.Fault.Code, offset: Int) {
        var out: [UInt8] = [1, 2]
        #expect(fault { try Base64.decode(Array(text.utf8).span, into: &out) } == Base64.Fault(code, at: offset))
        #expect(out == [1, 2])
    }

    @Test("every byte that is not of the alphabet is refused at each of the four places, in the middle and at the end")
    func alphabet() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for byte in UInt8.min...UInt8.max {
            for place in 0..<8 {
                var text = Array("AAAAAAAA".utf8)
                text[place] = byte
                var out: [UInt8] = []
                let isGood = (try? Base64.decode(text.span, into: &out)) != nil
                let isPadding = place == 7 && byte == UInt8(ascii: "=")
                #expect(isGood == (alphabet.contains(byte) || isPadding), "\(byte) at \(place)")
            }
        }
    }

    @Test("inside a JSON string a slash may be escaped, and so may anything")
    func insideJSON() throws {
        var out: [UInt8] = []
        try Base64.decode(insideJSONString: Array(#"\/\/\/\/"#.utf8).span, into: &out)
        #expect(out == [0xFF, 0xFF, 0xFF])
        out.removeAll()
        try Base64.decode(insideJSONString: Array(#"Zm\u0039v"#.utf8).span, into: &out)
        #expect(out == Array("foo".utf8))
        out.removeAll()
        try Base64.decode(insideJSONString: Array("Zm9v".utf8).span, into: &out)
        #expect(out == Array("foo".utf8))
        #expect(
            fault { try Base64.decode(insideJSONString: Array(#"Zm9\n"#.utf8 + Array("Zm9v".utf8)).span, into: &out) }
                == Base64.Fault(.character, at: 3))
    }

    @Test("piece by piece as all at once: the same bytes, the same faults", arguments: [1, 3, 4, 5, 9, 100])
    func pieces(piece: Int) throws {
        for text in [
            "", "QQ==", "QUI=", "QUJD", "QUJDREVGR0hJSktMTU5PUFFSU1Q=", "QUJ", "QUJDRA==RUZH", "QQ==QUJD", "QUJDR*ZH",
            "QUJDRB==",
        ] {
            var whole: [UInt8] = []
            let expected = fault { try Base64.decode(Array(text.utf8).span, into: &whole) }
            var together: [UInt8] = []
            var longest = 0
            let found = Base64.decode(insideJSONString: Array(text.utf8).span, hasEscapes: false, by: piece) { bytes in
                together += bytes.withUnsafeBufferPointer { Array($0) }
                longest = max(longest, bytes.count)
            }
            #expect(found == expected, "\(text)")
            if found == nil { #expect(together == whole) }
            #expect(longest <= max(3, piece))
        }
        var plain: [UInt8] = []
        let escaped = Array(#"\/\u002b\/\/QUI="#.utf8)
        let found = Base64.decode(insideJSONString: escaped.span, hasEscapes: true, by: piece) { bytes in
            plain += bytes.withUnsafeBufferPointer { Array($0) }
        }
        #expect(found == nil && plain == [0xFF, 0xEF, 0xFF, 0x41, 0x42])
    }

    @Test("the printed fault says what and where")
    func printed() {
        #expect(Base64.Fault(.length, at: 5).description == "base64 that is cut short, at byte 5")
        #expect(Base64.Fault(.character, at: 0).description == "a character that base64 does not have, at byte 0")
        #expect(
            Base64.Fault(.leftover, at: 9).description == "base64 whose last character has bits left over, at byte 9")
    }
}
