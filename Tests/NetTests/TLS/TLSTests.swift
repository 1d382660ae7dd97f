import Address
import Scaffold
import Testing
import Time
import WebSocket

@testable import Net

@Suite("TLS")
struct TLSTests {
    /// A server with a certificate of the authority's for these names.
    private func stage(
        _ authority: Authority, names: String = "DNS:localhost,IP:127.0.0.1", days: ClosedRange<Int> = -1...10,
        asksFor clients: Authority? = nil, handshakes: Int = 64
    ) throws -> Stage {
        let issued = try authority.issue(names, days: days)
        var settings = TLSContext.Settings()
        settings.certificate = issued.certificate
        settings.key = issued.key
        settings.authorities = clients?.file
        let context = try TLSContext.server(settings)
        var client = WebSocketSettings()
        client.maxHandshakes = handshakes
        return try Stage(listening: { $0.tls = context }, client: client)
    }

    private func client(trusting authority: Authority?, _ change: (inout TLSContext.Settings) -> Void = { _ in }) throws
        -> TLSContext
    {
        var settings = TLSContext.Settings()
        settings.authorities = authority?.file
        change(&settings)
        return try TLSContext.client(settings)
    }

    private func connect(_ stage: Stage, _ context: TLSContext, host: String = "127.0.0.1", tag: Int = 1) throws {
        var request = try stage.request(scheme: "wss", host: host)
        request.tls = context
        _ = stage.client.sockets.connect(request, tag: tag)
        try #require(stage.until { stage.client.connections[tag] != nil || stage.client.ending(tag) != nil })
    }

    @Test("messages of any size go both ways, by name and by address", arguments: ["127.0.0.1", "localhost"])
    func messages(host: String) throws {
        let authority = try Authority()
        let stage = try stage(authority)
        defer { stage.end() }
        stage.server.echoes = true
        try connect(stage, try client(trusting: authority), host: host)
        #expect(stage.client.events == [.opened(1)])
        for size in [0, 1, 125, 126, 16_384, 65_536, 3_000_000] {
            let text = String(repeating: "z", count: size)
            #expect(stage.client.send(text, to: 1) == .accepted)
            #expect(stage.until { stage.client.events.last == .text(1, text) })
        }
        stage.client.sockets.close(try #require(stage.client.connections[1]))
        #expect(
            stage.until { stage.client.endings == [.close(code: 1000, reason: "")] && stage.server.sockets.count == 0 })
    }

    @Test("many messages at once arrive in order, and none is stuck in the TLS layer")
    func burst() throws {
        let authority = try Authority()
        let stage = try stage(authority)
        defer { stage.end() }
        try connect(stage, try client(trusting: authority))
        for number in 0..<5000 { #expect(stage.client.send("\(number)", to: 1) == .accepted) }
        #expect(stage.until { stage.server.events.count == 5001 })
        #expect(stage.server.events.dropFirst().elementsEqual((0..<5000).map { .text(1000, "\($0)") }))
    }

    @Test("a second connection resumes the session of the first")
    func resumption() throws {
        let authority = try Authority()
        let stage = try stage(authority)
        defer { stage.end() }
        stage.server.onOpened = { connection, _ in stage.server.sockets.send("hi".utf8.span, on: connection) }
        let context = try client(trusting: authority)
        try connect(stage, context, tag: 1)
        #expect(stage.until { stage.client.events.count == 2 && context.sessionCount == 1 })
        try connect(stage, context, tag: 2)
        #expect(stage.client.openings[1]?.isResumed == false)
        #expect(stage.client.openings[2]?.isResumed == true)
        #expect(context.sessionCount == 1)
    }

    private func failure(_ stage: Stage) -> NetFailure? {
        guard case .failed(let failure)? = stage.client.ending(1) else { return nil }
        return failure
    }

    @Test("an authority that is not trusted is refused, with the reason")
    func untrusted() throws {
        let stage = try stage(try Authority())
        defer { stage.end() }
        try connect(stage, try client(trusting: try Authority("Another authority")))
        #expect(failure(stage)?.code == .certificate)
        #expect(
            failure(stage)?.text
                == "the certificate of 127.0.0.1 was refused: its authority is not among those trusted (unable to get local issuer certificate)"
        )
        #expect(stage.until { stage.server.sockets.count == 0 })
        #expect(stage.server.events.isEmpty)
    }

