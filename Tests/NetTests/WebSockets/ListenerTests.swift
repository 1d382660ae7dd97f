import Address
import Testing
import Time
import WebSocket

@testable import Net

@Suite("Listening")
struct ListenerTests {
    @Test("a port in use is an error that names it")
    func inUse() throws {
        let stage = try Stage()
        defer { stage.end() }
        let address = stage.listener.address
        #expect(throws: NetFailure(.listen, "cannot listen on \(address): Address already in use")) {
            _ = try stage.server.sockets.listen(ListenSettings(address))
        }
    }

    @Test("an address that is not this machine's is an error")
    func elsewhere() throws {
        let stage = try Stage()
        defer { stage.end() }
        let address = try SocketAddress(parsing: "203.0.113.7:0")
        #expect(throws: NetFailure(.listen, "cannot listen on 203.0.113.7:0: Cannot assign requested address")) {
            _ = try stage.server.sockets.listen(ListenSettings(address))
        }
    }

    @Test("two loops may share a port, and the connections are spread over them")
    func shared() throws {
        let loop = try Loop()
        let servers = [Recorder(loop), Recorder(loop)]
        var settings = ListenSettings(SocketAddress(.loopback4, port: 0))
        settings.sharesPort = true
        settings = ListenSettings(try servers[0].sockets.listen(settings).address)
        settings.sharesPort = true
        _ = try servers[1].sockets.listen(settings)
        let client = Recorder(loop)
        for tag in 0..<64 {
            _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(settings.address)/ws")), tag: tag)
        }
        #expect(
            loop.run(atMost: .seconds(20)) {
                client.connections.count == 64 && servers.map(\.connections.count).reduce(0, +) == 64
            })
        #expect(servers.allSatisfy { $0.connections.count > 0 })
        for recorder in servers + [client] { recorder.sockets.shutdown() }
    }

    @Test("over the number of connections that it may take it waits, and goes on when one has ended")
    func full() throws {
        let stage = try Stage(listening: { $0.maxConnections = 2 })
        defer { stage.end() }
        for tag in 0..<3 { _ = stage.client.sockets.connect(try stage.request(), tag: tag) }
        #expect(stage.until { stage.client.connections.count == 2 })
        stage.loop.run(atMost: .milliseconds(20)) { false }
        #expect(stage.client.connections.count == 2)
        let first = try #require(stage.client.connections.values.first)
        stage.client.sockets.close(first)
        #expect(stage.until { stage.client.connections.count == 2 && stage.client.endings.count == 1 })
        #expect(stage.server.openings.count == 3)
    }

    @Test("a listener that is closed takes no more, while its connections go on")
    func closed() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        stage.listener.close()
        stage.listener.close()
        _ = stage.client.sockets.connect(try stage.request(), tag: 2)
        #expect(stage.until { stage.client.ending(2) != nil })
        #expect(stage.client.send("still", to: 1) == .accepted)
        #expect(stage.until { stage.server.events.contains(.text(1000, "still")) })
    }

    @Test("a driver may shut everything down from any call", arguments: 0..<5)
    func shutdownInside(place: Int) throws {
        let stage = try Stage()
        let server = stage.server
        switch place {
        case 0:
            server.admission = { _ in
                server.sockets.shutdown(); return .accept(tag: 1)
            }
        case 1:
            server.admission = { _ in
                server.sockets.shutdown(); return .refuse(HTTPAnswer(status: 401))
            }
        case 2: server.onOpened = { _, _ in server.sockets.shutdown() }
        case 3: server.onText = { _, _, _ in server.sockets.shutdown() }
        default:
            server.reply = { _ in
                server.sockets.shutdown(); return .text("x")
            }
        }
        let peer = try RawPeer(connectingTo: stage.listener.address)
        if place == 4 {
            peer.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
        } else {
            peer.send(Array(RawPeer.upgrade().utf8) + RawPeer.frame(1, "a") + RawPeer.frame(1, "b"))
        }
        #expect(stage.until { peer.receive() && (peer.hasEnded || peer.wasReset) })
        #expect(server.sockets.count == 0)
        stage.client.sockets.shutdown()
    }
}
