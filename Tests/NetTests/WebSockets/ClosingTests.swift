import CSystem
import Testing
import Time
import WebSocket

@testable import Net

@Suite("The end of a connection")
struct ClosingTests {
    /// A server with one client that reads slowly, in time that leaps.
    private final class Play {
        let loop: Loop
        let server: Recorder
        let peer: RawPeer
        let connection: Connection
        private(set) var began = Instant.zero

        init(_ settings: WebSocketSettings = WebSocketSettings()) throws {
            loop = try Loop(pace: .leaping)
            server = Recorder(loop, settings: settings)
            let listener = try server.sockets.listen(ListenSettings(SocketAddress(.loopback4, port: 0)))
            peer = try RawPeer(connectingTo: listener.address)
            peer.shrinkWindow(to: 200_000)
            peer.sendUpgrade()
            let server = server
            try #require(loop.run(atMost: .seconds(20)) { server.connections[1000] != nil })
            connection = try #require(server.connections[1000])
        }

        deinit { server.sockets.shutdown() }

        /// The server says so much.
        func say(bytes: Int) { #expect(server.send(String(repeating: "s", count: bytes), to: 1000) == .accepted) }

        /// From now on the peer takes a little every other second.
        func takeSlowly() {
            began = loop.now.instant
            takeLater()
        }

        private func takeLater() {
            loop.after(.seconds(2)) { [weak self] _ in
                self?.peer.receive(atMost: 300_000)
                self?.takeLater()
            }
        }

        var passed: Interval { loop.now.instant - began }

        func until(_ condition: () -> Bool) -> Bool { loop.run(atMost: .hours(1), until: condition) }

        /// The last that the peer got is a close frame with this code.
        func hasClose(_ code: UInt16) -> Bool {
            peer.received.suffix(4).elementsEqual([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
        }
    }

    private let size = 4_000_000

    @Test("what waits goes out before the close frame, however slowly the peer takes it")
    func slowPeer() throws {
        let play = try Play()
        play.say(bytes: size)
        play.server.sockets.close(play.connection, code: 1001)
        play.takeSlowly()
        #expect(play.until { play.hasClose(1001) })
        #expect(play.peer.received.count > size)
        #expect(play.passed > play.server.sockets.settings.closeTimeout)
        #expect(play.server.endings.isEmpty)
        play.peer.send(RawPeer.frame(8, [0x03, 0xE9]))
        #expect(play.until { play.server.sockets.count == 0 })
        #expect(play.server.endings == [.close(code: 1001, reason: "")])
    }

    @Test("what waits goes out also where the peer closed first, however slowly it takes it")
    func slowCloser() throws {
        let play = try Play()
        play.say(bytes: size)
        play.peer.send(RawPeer.frame(8, [0x03, 0xE8]))
        play.takeSlowly()
        #expect(play.until { play.peer.hasEnded })
        #expect(play.hasClose(1000))
        #expect(play.peer.received.count > size)
        #expect(play.passed > play.server.sockets.settings.closeTimeout)
        #expect(play.server.endings == [.close(code: 1000, reason: "")])
        play.peer.close()
        #expect(play.until { play.server.sockets.count == 0 })
    }

    @Test("a peer that takes a little for ever is dropped at the limit")
    func limit() throws {
        var settings = WebSocketSettings()
        settings.closeLimit = .seconds(12)
        let play = try Play(settings)
        play.say(bytes: 4 * size)
        play.server.sockets.close(play.connection)
        play.takeSlowly()
        #expect(play.until { !play.server.endings.isEmpty })
        #expect(play.server.endings == [.failed(NetFailure(.closeTimeout, "closing took longer than 12000 ms"))])
        #expect(play.passed >= .seconds(12) && play.passed < .seconds(13))
        #expect(play.server.sockets.count == 0)
    }

    @Test(
        "a peer that takes nothing, or does not answer, is dropped when it has stood still long enough",
        arguments: [true, false])
    func standstill(waits: Bool) throws {
        let play = try Play()
        if waits { play.say(bytes: 4 * size) }
        play.server.sockets.close(play.connection)
        let began = play.loop.now.instant
        #expect(play.until { !play.server.endings.isEmpty })
        let text = "the peer did not answer the close frame within 5000 ms"
        #expect(play.server.endings == [.failed(NetFailure(.closeTimeout, text))])
        let passed = play.loop.now.instant - began
        #expect(passed >= .seconds(5) && passed <= .seconds(7))
    }
}
