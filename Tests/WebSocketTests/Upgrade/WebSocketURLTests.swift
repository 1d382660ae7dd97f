import Random
import Testing

@testable import WebSocket

@Suite("A WebSocket URL")
struct WebSocketURLTests {
    @Test(
        "is read into its parts",
        arguments: [
            ("ws://example.org", false, "example.org", 80, "/", nil, "example.org"),
            ("wss://Example.ORG/", true, "example.org", 443, "/", nil, "example.org"),
            ("WS://h:8787/ws?a=b&c", false, "h", 8787, "/ws?a=b&c", "a=b&c", "h:8787"),
            ("ws://h?x", false, "h", 80, "/?x", "x", "h"),
            ("wss://127.0.0.1:443/a/b", true, "127.0.0.1", 443, "/a/b", nil, "127.0.0.1"),
            ("wss://h:80/", true, "h", 80, "/", nil, "h:80"),
            ("ws://[::1]:9/x", false, "::1", 9, "/x", nil, "[::1]:9"),
            ("ws://[FE80::1]", false, "fe80::1", 80, "/", nil, "[fe80::1]"),
            ("ws://h:/", false, "h", 80, "/", nil, "h"), ("ws://h/a?b?c", false, "h", 80, "/a?b?c", "b?c", "h"),
            ("ws://h/?", false, "h", 80, "/?", "", "h"),
        ] as [(String, Bool, String, Int, String, String?, String)])
    func parts(
        text: String, isSecure: Bool, host: String, port: Int, target: String, query: String?, authority: String
    ) throws {
        let url = try WebSocketURL(text)
        #expect(url.isSecure == isSecure)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.target == target)
        #expect(url.query == query)
        #expect(url.authority == authority)
    }

    @Test(
        "is refused",
        arguments: [
            ("", WebSocketURL.Fault.badScheme), ("ws:/h", .badScheme), ("http://h/", .badScheme), ("//h/", .badScheme),
            ("ws://", .badHost), ("ws:///x", .badHost), ("ws://:80", .badHost), ("ws://a_b*c/", .badHost),
            ("ws://[::1", .badHost), ("ws://[::1]x", .badHost), ("ws://[abc]", .badHost), ("ws://[::g]/", .badHost),
            ("ws://h:0", .badPort), ("ws://h:65536", .badPort), ("ws://h:x", .badPort), ("ws://h:-1", .badPort),
            ("ws://h:99999999999999999999", .badPort), ("ws://::1/", .badHost), ("ws://h/#f", .fragment),
            ("ws://h:1:2", .badHost), ("ws://a..b/", .badHost), ("ws://1.2.3/", .badHost),
            ("ws://[::1:2:3:4:5:6:7:8]/", .badHost),
            ("ws://[1.2.3.4]/", .badHost), ("ws://u:p@h/", .userInfo), ("ws://h/ x", .badCharacter),
            ("ws://h/é", .badCharacter),
            ("ws://h/\r\nx", .badCharacter), ("ws://h/\\", .badCharacter),
        ])
    func refused(text: String, fault: WebSocketURL.Fault) {
        #expect(throws: fault) { try WebSocketURL(text) }
    }

    @Test("takes a parameter into its query, encoded, beside what is there")
    func addQuery() throws {
        var url = try WebSocketURL("ws://h/ws")
        url.addQuery("token", "a+b/c=&é ~")
        #expect(url.target == "/ws?token=a%2Bb%2Fc%3D%26%C3%A9%20~")
        url.addQuery("x", "")
        #expect(url.query?.hasSuffix("~&x=") == true)
        var empty = try WebSocketURL("ws://h/?")
        empty.addQuery("a", "b")
        #expect(empty.query == "a=b")
    }

    @Test("prints without its query")
    func prints() throws {
        var url = try WebSocketURL("wss://h:8787/ws")
        url.addQuery("token", "s3cret")
        #expect("\(url)" == "wss://h:8787/ws")
        #expect(String(reflecting: url) == "wss://h:8787/ws")
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("s3cret"))
    }

    @Test("says each fault in its own words")
    func words() {
        let faults = WebSocketURL.Fault.allCases
        #expect(Set(faults.map(\.description)).count == faults.count)
    }

    @Test("is read or refused, whatever the text is")
    func anything() {
        var random = SplitMix(seed: 51)
        let pool = Array("ws:/[]?@#.%a0é\u{0}")
        for _ in 0..<20_000 {
            let text =
                "ws"
                + String((0..<Int.random(in: 0...12, using: &random)).map { _ in pool.randomElement(using: &random)! })
            if let url = try? WebSocketURL(text) { #expect(try! WebSocketURL("\(url)").host == url.host) }
        }
    }
}
