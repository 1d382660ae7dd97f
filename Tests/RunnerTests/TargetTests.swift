import Drive
import Hermes
import Rules
import Testing
import WebSocket

@testable import Runner

@Suite("The server that a bot connects to")
struct TargetTests {
    @Test(
        "the token travels where the settings say, beside the URL's own query",
        arguments: [
            (ServerSettings.TokenPlacement.queryAndHello, "/ws?room=1&token=t%2F1", String?.none),
            (.hello, "/ws?room=1", nil),
            (.header, "/ws?room=1", "Bearer t/1"),
        ])
    func placement(_ placement: ServerSettings.TokenPlacement, _ target: String, _ authorization: String?) throws {
        var server = ServerSettings()
        server.tokenPlacement = placement
        let made = try Target("ws://localhost:8787/ws?room=1", server: server, authorities: nil, hasToken: true)
        let request = made.request(Secret("t/1"))
        #expect(request.url.target == target)
        #expect(request.authorization == authorization)
    }

    @Test(
        "a token may go in the clear to this machine alone",
        arguments: [
            ("ws://127.0.0.1/ws", true), ("ws://[::1]:1/ws", true), ("ws://localhost/ws", true),
            ("ws://a.localhost/ws", true), ("ws://10.0.0.1/ws", false), ("ws://localhost.example/ws", false),
            ("ws://127.0.0.1.example/ws", false), ("ws://example.org/ws", false),
        ])
    func plaintext(_ url: String, _ isTaken: Bool) {
        let taken = (try? Target(url, server: ServerSettings(), authorities: nil, hasToken: true)) != nil
        #expect(taken == isTaken)
        #expect((try? Target(url, server: ServerSettings(), authorities: nil, hasToken: false)) != nil)
    }

    @Test("the setting that allows it is taken at its word")
    func allowed() throws {
        var server = ServerSettings()
        server.plaintextToken = true
        _ = try Target("ws://10.0.0.1/ws", server: server, authorities: nil, hasToken: true)
    }

    @Test("a URL that cannot be used is a bad configuration")
    func badURL() {
        #expect {
            _ = try Target("http://x", server: ServerSettings(), authorities: nil, hasToken: false)
        } throws: {
            ($0 as? ExitFault)?.code == .badConfiguration
        }
    }
}
