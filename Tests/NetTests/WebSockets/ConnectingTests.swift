import Address
import CSystem
import Scaffold
import Testing
import Time
import WebSocket

@testable import Net

@Suite("Connecting")
struct ConnectingTests {
    @Test("a host with an address that nobody listens on is reached on its next one")
    func nextAddress() throws {
        // The listener is on 127.0.0.1 alone; where localhost is ::1 too, that is tried and fails first.
        let stage = try Stage()
        defer { stage.end() }
        _ = stage.client.sockets.connect(try stage.request(host: "localhost"), tag: 1)
        #expect(stage.until { stage.client.connections.count == 1 })
        #expect(stage.client.openings[1]?.peer == stage.listener.address)
    }

    @Test("IPv6 works where the machine has it")
    func sixth() throws {
        let loop = try Loop()
        let server = Recorder(loop)
        let client = Recorder(loop)
        let listener = try server.sockets.listen(ListenSettings(SocketAddress(parsing: "[::1]:0")))
        _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(listener.address)/ws")), tag: 1)
        #expect(loop.run(atMost: .seconds(20)) { client.connections.count == 1 })
        #expect(server.requests.first?.peer?.ip.description == "::1")
        client.sockets.shutdown()
        server.sockets.shutdown()
    }

    @Test("a name that does not exist is said so")
    func noName() throws {
        let stage = try Stage()
        defer { stage.end() }
        for tag in 1...3 {
            _ = stage.client.sockets.connect(
                ConnectRequest(try WebSocketURL("ws://nothing.invalid/?token=secret")), tag: tag)
        }
        #expect(stage.until { stage.client.endings.count == 3 })
        #expect(stage.client.endings.allSatisfy { NetFailure.code($0) == .name })
    }

    @Test("the request's fields, origin, authorization and subprotocols reach the server, and its choice comes back")
    func fields() throws {
        let stage = try Stage(listening: { $0.policy.subprotocols = ["hermes.2", "hermes.1"] })
        defer { stage.end() }
        var request = try stage.request("/ws?a=1")
        request.authorization = "Bearer abc"
        request.origin = "https://o.test"
        request.fields.append("X-Extra", "yes")
        request.subprotocols = ["hermes.1", "hermes.2"]
        _ = stage.client.sockets.connect(request, tag: 1)
        #expect(stage.until { stage.client.connections.count == 1 })
        let head = try #require(stage.server.requests.first).head
        #expect(head.bearer == "abc")
        #expect(head.fields.only("Origin") == "https://o.test")
        #expect(head.fields.only("X-Extra") == "yes")
        #expect(head.fields.only("Host") == "127.0.0.1:\(stage.listener.address.port)")
        #expect(head.query == "a=1")
        #expect(stage.client.openings[1]?.subprotocol == "hermes.2")
        #expect(stage.server.openings[1000]?.subprotocol == "hermes.2")
    }

    @Test("a request never prints its token")
    func secret() throws {
        var request = ConnectRequest(try WebSocketURL("wss://a.test/ws?token=secret"))
        request.authorization = "Bearer secret"
        request.fields.append("X-Token", "secret")
        var dumped = ""
        dump(request, to: &dumped)
        #expect("\(request)" == "wss://a.test/ws")
        #expect(!String(reflecting: request).contains("secret"))
        #expect(!dumped.contains("secret"))
    }

