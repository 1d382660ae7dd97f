import JSON
import Testing

@Suite("Reader")
struct ReaderTests {
    @Test("an object is read key by key, an array element by element")
    func walk() throws {
        let bytes = Array(#" { "t" : "message", "n": [1, 2.5, -3e2], "ok": true, "no": null, "in": {} } "#.utf8)
        var reader = JSONReader(bytes.span)
        var seen: [String] = []
        try reader.enterObject()
        while let key = try reader.nextKey() {
            if reader.matches(key, "t") { seen.append("t " + (try reader.readText())) }
            if reader.matches(key, "n") {
                try reader.enterArray()
                while try reader.nextElement() { seen.append("n \(try reader.readDouble())") }
            }
            if reader.matches(key, "ok") { seen.append("ok \(try reader.readBool())") }
            if reader.matches(key, "no") { try reader.readNull() }
            if reader.matches(key, "in") {
                seen.append("in \(try reader.peek())")
                try reader.enterObject()
                let inner = try reader.nextKey()
                seen.append("empty \(inner == nil)")
            }
        }
        try reader.finish()
        let offset = reader.offset
        #expect(seen == ["t message", "n 1.0", "n 2.5", "n -300.0", "ok true", "in object", "empty true"])
        #expect(offset == bytes.count)
    }

    @Test("a value that is stepped over gives its kind and its range")
    func skipping() throws {
        let text = #"{"a":"x\ny","b":[1,{"c":[]}],"d":-1.5e3,"e":false}"#
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        try reader.enterObject()
        var found: [String] = []
        while let key = try reader.nextKey() {
            let value = try reader.skip()
            found.append("\(reader.text(of: key)) \(value.kind) \(String(decoding: bytes[value.range], as: UTF8.self))")
        }
        try reader.finish()
        #expect(found == [#"a string x\ny"#, #"b array [1,{"c":[]}]"#, "d number -1.5e3", "e bool false"])
    }

    @Test("a string token says whether it has escapes and whether it is ASCII")
    func stringTokens() throws {
        for (text, hasEscapes, isASCII) in [
            (#""plain""#, false, true), (#""a\u0041""#, true, true), (#""é""#, false, false), (#""é\n""#, true, false),
        ] {
            let bytes = Array(text.utf8)
            var reader = JSONReader(bytes.span)
            let token = try reader.readString()
            #expect(token.hasEscapes == hasEscapes, "\(text)")
            #expect(token.isASCII == isASCII, "\(text)")
        }
    }

    @Test("a key with escapes is the key that they stand for")
    func escapedKey() throws {
        let bytes = Array(#"{"\u0074":1}"#.utf8)
        var reader = JSONReader(bytes.span)
        try reader.enterObject()
        let first = try firstKey(&reader)
        let key = try #require(first)
        let (isT, isU) = (reader.matches(key, "t"), reader.matches(key, "u"))
        #expect(isT && !isU)
    }

    private func firstKey(_ reader: inout JSONReader) throws(JSONError) -> JSONToken? { try reader.nextKey() }

    @Test("a value of another kind is refused at its first byte", arguments: JSONKind.all)
    func wrongKind(wanted: JSONKind) {
        let texts: [(JSONKind, String)] = [
            (.object, "{}"), (.array, "[]"), (.string, "\"\""), (.number, "1"), (.bool, "true"), (.null, "null"),
        ]
        for (kind, text) in texts {
            let bytes = Array(" \(text)".utf8)
            var reader = JSONReader(bytes.span)
            var fault: JSONError?
            do throws(JSONError) {
                switch wanted {
                case .object: try reader.enterObject()
                case .array: try reader.enterArray()
                case .string: _ = try reader.readText()
                case .number: _ = try reader.readInt()
                case .bool: _ = try reader.readBool()
                case .null: try reader.readNull()
                }
            } catch {
                fault = error
            }
            #expect(fault == (kind == wanted ? nil : JSONError(.wrongKind, at: 1)), "\(text) as \(wanted)")
        }
    }

    @Test(
        "a text that is not JSON is refused at the byte where it shows",
        arguments: [
            ("", JSONError.Code.unexpectedEnd, 0), ("   ", .unexpectedEnd, 3), ("{", .unexpectedEnd, 1),
            ("[1,", .unexpectedEnd, 3), ("[1", .unexpectedEnd, 2), ("{\"a\"", .unexpectedEnd, 4),
            ("{\"a\":", .unexpectedEnd, 5), ("\"abc", .unexpectedEnd, 4), ("\"abcdefgh", .unexpectedEnd, 9),
            ("tru", .unexpectedEnd, 3), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2),
            ("1e+", .unexpectedEnd, 3), ("\"\\", .unexpectedEnd, 2), ("\"\\u12", .unexpectedEnd, 5),
            ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
            ("{\"a\":1,}", .unexpectedByte, 7), ("{,}", .unexpectedByte, 1), ("{\"a\" 1}", .unexpectedByte, 5),
            ("{a:1}", .unexpectedByte, 1), ("{\"a\":}", .unexpectedByte, 5), ("[1}", .unexpectedByte, 2),
            ("{\"a\":1]", .unexpectedByte, 6), ("trux", .unexpectedByte, 3), ("nulL", .unexpectedByte, 3),
            ("'a'", .unexpectedByte, 0), ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
            ("// x\n1", .unexpectedByte, 0), ("\u{FEFF}1", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0),
            ("1 2", .trailing, 2), ("{}x", .trailing, 2), ("truee", .trailing, 4), ("1\u{0}", .trailing, 1),
            ("01", .badNumber, 0), ("-01", .badNumber, 0), ("-a", .badNumber, 0), ("1.e1", .badNumber, 0),
            ("1ex", .badNumber, 0), ("[--1]", .badNumber, 1), ("\"\t\"", .controlCharacter, 1),
            ("\"abcdefghij\nk\"", .controlCharacter, 11), ("\"\u{0}\"", .controlCharacter, 1),
            ("\"\\x\"", .badEscape, 1), ("\"\\u12g4\"", .badEscape, 1), ("\"abcd\\'\"", .badEscape, 5),
            ("\"\\ud800\"", .loneSurrogate, 1), ("\"\\udc00\"", .loneSurrogate, 1),
            ("\"\\ud800\\n\"", .loneSurrogate, 1), ("\"\\ud800\\ud800\"", .loneSurrogate, 1),
            ("\"\\ud83dx\"", .loneSurrogate, 1),
        ])
    func refused(text: String, code: JSONError.Code, offset: Int) {
        #expect(Value.fault(text) == JSONError(code, at: offset))
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        do throws(JSONError) {
            try reader.skip()
            try reader.finish()
            Issue.record("stepped over \(text)")
        } catch {
            #expect(error == JSONError(code, at: offset))
        }
    }

    @Test("sixty-four containers inside each other are read, one more is not")
    func depth() throws {
        let limit = JSONReader.depthLimit
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let inner = open == "[" ? "" : "1"
            let fits = String(repeating: open, count: limit) + inner + String(repeating: close, count: limit)
            _ = try Value.read(fits)
            #expect(skipped(fits) == nil)
            let tooDeep = open + fits + close
            let offset = limit * open.utf8.count
            #expect(Value.fault(tooDeep) == JSONError(.tooDeep, at: offset))
            #expect(skipped(tooDeep) == JSONError(.tooDeep, at: offset))
        }
        #expect(skipped(String(repeating: "[", count: 1_000_000))?.code == .tooDeep)
        #expect(skipped("[" + String(repeating: "[],", count: 100_000) + "[]]") == nil)
    }

    private func skipped(_ text: String) -> JSONError? {
        let bytes = Array(text.utf8)
        var reader = JSONReader(bytes.span)
        do throws(JSONError) {
            try reader.skip()
            try reader.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test("the printed error says what and where")
    func printed() {
        #expect(JSONError(.unexpectedEnd, at: 7).description == "the JSON text ends too early, at byte 7")
        #expect(
            JSONError(.tooDeep, at: 64).description == "more than 64 objects and arrays inside each other, at byte 64")
        #expect(JSONError(.loneSurrogate, at: 1).description == "half of a surrogate pair, at byte 1")
        for code in JSONError.Code.allCases { #expect(JSONError(code, at: 0).description.hasSuffix(", at byte 0")) }
    }
}

extension JSONKind {
    static let all: [JSONKind] = [.object, .array, .string, .number, .bool, .null]
}
