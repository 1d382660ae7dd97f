import CSystem
import Scaffold
import Testing
import Time

@testable import Net

/// What a peer can do below the data costs the loop nothing, in time that leaps: a loop that is busy never gets there.
@Suite("Hostile TLS")
struct HostileTLSTests {
    private let loop: Loop
    private let server: Recorder
    private let peer: TLSPeer
    private let authority: Authority

    init() throws {
        loop = try Loop(pace: .leaping)
        server = Recorder(loop)
        authority = try Authority()
        let issued = try authority.issue("IP:127.0.0.1")
        var settings = TLSContext.Settings()
        (settings.certificate, settings.key) = (issued.certificate, issued.key)
        var listen = ListenSettings(SocketAddress(.loopback4, port: 0))
        listen.tls = try TLSContext.server(settings)
        let listener = try server.sockets.listen(listen)
        peer = try TLSPeer(connectingTo: listener.address)
        var isDone = false
        for _ in 0..<100 where !isDone {
            isDone = peer.shakeHands()
            loop.turn(waitingAtMost: .zero)
        }
        try #require(isDone)
    }

    /// Whether it comes to that, in few turns.
    private func soon(_ limit: Interval, _ condition: () -> Bool) -> Bool {
        let last = loop.turnNumber + 1000
        var holds = false
        loop.run(atMost: limit) {
            holds = condition()
            return holds || loop.turnNumber > last
        }
        return holds
    }

    /// Whether that time passes, in few turns.
    private func rests(_ time: Interval) -> Bool {
        let last = loop.turnNumber + 1000
        return !loop.run(atMost: time) { loop.turnNumber > last }
    }

    /// Whether it comes to that, however long the sockets take.
    private func follows(_ condition: () -> Bool) -> Bool {
        for _ in 0..<20_000 {
            if condition() { return true }
            loop.turn(waitingAtMost: .milliseconds(1))
        }
        return false
    }

    private func open() throws {
        peer.send(RawPeer.upgrade())
        try #require(soon(.seconds(5)) { server.connections[1000] != nil && peer.receive() > 0 })
        let connection = try #require(server.connections[1000])
        let found = server.sockets.table.find(connection)
        let record = try #require(found)
        _ = system_set_option(record.pointee.descriptor, SOL_SOCKET, SO_SNDBUF, 4096)
    }

    @Test("who stops in the middle of a key update, and asks for nothing, is answered in vain and dropped")
    func halfBeforeRequest() throws {
        try peer.beginKeyUpdate()
        #expect(soon(.minutes(5)) { server.sockets.count == 0 })
        #expect(server.events.isEmpty)
    }

    @Test("who stops in the middle of a key update is written to when it has gone on, and meanwhile waited for")
    func halfWhileOpen() throws {
        try open()
        try peer.beginKeyUpdate()
        #expect(rests(.milliseconds(1)))
        #expect(server.send("waits", to: 1000) == .accepted)
        #expect(rests(.seconds(100)))
        #expect(server.events == [.opened(1000), .congested(1000)])
        server.sockets.close(try #require(server.connections[1000]))
        #expect(soon(.minutes(5)) { server.ending(1000) != nil })
        #expect(NetFailure.code(server.ending(1000)) == .closeTimeout)
    }

    @Test("who asks for new keys again and again and reads no answer is not read either, until it does")
    func askingWithoutReading() throws {
        try open()
        peer.raw.shrinkWindow(to: 4096)
        let connection = try #require(server.connections[1000])
        let found = server.sockets.table.find(connection)
        let record = try #require(found)
        for _ in 0..<20_000 where !record.pointee.readAwaitsRoom {
            _ = peer.updateKeys(asks: true)
            loop.turn(waitingAtMost: .zero)
        }
        let isFull = record.pointee.readAwaitsRoom
        #expect(isFull)
        #expect(rests(.seconds(100)))
        #expect(server.send("still there", to: 1000) == .accepted)
        #expect(rests(.seconds(100)))
        #expect(server.events == [.opened(1000), .congested(1000)])
        #expect(follows { peer.receive() > 0 })
        #expect(follows { peer.receive() == 0 && peer.shakeHands() })
        peer.send(RawPeer.frame(1, "read"))
        #expect(follows { server.events.contains(.text(1000, "read")) })
    }

    @Test("who pauses reading has nothing to do with a peer that asks for new keys, reads no answer and ends")
    func pausedAndAsking() throws {
        try open()
        let connection = try #require(server.connections[1000])
        server.sockets.pauseReading(connection)
        for _ in 0..<10 where peer.updateKeys(asks: true) {}
        peer.raw.endWriting()
        #expect(follows { server.ending(1000) != nil })
        #expect(NetFailure.code(server.ending(1000)) == .ended)
    }

    @Test("new keys without end hold up nobody: they are read a few at a time")
    func endless() throws {
        try open()
        for _ in 0..<200 { #expect(peer.updateKeys(asks: false)) }
        loop.turn(waitingAtMost: .zero)
        let connection = try #require(server.connections[1000])
        let found = server.sockets.table.find(connection)
        let record = try #require(found)
        var unread = [UInt8](repeating: 0, count: 65536)
        #expect(recv(record.pointee.descriptor, &unread, unread.count, Int32(MSG_PEEK)) > 100)
        peer.send(RawPeer.frame(1, "behind them"))
        #expect(follows { server.events.contains(.text(1000, "behind them")) })
    }
}
