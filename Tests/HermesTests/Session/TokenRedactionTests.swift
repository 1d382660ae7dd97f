import Hermes
import Testing

@Suite("Tokens in what is printed")
struct TokenRedactionTests {
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
        #expect(TokenRedaction.redacting(text) == shown)
    }

    @Test("a known token is hidden wherever it stands, encoded or not")
    func known() {
        let token = Secret("p@ss/é")
        #expect(TokenRedaction.redacting("Bearer p@ss/é, p%40ss%2F%C3%A9.", token) == "Bearer •••, •••.")
        #expect(TokenRedaction.redacting("abc", Secret("")) == "abc")
        #expect("\(token)" == "•••")
        #expect(String(reflecting: token) == "•••")
        var dumped = ""
        dump(["t": token], to: &dumped)
        #expect(!dumped.contains("p@ss"))
    }
}
