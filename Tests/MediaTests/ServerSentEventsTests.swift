import Testing

@testable import Media

@Suite("Server-sent events")
struct ServerSentEventsTests {
    private func parse(_ bytes: [UInt8], piece: Int) -> [ServerSentEvent] {
        var parser = ServerSentEvents()
        var events: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            let part = Array(bytes[start..<min(start + piece, bytes.count)])
            #expect(parser.take(part.span) { events.append($0) })
        }
        return events
    }

    private func event(_ data: String, _ type: String = "message", id: String = "") -> ServerSentEvent {
        ServerSentEvent(type: type, data: data, lastID: id)
    }

    @Test(
        "are read to the letter, wherever the bytes are split",
        arguments: [
            ("data: a\n\n", [("a", "message", "")]), ("data: a\r\n\r\n", [("a", "message", "")]),
            ("data: a\r\r", [("a", "message", "")]),
            ("data: a\r\n\ndata: b\n\r\n", [("a", "message", ""), ("b", "message", "")]),
            ("\u{FEFF}data: a\n\n", [("a", "message", "")]),
            ("data: \u{FEFF}a\n\n\u{FEFF}data: b\n\n", [("\u{FEFF}a", "message", "")]),
            (": a comment\n\ndata: a\n: another\n\n", [("a", "message", "")]), (":\n:\n\n", []),
            ("data:a\ndata: b\ndata:  c\n\n", [("a\nb\n c", "message", "")]), ("data\n\n", [("", "message", "")]),
            ("data:\ndata\n\n", [("\n", "message", "")]), ("data: a:b: c\n\n", [("a:b: c", "message", "")]),
            ("event: add\ndata: 1\n\ndata: 2\n\n", [("1", "add", ""), ("2", "message", "")]),
            ("event: add\n\ndata: 2\n\n", [("2", "message", "")]),
            (
                "id: 7\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n",
                [("1", "message", "7"), ("2", "message", "7"), ("3", "message", "")]
            ),
            ("id: a\u{0}b\ndata: 1\n\n", [("1", "message", "")]), ("data: cut off", []), ("data: cut off\n", []),
            ("Data: a\nevent : x\nfoo: bar\n data: b\n\n", []), ("data: ключ 👩‍🚀\n\n", [("ключ 👩‍🚀", "message", "")]),
            ("", []), ("\n\n\n\r\r\r\n", []),
        ])
    func letter(text: String, expected: [(String, String, String)]) {
        let wanted = expected.map { event($0.0, $0.1, id: $0.2) }
        let bytes = Array(text.utf8)
        for piece in 1...max(1, min(bytes.count, 40)) {
            #expect(parse(bytes, piece: piece) == wanted, "pieces of \(piece)")
        }
    }

    @Test("take bytes that are not UTF-8 as the replacement character")
    func invalid() {
        #expect(parse(Array("data: a".utf8) + [0xFF, 0x0A, 0x0A], piece: 3) == [event("a\u{FFFD}")])
    }

    @Test("remember the reconnection time that was asked for, digits only")
    func retry() {
        var parser = ServerSentEvents()
        for (text, retry) in [
            ("retry: 250\n", 250), ("retry: 3s\n", 250), ("retry:\n", 250), ("retry: -1\n", 250), ("retry:9\n", 9),
        ] {
            _ = parser.take(Array(text.utf8).span) { _ in }
            #expect(parser.retry == retry)
        }
        _ = parser.take(Array("retry: 99999999999999999999999\n".utf8).span) { _ in }
        #expect(parser.retry == 9)
    }

    @Test("end where a line or an event has no end")
    func endless() {
        var parser = ServerSentEvents()
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        var taken = 0
        while taken < 10, parser.take(block.span, each: { _ in }) { taken += 1 }
        #expect(taken == 4)
        #expect(!parser.take([0x0A].span) { _ in })
        parser = ServerSentEvents()
        taken = 0
        let line = Array("data: ".utf8) + block + [0x0A]
        while taken < 10, parser.take(line.span, each: { _ in }) { taken += 1 }
        #expect(taken == 3)
    }

    @Test("read the same from any bytes, however they are split")
    func anyBytes() {
        var state: UInt64 = 5
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        let alphabet = Array("data: eventid\r\n\n\r:x".utf8)
        for _ in 0..<300 {
            let bytes = (0..<random(80)).map { _ in alphabet[random(alphabet.count)] }
            let whole = parse(bytes, piece: max(1, bytes.count))
            for piece in [1, 2, 3, 7] { #expect(parse(bytes, piece: piece) == whole) }
        }
    }
}
