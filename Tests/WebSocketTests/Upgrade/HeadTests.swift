import Random
import Testing

@testable import WebSocket

@Suite("The reader of answers")
struct ResponseReaderTests {
    private func read(_ text: String, by size: Int) -> (ResponseReader.Progress, taken: Int) {
        var reader = ResponseReader()
        let bytes = Array(text.utf8)
        var taken = 0
        while taken < bytes.count {
            var position = 0
            let progress = reader.read(bytes[taken..<min(taken + size, bytes.count)].span, at: &position)
            taken += position
            if progress != .more { return (progress, taken) }
        }
        return (.more, taken)
    }

    @Test("passes over interim answers, and stops behind the head of the final one", arguments: [1, 7, 1000])
    func interim(size: Int) throws {
        let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
        for status in [101, 200, 401] {
            let final = "HTTP/1.1 \(status) X\r\nA: b\r\n\r\n"
            let (progress, taken) = read(interim + final + "rest", by: size)
            #expect(progress == .head(try ResponseHead(Array(final.utf8))))
            #expect(taken == (interim + final).utf8.count)
        }
        #expect(read(interim, by: size).0 == .more)
    }

    @Test("does not wait for ever behind interim answers")
    func endless() {
        let text = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 17)
        #expect(read(String(text.dropLast()), by: 50).0 == .more)
        #expect(read(text, by: 50).0 == .failure(.tooManyInterim))
    }

    @Test("tells a bad answer by its fault")
    func bad() {
        #expect(read("HTTP/1.1 099 X\r\n\r\n", by: 9).0 == .failure(.badStartLine))
        #expect(read("HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 X\r\nA b\r\n\r\n", by: 9).0 == .failure(.badField))
        #expect(read("HTTP/1.1 200 X\n", by: 9).0 == .failure(.badByte))
    }
}

@Suite("The head reader")
struct HeadReaderTests {
    func read(_ text: String, limits: HeadLimits = HeadLimits()) -> (HeadReader.Progress, position: Int) {
        var reader = HeadReader(limits: limits)
        var position = 0
        let bytes = Array(text.utf8)
        let progress = reader.read(bytes.span, at: &position)
        return (progress, position)
    }

    func readByteByByte(_ text: String) -> HeadReader.Progress {
        var reader = HeadReader()
        for byte in text.utf8 {
            var position = 0
            let progress = reader.read([byte].span, at: &position)
            if progress != .more { return progress }
        }
        return .more
    }

    @Test("stops behind the empty line and leaves what follows")
    func end() {
        let head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let (progress, position) = read(head + "\u{81}rest")
        #expect(progress == .head(Array(head.utf8)))
        #expect(position == head.utf8.count)
        #expect(readByteByByte(head) == .head(Array(head.utf8)))
        #expect(read(String(head.dropLast())).0 == .more)
    }

    @Test(
        "ends at a byte that may stand in no head",
        arguments: [
            "\u{16}\u{03}\u{01}", "GET / HTTP/1.1\n", "GET /\r ", "GET /\r\r", "A\r\n\n", "A\r\n\rB", "A\0", "A\u{7F}",
            "A: \u{1B}[0m", "\n",
        ])
    func badBytes(text: String) {
        #expect(read(text).0 == .failure(.badByte))
        #expect(readByteByByte(text) == .failure(.badByte))
    }

    @Test("takes tabs and bytes beyond ASCII")
    func oddBytes() {
        let head = "GET / HTTP/1.1\r\nA:\tgrüß\r\n\r\n"
        #expect(read(head).0 == .head(Array(head.utf8)))
    }

    @Test("holds to its limit, counted with the empty line")
    func limit() {
        let head = "GET / HTTP/1.1\r\n\r\n"
        #expect(read(head, limits: HeadLimits(bytes: head.utf8.count)).0 == .head(Array(head.utf8)))
        #expect(read(head, limits: HeadLimits(bytes: head.utf8.count - 1)).0 == .failure(.tooLong))
    }
}

@Suite("A request's head")
struct RequestHeadTests {
    func head(_ text: String, limits: HeadLimits = HeadLimits()) throws(HeadFault) -> RequestHead {
        try RequestHead(Array(text.utf8), limits: limits)
    }

