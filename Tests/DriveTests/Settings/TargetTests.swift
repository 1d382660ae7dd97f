import Hermes
import Net
import Rules
import Testing
import Time
import WebSocket

@testable import Drive

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
        let made = try Target("ws://localhost:8787/ws?room=1", server: server, hasToken: true)
        let request = made.request(Secret("t/1"))
        #expect(request.url.target == target)
        #expect(request.authorization == authorization)
    }

    @Test(
        "a token may go in the clear to this machine alone",
        arguments: [
            ("ws://127.0.0.1/ws", true), ("ws://[::1]:1/ws", true), ("ws://localhost/ws", true),
            ("ws://a.localhost/ws", false), ("ws://localhost./ws", false), ("ws://10.0.0.1/ws", false),
            ("ws://localhost.example/ws", false),
            ("ws://127.0.0.1.example/ws", false), ("ws://example.org/ws", false),
        ])
    func plaintext(_ url: String, _ isTaken: Bool) {
        let taken = (try? Target(url, server: ServerSettings(), hasToken: true)) != nil
        #expect(taken == isTaken)
        #expect((try? Target(url, server: ServerSettings(), hasToken: false)) != nil)
    }

    @Test(
        "an attempt's own time limit is a touch under the session's, so that it can say what it waited for",
        arguments: [Interval.milliseconds(100), .seconds(10), .seconds(3600)])
    func limit(bound: Interval) throws {
        var server = ServerSettings()
        server.connectTimeout = bound
        let limit = try Target("ws://localhost/ws", server: server, hasToken: false).request(nil).timeout
        #expect(limit < bound && limit.milliseconds >= bound.milliseconds * 9 / 10)
    }

    @Test("the setting that allows it is taken at its word")
    func allowed() throws {
        var server = ServerSettings()
        server.plaintextToken = true
        _ = try Target("ws://10.0.0.1/ws", server: server, hasToken: true)
    }

    @Test("a token never goes to a server whose certificate is not looked at, unless that is this machine")
    func insecure() throws {
        var tls = TLSContext.Settings()
        tls.isInsecure = true
        for (url, isTaken) in [("wss://example.org/ws", false), ("wss://127.0.0.1/ws", true)] {
            let taken = (try? Target(url, server: ServerSettings(), tls: tls, hasToken: true)) != nil
            #expect(taken == isTaken)
            #expect((try? Target(url, server: ServerSettings(), tls: tls, hasToken: false)) != nil)
        }
    }

    @Test(
        "a URL that cannot be used is shown without what may be secret, with the one that was likely meant",
        arguments: [
            ("http://127.0.0.1:9/ws", "“http://127.0.0.1:9/ws”", "did you mean ws://127.0.0.1:9/ws?"),
            ("https://a.example/ws?token=s3cret", "“https://a.example/ws”", "did you mean wss://a.example/ws?"),
            ("127.0.0.1:8787/ws", "“127.0.0.1:8787/ws”", "did you mean ws://127.0.0.1:8787/ws?"),
            ("//", "“//”", nil),
            ("http://ada:s3cret@chat.example/ws", "", nil),
            ("ws://chat.example:99999/ws?token=s3cret", "“ws://chat.example:99999/ws”", nil),
        ] as [(String, String, String?)])
    func wrongURL(_ url: String, _ shown: String, _ hint: String?) throws {
        let fault = try #require(throws: ExitFault.self) { try Target(url, server: ServerSettings(), hasToken: false) }
        #expect(fault.code == .badConfiguration)
        #expect(
            fault.message.hasPrefix("the server's URL \(shown.isEmpty ? "" : shown + " ")cannot be used: the URL"),
            "\(fault.message)")
        #expect(fault.hint == hint)
        #expect(!"\(fault)".contains("s3cret"))
    }

    @Test("an ending that was no connection says what to look at, also by its code")
    func advice() {
        #expect(Net.Ending.refused(status: 404).advice == "is this the path of the WebSocket, such as /ws?")
        #expect(Net.Ending.advice(onCode: "http_404") == Net.Ending.refused(status: 404).advice)
        #expect(
            Net.Ending.advice(onCode: "net.connect")
                == "is a server running there? talaria serve starts one on this machine")
        for code in ["http_", "http_x", "http_500", "net.reset", "", "1008"] {
            #expect(Net.Ending.advice(onCode: code) == nil)
        }
        #expect(Net.Ending.refused(status: 429).advice == nil)
        #expect(Net.Ending.close(code: 1008, reason: "no").advice == nil)
    }

    @Test("a URL that cannot be used is a bad configuration")
    func badURL() {
        #expect {
            _ = try Target("http://x", server: ServerSettings(), hasToken: false)
        } throws: {
            ($0 as? ExitFault)?.code == .badConfiguration
        }
    }

    @Test("permessage-deflate is offered where the settings say so")
    func compression() throws {
        var server = ServerSettings()
        #expect(try Target("ws://localhost/ws", server: server, hasToken: false).request(nil).compression == nil)
        server.compression = true
        let offered = try Target("ws://localhost/ws", server: server, hasToken: false).request(nil).compression
        #expect(offered == .eachByItself)
        // A context that was kept would tell, by lengths, what earlier messages held.
        #expect(offered?.sending.keepsContext == false && offered?.receiving.keepsContext == false)
    }

    @Test("a file of TLS that is not there, or is none, is said at once, for a ws URL too", arguments: ["ws", "wss"])
    func files(scheme: String) {
        func code(_ change: (inout TLSContext.Settings) -> Void) -> ExitCode? {
            var tls = TLSContext.Settings()
            change(&tls)
            do throws(ExitFault) {
                _ = try Target("\(scheme)://localhost/ws", server: ServerSettings(), tls: tls, hasToken: false)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { $0.authorities = "/none.pem" } == .noInput)
        #expect(code { $0.certificate = "/none.pem" } == .noInput)
        #expect(code { ($0.certificate, $0.key) = (#filePath, "/none.pem") } == .noInput)
        #expect(code { $0.authorities = #filePath } == .badConfiguration)
        #expect(code { $0.certificate = #filePath } == .badConfiguration)
    }
}
