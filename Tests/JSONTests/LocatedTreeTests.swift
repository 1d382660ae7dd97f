import JSON
import Testing

@Suite("Located tree")
struct LocatedTreeTests {
    @Test("every node and key knows its bytes")
    func ranges() throws {
        let text = #"{ "a": [1, "é"], // note"# + "\n" + #"  "b": { "c": null } }"#
        let tree = LocatedTree.parse(Array(text.utf8))
        #expect(tree.faults.isEmpty)
        #expect(tree.isComplete)
        let root = try #require(tree.root)
        guard case .object(let members) = root.kind else { return }
        #expect(members.map(\.key) == ["a", "b"])
        #expect(piece(tree, root.range) == text)
        #expect(members.map { piece(tree, $0.keyRange) } == [#""a""#, #""b""#])
        #expect(members.map { piece(tree, $0.value.range) } == [#"[1, "é"]"#, #"{ "c": null }"#])
        guard case .array(let elements) = members[0].value.kind else { return }
        #expect(elements.map { piece(tree, $0.range) } == ["1", #""é""#])
        #expect(tree.comments.map { piece(tree, $0.range) } == ["// note"])
    }

    private func piece(_ tree: LocatedTree, _ range: Range<Int>) -> String {
        String(decoding: tree.bytes[range], as: UTF8.self)
    }

    @Test("comments stand wherever blanks may")
    func comments() {
        let text = "/* a */ { // b\r\n /**/ \"k\" /*:*/ : /*,*/ 1 /* d\n e */ , \"l\":[/*x*/]} // end"
        let tree = LocatedTree.parse(Array(text.utf8))
        #expect(tree.faults.isEmpty)
        #expect(
            tree.comments.map { piece(tree, $0.range) }
                == ["/* a */", "// b", "/**/", "/*:*/", "/*,*/", "/* d\n e */", "/*x*/", "// end"])
        #expect(tree.comments.map(\.isBlock) == [true, false, true, true, true, true, true, false])
    }

    @Test("slashes inside a text are no comment")
    func slashes() {
        let tree = LocatedTree.parse(Array(#"["http://x/*y*/"]"#.utf8))
        #expect(tree.comments.isEmpty)
        #expect(tree.root.map { Value($0) } == .array([.string("http://x/*y*/")]))
    }

    @Test("a member is found by its key, and kinds have names")
    func lookup() throws {
        let tree = LocatedTree.parse(Array(#"{"a":1,"a":2,"o":{},"l":[],"s":"","t":true,"f":false,"n":null}"#.utf8))
        let root = try #require(tree.root)
        #expect(root["a"].map { Value($0) } == .number(1))
        #expect(root["zz"] == nil)
        #expect(root["a"]?["b"] == nil)
        let kinds = ["o", "l", "s", "a", "t", "f", "n"].map { root[$0]?.kindName ?? "" }
        #expect(kinds == ["an object", "a list", "a text", "a number", "true", "false", "null"])
    }

    @Test("a place in a text is a place in the file, escapes counted")
    func offsets() {
        let tree = LocatedTree.parse(Array(#"["a\n\u00e9\ud83d\udc4bz"]"#.utf8))
        let range = 1..<tree.bytes.count - 1
        // Bytes of the text: a, LF, é (2), 👋 (4), z.
        let places = (0...9).map { tree.byteOffset(inString: range, at: $0) }
        #expect(places == [2, 3, 5, 5, 11, 11, 11, 11, 23, 24])
        #expect(tree.byteOffset(inString: range, at: 99) == 24)
    }
}
