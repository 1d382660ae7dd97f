import Testing
import Time
import WebSocket

@testable import Net

@Suite("A message that is supplied piece by piece")
struct SupplyingTests {
    /// A client that has begun such a message, of so many bytes, and supplied some of it.
    private struct Scene {
        let stage: Stage
        let source: PieceSource
        let connection: Connection

        init(count: Int, piece: Int = 100, holdsAt: Int = .max) throws {
            stage = try Stage()
            try stage.connect()
            connection = try #require(stage.client.connections[1])
            source = PieceSource(stage.client.sockets, count: count, piece: piece)
            source.holdsAt = holdsAt
            #expect(stage.client.sockets.begin(count: count, from: source, on: connection) == .accepted)
            source.give(on: connection)
        }

        func giveTheRest() {
            source.holdsAt = .max
            source.give(on: connection)
        }
    }

    @Test("arrives whole, and holds no more than a piece in the queue", arguments: [1 << 10, 100_000, 1 << 20])
    func whole(piece: Int) throws {
        let scene = try Scene(count: 12_000_000, piece: piece)
        let (stage, source) = (scene.stage, scene.source)
        defer { stage.end() }
        #expect(stage.until { stage.server.events.contains(.text(1000, source.text)) })
        #expect(source.mostQueued <= piece + 14)
        #expect(source.outcomes.last == .whole && source.outcomes.contains(.later))
        #expect(stage.until { stage.client.events.last == .writable(1) })
    }

    @Test("lets what is sent meanwhile follow, in order, and tells of the room once all is out")
    func order() throws {
        let scene = try Scene(count: 1000, holdsAt: 500)
        let (stage, source, connection) = (scene.stage, scene.source, scene.connection)
        defer { stage.end() }
        #expect(stage.client.send("one", to: 1) == .accepted)
        #expect(stage.client.send("two", to: 1) == .accepted)
        #expect(stage.client.sockets.begin(count: 9, from: source, on: connection) == .full)
        #expect(stage.client.sockets.queued(connection) == 18)
        #expect(stage.until { stage.client.events.contains(.congested(1)) })
        #expect(stage.server.events == [.opened(1000)])
        scene.giveTheRest()
        #expect(stage.until { stage.server.events.count == 4 && stage.client.events.count == 3 })
        #expect(stage.server.events.dropFirst() == [.text(1000, source.text), .text(1000, "one"), .text(1000, "two")])
        #expect(stage.client.events == [.opened(1), .congested(1), .writable(1)])
        #expect(source.outcomes == [SupplyOutcome](repeating: .more, count: 9) + [.whole])
    }

    @Test("a begun message leaves no turn idle: a loop that waits for its bytes sleeps")
    func sleeps() throws {
        let scene = try Scene(count: 1000, holdsAt: 300)
        let (stage, connection) = (scene.stage, scene.connection)
        defer { stage.end() }
        #expect(stage.until { stage.client.events.contains(.congested(1)) })
        let record = stage.client.sockets.table.find(connection)
        let interest = record?.pointee.interest
        #expect(interest == .read)
    }

    @Test("goes on to its end behind a close, and the close handshake is clean", arguments: [true, false])
    func closing(ours: Bool) throws {
        let scene = try Scene(count: 3000, holdsAt: 500)
        let (stage, source, connection) = (scene.stage, scene.source, scene.connection)
        defer { stage.end() }
        if ours {
            stage.client.sockets.close(connection, code: 1000, reason: "enough")
        } else {
            let peer = try #require(stage.server.connections[1000])
            stage.server.sockets.close(peer, code: 1000, reason: "enough")
            #expect(stage.until { stage.client.ending(1) != nil })
        }
        scene.giveTheRest()
        #expect(source.outcomes.last == .whole)
        #expect(stage.until { stage.client.sockets.count + stage.server.sockets.count == 0 })
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.ending(1000) != nil })
        #expect(stage.client.ending(1) == .close(code: 1000, reason: ours ? "" : "enough"))
        #expect(stage.server.ending(1000) == .close(code: 1000, reason: ours ? "enough" : ""))
        #expect(stage.server.events.contains(.text(1000, source.text)) == ours)
    }

    @Test("ends with its connection, and takes no more than was announced")
    func gone() throws {
        let scene = try Scene(count: 1000, holdsAt: 500)
        let (stage, source, connection) = (scene.stage, scene.source, scene.connection)
        defer { stage.end() }
        let tooLong = [UInt8](repeating: 0, count: 501)
        #expect(stage.client.sockets.supply(tooLong.span, on: connection) == .gone)
        stage.client.sockets.drop(connection)
        #expect(stage.client.sockets.supply([1].span, on: connection) == .gone)
        #expect(stage.client.sockets.begin(count: 5, from: source, on: connection) == .notOpen)
        #expect(stage.until { stage.server.ending(1000) != nil })
        #expect(!stage.server.events.contains { if case .text = $0 { true } else { false } })
    }

    @Test("a message that came in several reads is kept without a copy, a short one with one")
    func keeping() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let long = [UInt8](repeating: 120, count: 300_000)
        let keeper = Keeper(stage.loop)
        defer { keeper.sockets.shutdown() }
        let listener = try keeper.sockets.listen(ListenSettings(SocketAddress(.loopback4, port: 0)))
        _ = stage.client.sockets.connect(
            ConnectRequest(try WebSocketURL("ws://127.0.0.1:\(listener.address.port)/ws")), tag: 2)
        #expect(stage.until { stage.client.connections[2] != nil })
        stage.client.sockets.send(long.span, on: try #require(stage.client.connections[2]))
        #expect(stage.client.send("short", to: 2) == .accepted)
        #expect(stage.until { keeper.kept.count == 2 })
        #expect(keeper.kept == [long, Array("short".utf8)])
        #expect(keeper.isSame == [true, false])
    }

    /// Keeps what it is told of.
    private final class Keeper: WebSocketDriver {
        private(set) var sockets: WebSockets! = nil
        var kept: [[UInt8]] = []
        var isSame: [Bool] = []

        init(_ loop: Loop) { sockets = WebSockets(loop: loop, driver: self) }

        func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}
        func closed(_ connection: Connection, tag: Int, _ ending: Ending) {}
        func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
            let bytes = sockets.keep(message)
            let place = message.withUnsafeBufferPointer { $0.baseAddress }
            isSame.append(bytes.withUnsafeBufferPointer { $0.baseAddress } == place)
            kept.append(bytes)
        }
    }
}
