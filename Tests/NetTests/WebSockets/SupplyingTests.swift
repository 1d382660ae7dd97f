import Testing
import Time
import WebSocket

@testable import Net

@Suite("A message that is supplied piece by piece")
struct SupplyingTests {
    /// Has a text of so many bytes, and gives it in pieces when it is asked, or holds back after some.
    private final class Source: Supplier {
        let sockets: WebSockets
        let bytes: [UInt8]
        let piece: Int
        var given = 0
        var holdsAt = Int.max
        var outcomes: [SupplyOutcome] = []
        /// The most that waited in the connection's queue.
        var mostQueued = 0

        init(_ sockets: WebSockets, count: Int, piece: Int) {
            self.sockets = sockets
            bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 26 + 97) }
            self.piece = piece
        }

        func wanted(on connection: Connection) { give(on: connection) }

        func give(on connection: Connection) {
            var outcome = SupplyOutcome.more
            while outcome == .more, given < min(holdsAt, bytes.count) {
                let end = min(given + piece, bytes.count)
                let next = Array(bytes[given..<end])
                outcome = sockets.supply(next.span, on: connection)
                given = end
                outcomes.append(outcome)
                mostQueued = max(mostQueued, sockets.queued(connection))
            }
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private func begin(_ source: Source, _ stage: Stage) throws -> Connection {
        let connection = try #require(stage.client.connections[1])
        #expect(source.sockets.begin(count: source.bytes.count, from: source, on: connection) == .accepted)
        return connection
    }

    @Test("arrives whole, and holds no more than a piece in the queue", arguments: [1 << 10, 100_000, 1 << 20])
    func whole(piece: Int) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let source = Source(stage.client.sockets, count: 12_000_000, piece: piece)
        let connection = try begin(source, stage)
        source.give(on: connection)
        #expect(stage.until { stage.server.events.contains(.text(1000, source.text)) })
        #expect(source.mostQueued <= piece + 14)
        #expect(source.outcomes.last == .whole && source.outcomes.contains(.later))
        #expect(stage.until { stage.client.events.last == .writable(1) })
    }

    @Test("lets what is sent meanwhile follow, in order, and tells of the room once all is out")
    func order() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let source = Source(stage.client.sockets, count: 1000, piece: 100)
        source.holdsAt = 500
        let connection = try begin(source, stage)
        source.give(on: connection)
        #expect(stage.client.send("one", to: 1) == .accepted)
        #expect(stage.client.send("two", to: 1) == .accepted)
        #expect(stage.client.sockets.begin(count: 9, from: source, on: connection) == .full)
        #expect(stage.client.sockets.queued(connection) == 18)
        #expect(stage.until { stage.client.events.contains(.congested(1)) })
        #expect(stage.server.events == [.opened(1000)])
        source.holdsAt = .max
        source.give(on: connection)
        #expect(stage.until { stage.server.events.count == 4 && stage.client.events.count == 3 })
        #expect(stage.server.events.dropFirst() == [.text(1000, source.text), .text(1000, "one"), .text(1000, "two")])
        #expect(stage.client.events == [.opened(1), .congested(1), .writable(1)])
        #expect(source.outcomes == [SupplyOutcome](repeating: .more, count: 9) + [.whole])
    }

    @Test("a begun message leaves no turn idle: a loop that waits for its bytes sleeps")
    func sleeps() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let source = Source(stage.client.sockets, count: 1000, piece: 100)
        source.holdsAt = 300
        let connection = try begin(source, stage)
        source.give(on: connection)
        #expect(stage.until { stage.client.events.contains(.congested(1)) })
        let record = stage.client.sockets.table.find(connection)
        let interest = record?.pointee.interest
        #expect(interest == .read)
    }

    @Test("goes on to its end behind a close, and the close handshake is clean", arguments: [true, false])
    func closing(ours: Bool) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let source = Source(stage.client.sockets, count: 3000, piece: 100)
        source.holdsAt = 500
        let connection = try begin(source, stage)
        source.give(on: connection)
        if ours {
            stage.client.sockets.close(connection, code: 1000, reason: "enough")
        } else {
            let peer = try #require(stage.server.connections[1000])
            stage.server.sockets.close(peer, code: 1000, reason: "enough")
            #expect(stage.until { stage.client.ending(1) != nil })
        }
        source.holdsAt = .max
        source.give(on: connection)
        #expect(source.outcomes.last == .whole)
        #expect(stage.until { stage.client.sockets.count + stage.server.sockets.count == 0 })
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.ending(1000) != nil })
        #expect(stage.client.ending(1) == .close(code: 1000, reason: ours ? "" : "enough"))
        #expect(stage.server.ending(1000) == .close(code: 1000, reason: ours ? "enough" : ""))
        #expect(stage.server.events.contains(.text(1000, source.text)) == ours)
    }

    @Test("ends with its connection, and takes no more than was announced")
    func gone() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let source = Source(stage.client.sockets, count: 1000, piece: 100)
        source.holdsAt = 500
        let connection = try begin(source, stage)
        source.give(on: connection)
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