    func fault(_ text: String, limits: HeadLimits = HeadLimits()) -> HeadFault? {
        do throws(HeadFault) {
            _ = try head(text, limits: limits)
            return nil
        } catch { return error }
    }

    @Test("is read into its parts")
    func parts() throws {
        let head = try head(
            "GET /ws?token=a%20b&x HTTP/1.1\r\nHost: example.org\r\nX-Empty:\r\nx-list: a ,, b\r\nX-List: c\r\n\r\n")
        #expect(head.method == "GET")
        #expect(head.target == "/ws?token=a%20b&x")
        #expect(head.path == "/ws")
        #expect(head.query == "token=a%20b&x")
        #expect(head.minorVersion == 1)
        #expect(head.fields.count == 4)
        #expect(head.fields.only("HOST") == "example.org")
        #expect(head.fields.only("x-empty") == "")
        #expect(head.fields.only("x-list") == nil)
        #expect(head.fields["X-LIST"] == ["a ,, b", "c"])
        #expect(head.fields.list("x-list") == ["a", "b", "c"])
        #expect(head.fields.contains("B", in: "X-list"))
        #expect(!head.fields.contains("d", in: "X-list"))
    }

    @Test(
        "has a path and a query in each form of target",
        arguments: [
            ("/", "/", nil), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"), ("http://h/p?q", "/p", "q"),
            ("http://h", "/", nil),
            ("http://h?q", "", "q"), ("*", "*", nil), ("//a/b", "//a/b", nil), ("host:80", "host:80", nil),
        ] as [(String, String, String?)])
    func targets(target: String, path: String, query: String?) throws {
        let head = try head("GET \(target) HTTP/1.1\r\n\r\n")
        #expect(head.path == path)
        #expect(head.query == query)
    }

    @Test("finds a query's values, percent-decoded")
    func queryValues() throws {
        let head = try head("GET /?a=1&b&c=%C3%A9+%2B=&a=2&%64=x&e=%4&f=%zz HTTP/1.1\r\n\r\n")
        #expect(head.queryValue("a") == "1")
        #expect(head.queryValue("b") == "")
        #expect(head.queryValue("c") == "é++=")
        #expect(head.queryValue("d") == "x")
        #expect(head.queryValue("e") == "%4")
        #expect(head.queryValue("f") == "%zz")
        #expect(head.queryValue("g") == nil)
        #expect(try self.head("GET / HTTP/1.1\r\n\r\n").queryValue("a") == nil)
    }

    @Test("finds a bearer's token")
    func bearer() throws {
        func bearer(_ value: String) throws -> String? {
            try head("GET / HTTP/1.1\r\nAuthorization: \(value)\r\n\r\n").bearer
        }
        #expect(try bearer("Bearer abc") == "abc")
        #expect(try bearer("bearer   abc") == "abc")
        #expect(try bearer("Basic abc") == nil)
        #expect(try bearer("Bearer") == nil)
        #expect(try head("GET / HTTP/1.1\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n").bearer == nil)
    }

