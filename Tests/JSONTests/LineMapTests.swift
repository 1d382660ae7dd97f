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
