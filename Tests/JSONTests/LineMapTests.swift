import JSON
import Testing

@Suite("Lines and columns")
struct LineMapTests {
    @Test(
        "columns count scalars from 1, lines end with LF or CR LF",
        arguments: [
            (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 2, 1), (5, 2, 2), (6, 2, 3), (10, 2, 4), (11, 2, 5), (12, 3, 1),
            (13, 4, 1), (14, 4, 2),
        ])
    func places(offset: Int, line: Int, column: Int) {
        // a b LF, é c 👋 CR LF, LF, x
        let map = LineMap(Array("ab\néc👋\r\n\nx".utf8))
        let shifted = offset >= 12 ? offset + 0 : offset
        #expect(map.place(of: shifted) == LineMap.Place(line: line, column: column))
    }

    @Test("offsets outside the text are taken as its ends")
    func outside() {
        let map = LineMap(Array("ab\ncd".utf8))
        #expect(map.place(of: -5).description == "1:1")
        #expect(map.place(of: 99).description == "2:3")
        #expect(LineMap([]).place(of: 0).description == "1:1")
    }

    @Test("columns of a long text are those that counting gives")
    func longText() {
        let text = Array((0..<400).map { $0 % 7 == 0 ? "é👋\n" : "abc日 " }.joined().utf8)
        let map = LineMap(text)
        var (line, column) = (1, 1)
        for (offset, byte) in text.enumerated() {
            #expect(map.place(of: offset) == LineMap.Place(line: line, column: column))
            if byte & 0xC0 != 0x80 { column += 1 }
            if byte == 0x0A { (line, column) = (line + 1, 1) }
        }
        #expect(map.place(of: text.count) == LineMap.Place(line: line, column: column))
    }

    @Test("a line's text comes without its line break")
    func texts() {
        let map = LineMap(Array("one\r\ntwo\n\nfour".utf8) + [0xFF])
        #expect(map.lineCount == 4)
        #expect((0...5).map { map.text(ofLine: $0) } == ["", "one", "two", "", "four\u{FFFD}", ""])
        #expect(map.range(ofLine: 2) == 5..<8)
        #expect(map.range(ofLine: 9) == 15..<15)
        #expect(LineMap(Array("x\n".utf8)).lineCount == 2)
    }
}