    @Test("a field that cannot be sent ends the attempt")
    func badField() throws {
        let stage = try Stage()
        defer { stage.end() }
        var request = try stage.request()
        request.authorization = "Bearer a\r\nX: y"
        _ = stage.client.sockets.connect(request, tag: 1)
        #expect(stage.until { stage.client.ending(1) != nil })
        #expect(
            stage.client.ending(1)
                == .failed(NetFailure(.upgrade, "cannot ask for the upgrade: a header value has a control character")))
    }

    @Test(
        "permessage-deflate is agreed on where both want it, and messages survive it",
        arguments: [(true, true), (true, false), (false, true)])
    func compression(offered: Bool, taken: Bool) throws {
        let stage = try Stage(listening: { if taken { $0.policy.compression = Compression() } })
        defer { stage.end() }
        stage.server.echoes = true
        var request = try stage.request()
        if offered { request.compression = Compression() }
        _ = stage.client.sockets.connect(request, tag: 1)
        #expect(stage.until { stage.client.connections.count == 1 })
        #expect(stage.client.openings[1]?.isCompressed == (offered && taken))
        for round in 1...3 {
            let text = String(repeating: "to and fro \(round) ", count: 10_000)
            #expect(stage.client.send(text, to: 1) == .accepted)
            #expect(stage.until { stage.client.events.last == .text(1, text) })
        }
    }

    @Test("the times of an opening are in order")
    func times() throws {
        let stage = try Stage()
        defer { stage.end() }
        let before = stage.loop.now.instant
        try stage.connect()
        let opening = try #require(stage.client.openings[1])
        #expect(before <= opening.began && opening.began <= opening.connected)
        #expect(opening.secured == opening.connected)
        #expect(opening.connected <= stage.loop.now.instant)
    }

    @Test("connections go out from the addresses given, in turn")
    func sources() throws {
        var settings = WebSocketSettings()
        settings.sources = SourcePool(["127.0.0.2", "127.0.0.3"].compactMap { IPAddress($0) })
        let stage = try Stage(client: settings)
        defer { stage.end() }
        for tag in 0..<10 { _ = stage.client.sockets.connect(try stage.request(), tag: tag) }
        #expect(stage.until { stage.client.connections.count == 10 })
        let peers = stage.server.requests.compactMap { $0.peer?.ip.description }
        #expect(peers.count { $0 == "127.0.0.2" } == 5)
        #expect(peers.count { $0 == "127.0.0.3" } == 5)
    }

    @Test("an address that is not this machine's cannot be a source")
    func badSource() throws {
        var settings = WebSocketSettings()
        settings.sources = SourcePool(["203.0.113.7"].compactMap { IPAddress($0) })
        let stage = try Stage(client: settings)
        defer { stage.end() }
        _ = stage.client.sockets.connect(try stage.request(), tag: 1)
        #expect(stage.until { stage.client.ending(1) != nil })
        #expect(
            stage.client.ending(1)
                == .failed(NetFailure(.system, "cannot send from 203.0.113.7: Cannot assign requested address")))
    }

    @Test("one local port serves two servers at once: it is chosen when the destination is known")
    func sharedPort() throws {
        let stage = try Stage()
        defer { stage.end() }
        let source = IPAddress("127.0.0.9")
        let first = try TCPSocket.connect(to: stage.listener.address, from: source, deadPath: .seconds(1))
        defer { TCPSocket.close(first) }
        #expect(TCPSocket.localAddress(first)?.ip == source)
        #expect((TCPSocket.localAddress(first)?.port ?? 0) > 0)
    }

    @Test("an attempt that is closed or dropped ends once, whatever it had reached")
    func givenUp() throws {
        let stage = try Stage()
        defer { stage.end() }
        for turns in 0..<4 {
            let closed = stage.client.sockets.connect(try stage.request(), tag: turns * 2)
            let dropped = stage.client.sockets.connect(try stage.request(host: "localhost"), tag: turns * 2 + 1)
            for _ in 0..<turns { stage.loop.turn(waitingAtMost: .zero) }
            stage.client.sockets.close(closed)
            stage.client.sockets.drop(dropped)
            stage.client.sockets.drop(dropped)
        }
        #expect(
            stage.until {
                stage.client.endings.count == 8 && stage.client.sockets.count == 0 && stage.server.sockets.count == 0
            })
        #expect(stage.client.endings.count == 8)
    }

    // MARK: Proxy

    /// What a proxy that answers `answer` is asked, and how the connection then ends or opens.
    private func throughProxy(_ answer: String, _ host: String = "server.test", credentials: String = "") throws -> (
        asked: String, client: Recorder, proxy: RawPeer
    ) {
        let loop = try Loop()
        let client = Recorder(loop)
        let proxy = try RawListener()
        var request = ConnectRequest(try WebSocketURL("ws://\(host):81/ws?token=secret"))
        request.proxy = try ProxySettings(environment: ["http_proxy": "http://\(credentials)\(proxy.address)"])
        _ = client.sockets.connect(request, tag: 1)
        var peer: RawPeer?
        var asked = ""
        try #require(
            loop.run(atMost: .seconds(20)) {
                if peer == nil { peer = proxy.accept() }
                guard let peer else { return false }
                if asked.isEmpty, peer.text.hasSuffix("\r\n\r\n") {
                    asked = peer.text
                    peer.forget()
                    peer.send(answer)
                }
                return client.ending(1) != nil || peer.text.hasSuffix("\r\n\r\n")
            })
        return (asked, client, try #require(peer))
    }

    @Test("a proxy is asked for a way to the host, whose name it resolves itself")
    func proxied() throws {
        let (asked, client, proxy) = try throughProxy(
            "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n")
        #expect(asked == "CONNECT server.test:81 HTTP/1.1\r\nHost: server.test:81\r\n\r\n")
        #expect(proxy.text.hasPrefix("GET /ws?token=secret HTTP/1.1\r\nHost: server.test:81\r\n"))
        client.sockets.shutdown()
    }

    @Test("credentials and an IPv6 host go to the proxy in their forms")
    func proxyForms() throws {
        let (asked, client, _) = try throughProxy("HTTP/1.1 200 OK\r\n\r\n", "[2001:db8::1]", credentials: "me:pw@")
        #expect(
            asked
                == "CONNECT [2001:db8::1]:81 HTTP/1.1\r\nHost: [2001:db8::1]:81\r\nProxy-Authorization: Basic bWU6cHc=\r\n\r\n"
        )
        client.sockets.shutdown()
    }

    @Test(
        "a proxy that refuses, or speaks no HTTP, is said so",
        arguments: [
            (
                "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n",
                "wants a name and password, as in http://NAME:PASSWORD@HOST:PORT (status 407)"
            ),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "refused with status 101"),
            ("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 101 X\r\n", "sent more than its answer"),
            ("HTTP/1.1 502 Bad\r\n\r\n", "refused with status 502"),
            ("SSH-2.0\r\n\r\n", "did not answer in HTTP"),
            ("\u{1}", "did not answer well: the HTTP head has a byte that may not stand in it"),
        ])
    func proxyRefuses(answer: String, text: String) throws {
        let (_, client, proxy) = try throughProxy(answer)
        let address = try #require(TCPSocket.localAddress(proxy.descriptor))
        #expect(client.ending(1) == .failed(NetFailure(.proxy, "the proxy \(address) \(text)")))
    }

    @Test("a proxy that does not take the name and password is not said to want some")
    func proxyRefusesCredentials() throws {
        let (_, client, proxy) = try throughProxy("HTTP/1.1 407 Who?\r\n\r\n", credentials: "me:pw@")
        let address = try #require(TCPSocket.localAddress(proxy.descriptor))
        let text = "the proxy \(address) does not take the name and password that it was given (status 407)"
        #expect(client.ending(1) == .failed(NetFailure(.proxy, text)))
    }

    @Test("a proxy that cannot be reached is said to be one")
    func noProxy() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let proxy = try RawListener()
        let address = proxy.address
        _ = consume proxy
        var request = ConnectRequest(try WebSocketURL("ws://server.test/ws"))
        request.proxy = try ProxySettings(environment: ["http_proxy": "http://\(address)"])
        _ = client.sockets.connect(request, tag: 1)
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        let text = "no way to the proxy: cannot connect to \(address): Connection refused"
        #expect(client.ending(1) == .failed(NetFailure(.connect, text)))
    }

    @Test("a proxy that ends or resets the connection instead of answering is said so", arguments: [false, true])
    func proxyEnds(byReset: Bool) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let proxy = try RawListener()
        var request = ConnectRequest(try WebSocketURL("ws://server.test/ws"))
        request.proxy = try ProxySettings(environment: ["http_proxy": "http://\(proxy.address)"])
        _ = client.sockets.connect(request, tag: 1)
        var peer: RawPeer?
        try #require(
            loop.run(atMost: .seconds(20)) {
                if peer == nil { peer = proxy.accept() }
                return peer?.text.hasSuffix("\r\n\r\n") == true
            })
        if byReset { peer?.reset() } else { peer?.close() }
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        if byReset {
            #expect(NetFailure.code(client.ending(1)) == .reset)
        } else {
            let text = "the proxy ended the connection instead of answering"
            #expect(client.ending(1) == .failed(NetFailure(.ended, text)))
        }
        #expect(client.sockets.count == 0)
    }

    @Test(
        "wss goes through the proxy and TLS is with the server, not with the proxy; a final dot is no part of its name",
        arguments: ["server.test", "server.test."])
    func secureProxy(host: String) throws {
        let authority = try Authority()
        let issued = try authority.issue("DNS:server.test")
        var tls = TLSContext.Settings()
        tls.certificate = issued.certificate
        tls.key = issued.key
        let context = try TLSContext.server(tls)
        let stage = try Stage(listening: { $0.tls = context })
        defer { stage.end() }
        let proxy = try RawListener()
        var request = ConnectRequest(try WebSocketURL("wss://\(host)/ws"))
        request.proxy = try ProxySettings(environment: ["https_proxy": "http://\(proxy.address)"])
        var settings = TLSContext.Settings()
        settings.authorities = authority.file
        request.tls = try TLSContext.client(settings)
        _ = stage.client.sockets.connect(request, tag: 1)
        var front: RawPeer?
        var back: RawPeer?
        #expect(
            stage.until {
                if front == nil { front = proxy.accept() }
                guard let front else { return false }
                if back == nil {
                    guard front.text.hasSuffix("\r\n\r\n") else { return false }
                    front.forget()
                    front.send("HTTP/1.1 200 OK\r\n\r\n")
                    back = try? RawPeer(connectingTo: stage.listener.address)
                }
                guard let back else { return false }
                front.receive()
                back.send(front.received)
                front.forget()
                back.receive()
                front.send(back.received)
                back.forget()
                return stage.client.connections.count == 1 || stage.client.ending(1) != nil
            })
        #expect(stage.client.events == [.opened(1)])
    }
}
