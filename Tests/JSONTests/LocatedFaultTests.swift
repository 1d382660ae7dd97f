import JSON
import Testing

/// The faults of a text as a person would see them: line:column, the bytes meant, code, message, hint, related place.
private func report(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let tree = LocatedTree.parse(bytes)
    let lines = LineMap(bytes)
    return tree.faults.map { fault in
        let what = String(decoding: bytes[fault.range], as: UTF8.self)
        let hint = fault.hint.map { " (\($0))" } ?? ""
        let related = fault.related.map { " [\(lines.place(of: $0.range.lowerBound)): \($0.message)]" } ?? ""
        return
            "\(lines.place(of: fault.range.lowerBound)) <\(what)> \(fault.code.rawValue): \(fault.message)\(hint)\(related)"
    }
}

private func value(_ text: String) -> Value? { LocatedTree.parse(Array(text.utf8)).root.map { Value($0) } }

@Suite("Faults of a text that a person wrote")
struct LocatedFaultTests {
    @Test(
        "one fault, said where it is",
        arguments: [
            ("", "1:1 <> empty_text: there is no JSON value in the file"),
            (" // only a comment", "1:19 <> empty_text: there is no JSON value in the file"),
            (
                "\u{FEFF}{}",
                "1:1 <\u{FEFF}> byte_order_mark: the file begins with a byte order mark (save it as UTF-8 without one)"
            ),
            ("[1 2]", "1:3 <> missing_comma: a comma is missing here"),
            ("[1 // one\n 2]", "1:3 <> missing_comma: a comma is missing here"),
            (#"{"a":1 "b":2}"#, "1:7 <> missing_comma: a comma is missing here"),
            ("[1,]", "1:3 <,> extra_comma: a comma with nothing behind it (remove it)"),
            ("[,1]", "1:2 <,> extra_comma: a comma with nothing before it (remove it)"),
            ("[1,,2]", "1:4 <,> extra_comma: a comma with nothing before it (remove it)"),
            (#"{"a":1,}"#, "1:7 <,> extra_comma: a comma with nothing behind it (remove it)"),
            (#"{a:1}"#, #"1:2 <a> unquoted_text: a key needs double quotes (write "a")"#),
            (#"{"a":hello}"#, #"1:6 <hello> unquoted_text: a text needs double quotes (write "hello")"#),
            (#"{"a":True}"#, #"1:6 <True> unquoted_text: "True" is no JSON value (write true)"#),
            (#"{"a":None}"#, #"1:6 <None> unquoted_text: "None" is no JSON value (write null)"#),
            (#"{'a':1}"#, #"1:2 <'a'> single_quotes: a text needs double quotes (write it with ")"#),
            (#"{"a" 1}"#, #"1:5 <> expected_colon: a colon is missing behind the key "a""#),
            (#"{"a"=1}"#, #"1:5 <=> expected_colon: a colon belongs behind a key, not "=""#),
            (#"{"a":}"#, #"1:6 <> expected_value: the key "a" has no value"#),
            (#"{"a":1,"b"}"#, #"1:11 <> expected_colon: a colon is missing behind the key "b""#),
            (#"{1:2}"#, #"1:2 <1> unquoted_text: a key needs double quotes (write "1")"#),
            (#"{[]:2}"#, #"1:2 <[> expected_key: expected a key in double quotes, not "[""#),
            ("[#]", ##"1:2 <#> expected_value: expected a value, not "#""##),
            ("[1;2]", #"1:3 <;> missing_comma: expected "," or "]", not ";""#),
            ("[1, 2", #"1:1 <[> unclosed_container: this "[" is never closed"#),
            (#"{"a": [1, {"b": 2}"#, #"1:7 <[> unclosed_container: this "[" is never closed"#),
            ("[1}", #"1:3 <}> wrong_closing: expected "]", not "}" [1:1: to close this]"#),
            ("[1] []", #"1:5 <[> trailing_text: more text after the end of the JSON value"#),
            ("{} hello there", #"1:4 <hello> trailing_text: more text after the end of the JSON value"#),
            ("[1] /* open", "1:5 </*> unclosed_comment: this comment is never closed (close it with */)"),
            ("[1] /", #"1:5 </> expected_value: a single "/" begins nothing (comments begin with // or /*)"#),
            ("[\"a\tb\"]", "1:4 <\t> control_character: a control character inside a text (write \\t)"),
            ("[\"a\u{1}b\"]", "1:4 <\u{1}> control_character: a control character inside a text (write it as \\u0001)"),
            (#"["\d+"]"#, #"1:3 <\d> bad_escape: JSON knows no escape "\d" (a backslash itself is written \\)"#),
            (#"["\u12g"]"#, #"1:3 <\u12g"> bad_escape: \u needs four hexadecimal digits"#),
            (#"["\ud800"]"#, #"1:3 <\ud800> lone_surrogate: half of a surrogate pair stands for no character"#),
            ("[01]", #"1:2 <01> bad_number: "01" is no number as JSON writes them (leave out the zeros before it)"#),
            ("[+1]", #"1:2 <+1> bad_number: "+1" is no number as JSON writes them (leave out the plus sign)"#),
            ("[.5]", #"1:2 <.5> bad_number: ".5" is no number as JSON writes them (write a 0 before the point)"#),
            (
                "[10s]",
                #"1:2 <10s> bad_number: "10s" is no number as JSON writes them (if it is a text ("250ms"), write it in double quotes)"#
            ),
            ("[1.]", #"1:2 <1.> bad_number: "1." is no number as JSON writes them"#),
            ("[1e999]", "1:2 <1e999> number_out_of_range: the number is too large"),
            (
                #"{"a":1, "b":2, "a":3}"#,
                #"1:16 <"a"> duplicate_key: the key "a" comes twice in this object (keep one of the two) [1:2: it is here first]"#
            ),
            (
                "[\"abc\n]",
                #"1:2 <"abc> unclosed_string: this text is not closed on its line (a line break inside a text is written \n)"#
            ),
        ])
    func single(text: String, fault: String) {
        #expect(report(text) == [fault])
    }

    @Test("bytes that are not UTF-8 are a fault, in texts and in comments")
    func utf8() {
        for bytes in [Array("[\"a".utf8) + [0xFF] + Array("b\"]".utf8), Array("[] // ".utf8) + [0xC3]] {
            let tree = LocatedTree.parse(bytes)
            #expect(tree.faults.map(\.code) == [.badUTF8])
            #expect(tree.faults.map(\.message) == ["the file is not UTF-8 here"])
        }
    }

    @Test("several faults are found in one look, in the order of the file")
    func several() {
        let text = """
            {
              name: "x",
              "list": [1, 2,],
              'on' "message"
              "a": tru, "when": { "text": "\\d" },
              "list": 3
            }
            """
        #expect(
            report(text) == [
                #"2:3 <name> unquoted_text: a key needs double quotes (write "name")"#,
                #"3:16 <,> extra_comma: a comma with nothing behind it (remove it)"#,
                #"4:3 <'on'> single_quotes: a text needs double quotes (write it with ")"#,
                #"4:7 <> expected_colon: a colon is missing behind the key "on""#,
                #"4:17 <> missing_comma: a comma is missing here"#,
                #"5:8 <tru> unquoted_text: a text needs double quotes (write "tru")"#,
                #"5:32 <\d> bad_escape: JSON knows no escape "\d" (a backslash itself is written \\)"#,
                #"6:3 <"list"> duplicate_key: the key "list" comes twice in this object (keep one of the two) [3:3: it is here first]"#,
            ])
    }

    @Test("what was meant is kept in the tree")
    func recovered() {
        #expect(
            value("{a: [1 2,], 'b' True}")
                == .object([
                    .init(key: "a", value: .array([.number(1), .number(2)])), .init(key: "b", value: .bool(true)),
                ]))
        #expect(
            value(#"{"a":1,"a":2}"#)
                == .object([.init(key: "a", value: .number(1)), .init(key: "a", value: .number(2))]))
        #expect(value("[1, 2") == .array([.number(1), .number(2)]))
        #expect(value("") == nil)
    }

    @Test("a tree from which a value had to be left out says so")
    func completeness() {
        for text in [#"{"a":1,"a":2}"#, "[1 2]", "[1,]", "{a:1}", "['x']"] {
            #expect(LocatedTree.parse(Array(text.utf8)).isComplete, "\(text)")
        }
        for text in ["", "[1", "[01]", #"{"a":}"#, "[1] 2", "[\"a\n]", "[#]", "[1e999]"] {
            #expect(!LocatedTree.parse(Array(text.utf8)).isComplete, "\(text)")
        }
    }

    @Test("a text that is not closed on its line does not hide what follows")
    func unclosedText() {
        let text = "{ \"a\": \"x,\n  \"b\": 1,,\n  \"c\": 2 }"
        #expect(
            report(text) == [
                #"1:8 <"x,> unclosed_string: this text is not closed on its line (a line break inside a text is written \n)"#,
                "2:10 <,> extra_comma: a comma with nothing before it (remove it)",
            ])
    }

    @Test("containers inside each other are read to the limit and refused behind it")
    func depth() {
        let limit = JSONReader.depthLimit
        let fits = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(report(fits).isEmpty)
        #expect(report("[\(fits)]") == ["1:65 <[> too_deep: more than 64 objects and lists inside each other"])
        #expect(LocatedTree.parse([UInt8](repeating: 0x5B, count: 1_000_000)).faults.map(\.code) == [.tooDeep])
    }

    @Test("after a hundred faults a person has enough")
    func many() {
        let tree = LocatedTree.parse(Array("[\(String(repeating: "x,", count: 500))1]".utf8))
        #expect(tree.faults.count == 100)
        #expect(!tree.isComplete)
    }

    @Test("nothing in a message can act upon a terminal")
    func visible() {
        #expect(report("[\u{1B}[31m]") == [#"1:2 <\#u{1B}> expected_value: expected a value, not "\u{1b}""#])
        let long = String(repeating: "9", count: 40) + "x"
        #expect(
            report("[\(long)]").first?.contains(#""999999999999999999999999…" is no number"#) == true)
    }
}