    @Test("prints without its query and its fields")
    func prints() throws {
        let head = try head("GET /ws?token=s3cret HTTP/1.1\r\nAuthorization: Bearer s3cret\r\n\r\n")
        var dumped = "\(head) \(String(reflecting: head))"
        dump(head, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect("\(head)" == "GET /ws")
    }

    @Test("knows of a body")
    func body() throws {
        #expect(try !head("GET / HTTP/1.1\r\n\r\n").isAddressed)
        #expect(try head("GET / HTTP/1.0\r\n\r\n").isAddressed)
        #expect(try head("GET / HTTP/1.1\r\nHost: a\r\n\r\n").isAddressed)
        #expect(try !head("GET / HTTP/1.0\r\nHost: a\r\nhost: a\r\n\r\n").isAddressed)
        #expect(try !head("GET / HTTP/1.1\r\n\r\n").hasBody)
        #expect(try !head("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n").hasBody)
        #expect(try head("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n").hasBody)
        #expect(try head("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").hasBody)
    }

    @Test(
        "is refused, with the status that says why",
        arguments: [
            ("\r\n", HeadFault.badStartLine, 400), ("GET /\r\n\r\n", .badStartLine, 400),
            ("GET  / HTTP/1.1\r\n\r\n", .badStartLine, 400), ("GET / a HTTP/1.1\r\n\r\n", .badStartLine, 400),
            ("G(T / HTTP/1.1\r\n\r\n", .badStartLine, 400), ("GET /é HTTP/1.1\r\n\r\n", .badStartLine, 400),
            ("GET / HTTQ/1.1\r\n\r\n", .badStartLine, 400), ("GET / HTTP/1.11\r\n\r\n", .badStartLine, 400),
            ("GET / HTTP/2.0\r\n\r\n", .badVersion, 505), ("GET / HTTP/1.x\r\n\r\n", .badVersion, 505),
            ("GET / HTTP/1.1\r\nA\r\n\r\n", .badField, 400), ("GET / HTTP/1.1\r\nA : b\r\n\r\n", .badField, 400),
            ("GET / HTTP/1.1\r\n: b\r\n\r\n", .badField, 400), ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", .badField, 400),
            ("GET / HTTP/1.1", .badStartLine, 400), ("", .badStartLine, 400),
            ("GET / HTTP/1.1\r\n", .badStartLine, 400),
            ("GET / HTTP/1.1\nA: b\r\n\r\n", .badStartLine, 400), ("GET / HTTP/1.1\r\nA: b\n\r\n", .badField, 400),
        ])
    func refused(text: String, expected: HeadFault, status: Int) {
        #expect(fault(text) == expected)
        #expect(expected.status == status)
    }

    @Test("has a limited number of fields")
    func fieldLimit() {
        let text = "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 5) + "\r\n"
        #expect(fault(text, limits: HeadLimits(fields: 5)) == nil)
        #expect(fault(text, limits: HeadLimits(fields: 4)) == .tooManyFields)
        #expect(HeadFault.tooManyFields.status == 431 && HeadFault.tooLong.status == 431)
    }

    @Test("is read or refused, whatever the bytes are")
    func anything() {
        var random = SplitMix(seed: 41)
        let sound = Array(
            "GET /ws?token=x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nSec-WebSocket-Extensions: a; b=\"c\"\r\n\r\n"
                .utf8)
        for _ in 0..<5000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let head = try? RequestHead(bytes) else { continue }
            _ = (head.path, head.query, head.bearer, head.queryValue("token"), UpgradePolicy().judge(head))
        }
    }
}

@Suite("A response's head")
struct ResponseHeadTests {
    @Test("is read into its parts")
    func parts() throws {
        let head = try ResponseHead(Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n".utf8))
        #expect(head.status == 101)
        #expect(head.reason == "Switching Protocols")
        #expect(head.minorVersion == 1)
        #expect(head.fields.only("upgrade") == "websocket")
        #expect(try ResponseHead(Array("HTTP/1.0 404\r\n\r\n".utf8)).status == 404)
        #expect(try ResponseHead(Array("HTTP/1.1 200 \r\n\r\n".utf8)).reason == "")
    }

    @Test(
        "is refused",
        arguments: [
            ("HTTP/1.1\r\n\r\n", HeadFault.badStartLine), ("HTTP/1.1 1\r\n\r\n", .badStartLine),
            ("HTTP/1.1 1x1 A\r\n\r\n", .badStartLine), ("HTTP/1.1 099 A\r\n\r\n", .badStartLine),
            ("HTTP/1.1 1010 A\r\n\r\n", .badStartLine), ("HTTP/3.1 101 A\r\n\r\n", .badVersion),
            ("SSH-2.0-OpenSSH\r\n\r\n", .badStartLine), ("HTTP/1.1 101 A\r\nB\r\n\r\n", .badField),
        ])
    func refused(text: String, expected: HeadFault) {
        #expect(throws: expected) { try ResponseHead(Array(text.utf8)) }
    }
}

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test("take tokens as names and no control characters in values")
    func append() {
        var fields = HeaderFields()
        fields.append("X-A", "é \t,")
        for (name, value) in [
            ("", "a"), ("a b", "c"), ("a:", "c"), ("ä", "c"), ("a", "b\r\nc: d"), ("a", "\u{0}"), ("a", "\u{7F}"),
        ] {
            fields.append(name, value)
        }
        #expect(fields["x-a"] == ["é \t,"])
        #expect(fields.count == 1)
    }
}
