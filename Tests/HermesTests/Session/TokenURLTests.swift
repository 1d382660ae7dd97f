import Hermes
import Testing

@Suite("Tokens in URLs")
struct TokenURLTests {
    @Test(
        "a token goes beside what the query has already",
        arguments: [
            ("/ws", "/ws?token=t"), ("/ws?", "/ws?token=t"), ("/ws?a=1", "/ws?a=1&token=t"),
            ("/ws?a=1&", "/ws?a=1&token=t"),
            ("/ws#part", "/ws?token=t"), ("ws://h:1/ws?x#y?z", "ws://h:1/ws?x&token=t"), ("", "?token=t"),
        ])
    func adding(target: String, result: String) {
        #expect(TokenURL.adding(Secret("t"), to: target) == result)
    }

    @Test(
        "whatever a token holds comes back",
        arguments: ["plain-._~09AZ", "a b+c&d=e?f#g/h%i", "é€👋", "", "\"\\\n", "%41"])
    func roundTrip(token: String) {
        let target = TokenURL.adding(Secret(token), to: "/ws?a=b")
        #expect(TokenURL.token(of: target)?.exposed == token)
        #expect(target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test(
        "the token of a target",
        arguments: [
            ("/ws", nil), ("/ws?", nil), ("/ws?tokens=a", nil), ("/ws?a=token=b", nil), ("/ws?token=a", "a"),
            ("/ws?x&token=a&y", "a"),
            ("/ws?token=a&token=b", "a"), ("/ws?token=", ""), ("/ws?token=a%20b", "a b"), ("/ws?token=a+b", "a+b"),
            ("/ws?token=%zz", nil), ("/ws?token=%4", nil), ("/ws?token=%ff", nil), ("/ws?token=a#token=b", "a"),
        ] as [(String, String?)])
    func token(target: String, token: String?) {
        #expect(TokenURL.token(of: target)?.exposed == token)
    }

    @Test(
        "a text is shown without its tokens",
        arguments: [
            ("ws://h/ws?token=abc failed", "ws://h/ws?token=••• failed"),
            ("GET /ws?a=1&token=abc&b=2", "GET /ws?a=1&token=•••&b=2"),
            ("\"/ws?token=abc\"", "\"/ws?token=•••\""), ("?token=", "?token=•••"), ("nothing here", "nothing here"),
            ("mytoken=abc", "mytoken=abc"), ("?token=a#b", "?token=•••#b"),
            ("?token=a&token=b", "?token=•••&token=•••"),
        ])
    func redacting(text: String, shown: String) {
        #expect(TokenURL.redacting(text) == shown)
    }

    @Test("a known token is hidden wherever it stands, encoded or not")
    func known() {
        let token = Secret("p@ss/é")
        #expect(TokenURL.redacting("Bearer p@ss/é, p%40ss%2F%C3%A9.", token) == "Bearer •••, •••.")
        #expect(TokenURL.redacting("abc", Secret("")) == "abc")
        #expect("\(token)" == "•••")
        #expect(String(reflecting: token) == "•••")
        var dumped = ""
        dump(["t": token], to: &dumped)
        #expect(!dumped.contains("p@ss"))
    }
}
