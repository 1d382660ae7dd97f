import Testing
import Time
import WebSocket

@testable import Net

@Suite("Using a connection")
struct UsingTests {
    @Test("a ping's mark comes back once the peer has read all that was sent before")
    func ping() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.client.connections[1])
        #expect(stage.client.send("first", to: 1) == .accepted)
        #expect(stage.client.sockets.ping(mark: 0xDEAD_BEEF_0000_0001, on: connection) == .accepted)
        #expect(stage.until { stage.client.events.contains(.ponged(1, 0xDEAD_BEEF_0000_0001)) })
        #expect(stage.server.events == [.opened(1000), .text(1000, "first")])
    }

    @Test("a ping, and a piece of a message, are heard; a whole message is not told twice")
    func heard() throws {
        let stage = try Stage()
        defer { stage.end() }
        stage.server.keepsHeard = true
        let peer = try RawPeer(connectingTo: stage.listener.address)
        peer.sendUpgrade()
        #expect(stage.until { stage.server.connections.count == 1 })
        let pieces: [[UInt8]] = [
            RawPeer.frame(9), [0x01, 0x81, 0, 0, 0, 0, 0x61], [0x80, 0x81, 0, 0, 0, 0, 0x62], RawPeer.frame(10, "x"),
        ]
        for (number, piece) in pieces.enumerated() {
            peer.send(piece)
            #expect(stage.until { stage.server.events.count == number + 2 })
        }
        #expect(stage.server.events == [.opened(1000), .heard(1000), .heard(1000), .text(1000, "ab"), .heard(1000)])
    }

    @Test("messages of one turn leave in one write, in order, with those of other connections between")
    func gathered() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        _ = stage.client.sockets.connect(try stage.request(), tag: 2)
        #expect(stage.until { stage.client.connections.count == 2 && stage.server.connections.count == 2 })
        for number in 0..<100 { #expect(stage.client.send("\(number)", to: number % 3 == 0 ? 2 : 1) == .accepted) }
        #expect(stage.until { stage.server.events.count == 102 })
        for tag in [1000, 1001] {
            let texts = stage.server.events.compactMap { if case .text(tag, let text) = $0 { Int(text) } else { nil } }
            #expect(texts == texts.sorted())
        }
    }

    @Test("after close nothing is sent or delivered, and closing twice is closing once")
    func afterClose() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.client.connections[1])
        #expect(stage.client.send("last", to: 1) == .accepted)
        #expect(stage.server.send("too late", to: 1000) == .accepted)
        stage.client.sockets.close(connection, code: 4001, reason: "enough")
        stage.client.sockets.close(connection, code: 4002)
        #expect(stage.client.send("more", to: 1) == .notOpen)
        #expect(stage.client.sockets.ping(mark: 1, on: connection) == .notOpen)
        #expect(stage.until { stage.client.endings.count == 1 && stage.server.endings.count == 1 })
        #expect(
            stage.server.events == [
                .opened(1000), .text(1000, "last"), .closed(1000, .close(code: 4001, reason: "enough")),
            ])
        #expect(stage.client.events == [.opened(1), .closed(1, .close(code: 4001, reason: ""))])
    }

    @Test("both sides may close at once")
    func bothClose() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        stage.client.sockets.close(try #require(stage.client.connections[1]), code: 4001)
        stage.server.sockets.close(try #require(stage.server.connections[1000]), code: 4002)
        #expect(
            stage.until {
                stage.client.sockets.count + stage.server.sockets.count == 0
                    && stage.client.endings.count + stage.server.endings.count == 2
            })
        #expect(stage.client.endings == [.close(code: 4002, reason: "")])
        #expect(stage.server.endings == [.close(code: 4001, reason: "")])
    }

    @Test("a dropped connection ends once on this side, and on the other without a close frame")
    func drop() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.client.connections[1])
        stage.client.sockets.drop(connection)
        stage.client.sockets.drop(connection)
        #expect(stage.client.sockets.queued(connection) == 0)
        #expect(stage.until { stage.client.endings.count == 1 && stage.server.endings.count == 1 })
        #expect(stage.client.endings == [.failed(NetFailure(.dropped, "dropped by this side"))])
        #expect(NetFailure.code(stage.server.endings.first) == .ended)
        // A new connection in the old one's place is not reached by the old handle.
        _ = stage.client.sockets.connect(try stage.request(), tag: 2)
        #expect(stage.until { stage.client.connections[2] != nil })
        stage.client.sockets.drop(connection)
        stage.client.sockets.close(connection)
        #expect(stage.client.send("alive", to: 2) == .accepted)
        #expect(stage.until { stage.server.events.contains(.text(1001, "alive")) })
    }

    @Test("a driver may drop, close or send from inside any call")
    func inside() throws {
        let stage = try Stage()
        defer { stage.end() }
        stage.server.onText = { connection, _, text in
            switch text {
            case "drop": stage.server.sockets.drop(connection)
            case "close": stage.server.sockets.close(connection, code: 4000)
            default: stage.server.sockets.send(Array("re: \(text)".utf8).span, on: connection)
            }
        }
        stage.client.onOpened = { connection, tag in
            for text in ["a", tag == 1 ? "drop" : "close", "b"] {
                stage.client.sockets.send(Array(text.utf8).span, on: connection)
            }
        }
        for tag in 1...2 { _ = stage.client.sockets.connect(try stage.request(), tag: tag) }
        #expect(stage.until { stage.client.endings.count == 2 && stage.server.endings.count == 2 })
        #expect(stage.client.events.contains(.text(1, "re: a")))
        #expect(stage.client.events.contains(.text(2, "re: a")))
        #expect(stage.client.ending(2) == .close(code: 4000, reason: ""))
        #expect([.ended, .reset].contains(NetFailure.code(stage.client.ending(1))))
    }

    @Test("reading can be paused, and goes on where it stopped", arguments: [false, true])
    func pause(ends: Bool) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.client.connections[1])
        stage.client.sockets.pauseReading(connection)
        #expect(stage.server.send("held", to: 1000) == .accepted)
        stage.loop.run(atMost: .milliseconds(20)) { false }
        #expect(stage.client.events == [.opened(1)])
        if ends { stage.server.sockets.close(try #require(stage.server.connections[1000])) }
        stage.client.sockets.resumeReading(connection)
        #expect(stage.until { stage.client.events.count == (ends ? 3 : 2) })
        #expect(stage.client.events[1] == .text(1, "held"))
    }

    @Test(
        "who does not read hears at once that the peer has gone, but not before what it said", arguments: [false, true])
    func goneWhilePaused(speaks: Bool) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.server.connections[1000])
        stage.server.sockets.pauseReading(connection)
        if speaks { #expect(stage.client.send("held", to: 1) == .accepted) }
        stage.loop.turn(waitingAtMost: .zero)
        stage.client.sockets.drop(try #require(stage.client.connections[1]))
        if speaks {
            let turns = stage.loop.turnNumber
            stage.loop.run(atMost: .milliseconds(20)) { false }
            #expect(stage.server.events == [.opened(1000)])
            // Waiting for the driver costs nothing.
            #expect(stage.loop.turnNumber - turns < 10)
            stage.server.sockets.resumeReading(connection)
        }
        #expect(stage.until { stage.server.ending(1000) != nil })
        #expect(NetFailure.code(stage.server.ending(1000)) == .ended)
        #expect(stage.server.events.contains(.text(1000, "held")) == speaks)
    }

    @Test("who pauses once more hears of the peer's end once more")
    func goneBetweenPauses() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let server = stage.server
        let connection = try #require(server.connections[1000])
        server.onText = { [unowned server] connection, _, _ in server.sockets.pauseReading(connection) }
        server.sockets.pauseReading(connection)
        #expect(stage.client.send("held", to: 1) == .accepted)
        stage.loop.turn(waitingAtMost: .zero)
        stage.client.sockets.drop(try #require(stage.client.connections[1]))
        stage.loop.run(atMost: .milliseconds(20)) { false }
        #expect(server.events == [.opened(1000)])
        server.sockets.resumeReading(connection)
        #expect(stage.until { server.ending(1000) != nil })
        #expect(server.events.contains(.text(1000, "held")))
        #expect(NetFailure.code(server.ending(1000)) == .ended)
    }

    @Test("a new tag comes with the next call")
    func retag() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        stage.server.sockets.retag(try #require(stage.server.connections[1000]), 7)
        #expect(stage.client.send("x", to: 1) == .accepted)
        #expect(stage.until { stage.server.events.count == 2 })
        #expect(stage.server.events.last == .text(7, "x"))
        #expect(stage.server.sockets.peer(of: try #require(stage.server.connections[1000]))?.ip == .loopback4)
    }

    @Test("bytes are counted both ways, the upgrade's too")
    func traffic() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let before = (stage.client.sockets.traffic, stage.server.sockets.traffic)
        #expect(
            before.0.bytesOut == before.1.bytesIn && before.0.bytesIn == before.1.bytesOut && before.0.bytesIn > 100)
        #expect(stage.client.send("12345", to: 1) == .accepted)
        #expect(stage.until { stage.server.events.count == 2 })
        #expect(stage.client.sockets.traffic.bytesOut == before.0.bytesOut + 11)
        #expect(stage.server.sockets.traffic.bytesIn == before.1.bytesIn + 11)
    }

    @Test("after shutdown nothing holds the driver, the connections or the loop")
    func nothingLeaks() throws {
        weak var loop: Loop?
        weak var driver: Recorder?
        weak var sockets: WebSockets?
        do {
            let stage = try Stage()
            try stage.connect()
            (loop, driver, sockets) = (stage.loop, stage.client, stage.client.sockets)
            stage.end()
        }
        #expect(driver == nil)
        #expect(sockets == nil)
        #expect(loop == nil)
    }

    @Test("an idle connection is a small record, and its handle is 8 bytes")
    func size() {
        #expect(MemoryLayout<Record>.stride <= 112)
        #expect(MemoryLayout<Connection>.size == 8)
    }
}