    @Test("a certificate for other names is refused, and says whose it is")
    func wrongName() throws {
        let authority = try Authority()
        let stage = try stage(authority, names: "DNS:a.test,DNS:*.b.test,IP:10.0.0.1,IP:fd00::1")
        defer { stage.end() }
        try connect(stage, try client(trusting: authority), host: "localhost")
        #expect(
            failure(stage)?.text
                == "the certificate of localhost was refused: it is for a.test, *.b.test, 10.0.0.1, fd00::1, not for localhost"
        )
    }

    @Test("an address is checked against the certificate's addresses")
    func wrongAddress() throws {
        let authority = try Authority()
        let stage = try stage(authority, names: "DNS:localhost")
        defer { stage.end() }
        try connect(stage, try client(trusting: authority))
        #expect(
            failure(stage)?.text == "the certificate of 127.0.0.1 was refused: it is for localhost, not for 127.0.0.1")
    }

    @Test(
        "a certificate that has expired, or is not valid yet, is refused",
        arguments: [(-5 ... -2, "it has expired ("), (2...5, "it is not valid yet")])
    func expired(days: ClosedRange<Int>, text: String) throws {
        let authority = try Authority()
        let stage = try stage(authority, days: days)
        defer { stage.end() }
        try connect(stage, try client(trusting: authority))
        #expect(failure(stage)?.text.hasPrefix("the certificate of 127.0.0.1 was refused: \(text)") == true)
    }

    @Test("insecure accepts any certificate, and nothing else does")
    func insecure() throws {
        let stage = try stage(try Authority(), names: "DNS:elsewhere.test", days: -5 ... -2)
        defer { stage.end() }
        try connect(stage, try client(trusting: nil) { $0.isInsecure = true })
        #expect(stage.client.events == [.opened(1)])
    }

    @Test("a client certificate is asked for, checked and accepted")
    func clientCertificate() throws {
        let authority = try Authority()
        let people = try Authority("People")
        let stage = try stage(authority, asksFor: people)
        defer { stage.end() }
        let mine = try people.issue("DNS:me")
        let context = try client(trusting: authority) {
            $0.certificate = mine.certificate
            $0.key = mine.key
        }
        try connect(stage, context)
        #expect(stage.client.events == [.opened(1)])
    }

    @Test("without the client certificate that a server asks for, the connection fails and says so")
    func noClientCertificate() throws {
        let authority = try Authority()
        let stage = try stage(authority, asksFor: authority)
        defer { stage.end() }
        try connect(stage, try client(trusting: authority))
        #expect(failure(stage)?.code == .tls)
        #expect(failure(stage)?.text == "TLS with 127.0.0.1 failed: tlsv13 alert certificate required")
    }

    @Test("a server that speaks no TLS is said so, and a client that speaks plain HTTP is told in it")
    func noTLS() throws {
        let plain = try Stage()
        defer { plain.end() }
        var request = try plain.request(scheme: "wss")
        request.tls = try client(trusting: nil)
        _ = plain.client.sockets.connect(request, tag: 1)
        #expect(plain.until { plain.client.ending(1) != nil })
        #expect(failure(plain)?.code == .tls)
        let text = "TLS with 127.0.0.1 failed: what answers there speaks no TLS; is it a ws:// URL?"
        #expect(failure(plain)?.text == text)
        let secure = try stage(try Authority())
        defer { secure.end() }
        let peer = try RawPeer(connectingTo: secure.listener.address)
        peer.sendUpgrade()
        #expect(secure.until { peer.receive() && peer.hasEnded })
        #expect(peer.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(peer.text.hasSuffix("\r\n\r\n400 Bad Request: this port speaks TLS: use wss:// or https://\n"))
        peer.close()
        let garbage = try RawPeer(connectingTo: secure.listener.address)
        garbage.send([0x16, 3, 1, 0xFF, 0xFF, 1])
        #expect(secure.until { garbage.receive() && (garbage.hasEnded || garbage.wasReset) })
        #expect(secure.until { secure.server.sockets.count == 0 })
        #expect(secure.server.events.isEmpty)
    }

    @Test("wss without TLS settings is an error, and a server's settings are none for a client")
    func noSettings() throws {
        let authority = try Authority()
        let stage = try stage(authority)
        defer { stage.end() }
        var request = try stage.request(scheme: "wss")
        _ = stage.client.sockets.connect(request, tag: 1)
        request.tls = stage.listener.tls
        _ = stage.client.sockets.connect(request, tag: 2)
        #expect(stage.until { stage.client.endings.count == 2 })
        #expect(stage.client.endings.allSatisfy { $0 == .failed(NetFailure(.tls, "a wss URL needs TLS settings")) })
        let context = try client(trusting: authority)
        var settings = ListenSettings(SocketAddress(.loopback4, port: 0))
        settings.tls = context
        #expect(throws: NetFailure(.tls, "a listener needs a server's TLS settings")) {
            _ = try stage.server.sockets.listen(settings)
        }
    }

    @Test("files that are no certificates are refused with their names")
    func badFiles() throws {
        let authority = try Authority()
        let junk = try authority.junk()
        let one = try authority.issue("DNS:a")
        let two = try authority.issue("DNS:b")
        func text(_ change: (inout TLSContext.Settings) -> Void, server: Bool = false) -> String {
            var settings = TLSContext.Settings()
            change(&settings)
            do {
                _ = server ? try TLSContext.server(settings) : try TLSContext.client(settings)
                return "accepted"
            } catch {
                return error.text
            }
        }
        #expect(
            text { $0.authorities = "/nowhere/ca.pem" }.hasPrefix(
                "cannot use /nowhere/ca.pem as the authorities to trust: "))
        #expect(text { $0.authorities = junk }.hasPrefix("cannot use \(junk) as the authorities to trust: "))
        #expect(text { $0.certificate = junk }.hasPrefix("cannot use \(junk) as a certificate: "))
        #expect(
            text { ($0.certificate, $0.key) = (one.certificate, junk) }.hasPrefix(
                "cannot use \(junk) as the certificate's key: "))
        #expect(text { ($0.certificate, $0.key) = (one.certificate, two.key) }.contains(two.key))
        #expect(text({ _ in }, server: true) == "a TLS listener needs a certificate and its key")
    }

    @Test("a certificate is replaced for new connections while old ones go on")
    func replaced() throws {
        let old = try Authority("Old")
        let new = try Authority("New")
        let stage = try stage(old)
        defer { stage.end() }
        try connect(stage, try client(trusting: old), tag: 1)
        let issued = try new.issue("IP:127.0.0.1")
        var settings = TLSContext.Settings()
        settings.certificate = issued.certificate
        settings.key = issued.key
        stage.listener.replaceTLS(try TLSContext.server(settings))
        try connect(stage, try client(trusting: new), tag: 2)
        #expect(stage.client.events == [.opened(1), .opened(2)])
        #expect(stage.client.send("still here", to: 1) == .accepted)
        #expect(stage.until { stage.server.events.contains(.text(1000, "still here")) })
    }

    @Test("a hundred handshakes, four at once, all succeed; who gives up its turn does not hold the others")
    func handshakesAtOnce() throws {
        let authority = try Authority()
        let stage = try stage(authority, handshakes: 4)
        defer { stage.end() }
        let context = try client(trusting: authority)
        var most = 0
        stage.client.onOpened = { _, _ in most = max(most, stage.client.sockets.turns.running) }
        for tag in 0..<100 {
            var request = try stage.request(scheme: "wss")
            request.tls = context
            let connection = stage.client.sockets.connect(request, tag: tag)
            if tag % 10 == 3 { stage.client.sockets.drop(connection) }
        }
        #expect(stage.until { stage.client.connections.count == 90 && stage.client.endings.count == 10 })
        #expect(most <= 4)
        #expect(stage.client.sockets.turns.running == 0)
    }

    @Test("a server that never says a word holds up no handshake with another")
    func silentServer() throws {
        let authority = try Authority()
        let stage = try stage(authority, handshakes: 2)
        defer { stage.end() }
        let silent = try RawListener()
        let context = try client(trusting: authority)
        for tag in 10..<15 {
            var request = ConnectRequest(try WebSocketURL("wss://\(silent.address)/ws"))
            request.tls = context
            request.timeout = .seconds(1000)
            _ = stage.client.sockets.connect(request, tag: tag)
        }
        #expect(stage.until { stage.client.sockets.turns.running == 2 })
        try connect(stage, context)
        #expect(stage.client.events == [.opened(1)])
    }

    @Test("who does not read hears at once that the peer has gone, in TLS too")
    func goneWhilePaused() throws {
        let authority = try Authority()
        let stage = try stage(authority)
        defer { stage.end() }
        try connect(stage, try client(trusting: authority))
        try #require(stage.until { stage.server.connections[1000] != nil })
        stage.server.sockets.pauseReading(try #require(stage.server.connections[1000]))
        stage.loop.turn(waitingAtMost: .zero)
        stage.client.sockets.drop(try #require(stage.client.connections[1]))
        #expect(stage.until { NetFailure.code(stage.server.ending(1000)) == .ended })
    }

    @Test("a reset in each phase of TLS is an ending like any other", arguments: [0, 1, 2])
    func reset(phase: Int) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        var request = ConnectRequest(try WebSocketURL("wss://\(listener.address)/ws"))
        request.tls = try self.client(trusting: nil)
        _ = client.sockets.connect(request, tag: 1)
        var peer: RawPeer?
        try #require(
            loop.run(atMost: .seconds(20)) {
                if peer == nil { peer = listener.accept() }
                return peer?.receive() == true
            })
        if phase == 1 { peer?.send([0x16, 3, 3, 0]) }
        loop.turn(waitingAtMost: .milliseconds(1))
        if phase == 2 { peer?.close() } else { peer?.reset() }
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        #expect([.reset, .ended, .tls].contains(NetFailure.code(client.ending(1))))
        #expect(client.sockets.count == 0)
    }
}
