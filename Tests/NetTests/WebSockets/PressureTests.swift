import CSystem
import Random
import Scaffold
import Testing
import Time
import WebSocket

@testable import Net

/// The way out with everything at once: small and large messages, a message in pieces, pings of both ends, a reader that
/// stops and goes on, sockets that take little, over TCP and TLS, compressed and not.
@Suite("The way out under pressure")
struct PressureTests {
    enum Road: CaseIterable { case plain, compressed, secure }

    /// What was sent, and what must therefore arrive.
    private struct Play {
        let stage: Stage
        var random: SplitMix
        let road: Road
        var source: PieceSource?
        var texts: [String] = []
        var marks: [UInt64] = []
        var refusals = 0
        var isReading = true

        init(_ road: Road, seed: UInt64) throws {
            self.road = road
            random = SplitMix(seed: seed)
            var settings = WebSocketSettings()
            settings.maxQueue = 300_000
            settings.closeTimeout = .seconds(60)
            let authority = road == .secure ? try Authority() : nil
            let tls = try authority.map { authority in
                let issued = try authority.issue("IP:127.0.0.1")
                var server = TLSContext.Settings()
                (server.certificate, server.key) = (issued.certificate, issued.key)
                return try TLSContext.server(server)
            }
            stage = try Stage(
                listening: {
                    $0.tls = tls
                    if road == .compressed { $0.policy.compression = Compression() }
                }, client: settings)
            var request = try stage.request(scheme: road == .secure ? "wss" : "ws")
            if let authority {
                var trust = TLSContext.Settings()
                trust.authorities = authority.file
                request.tls = try TLSContext.client(trust)
            }
            if road == .compressed { request.compression = Compression() }
            _ = stage.client.sockets.connect(request, tag: 1)
            let (client, server) = (stage.client, stage.server)
            try #require(stage.until { client.connections[1] != nil && server.connections[1000] != nil })
            // A socket that takes little at once, so that frames are cut anywhere.
            let record = client.sockets.table.find(try #require(client.connections[1]))
            if let record { _ = system_set_option(record.pointee.descriptor, SOL_SOCKET, SO_SNDBUF, 16_384) }
        }

        private mutating func text(_ sizes: ClosedRange<Int>) -> String {
            let filling = String(random.next(), radix: 36) + " "
            return "\(texts.count):" + String(repeating: filling, count: Int.random(in: sizes, using: &random) / 13)
        }

        private mutating func send(_ text: String) {
            switch stage.client.send(text, to: 1) {
            case .accepted: texts.append(text)
            case .full: refusals += 1
            case let outcome: Issue.record("\(outcome)")
            }
        }

        private mutating func begin(_ connection: Connection) {
            let size = Int.random(in: 1...200_000, using: &random)
            let next = PieceSource(
                stage.client.sockets, count: size, piece: Int.random(in: 1...70_000, using: &random))
            // At most one piece for each time it is asked or told to.
            next.holdsAt = 0
            switch stage.client.sockets.begin(count: size, from: next, on: connection) {
            case .accepted:
                source = next
                texts.append(next.text)
            case .full: refusals += 1
            case let outcome: Issue.record("\(outcome)")
            }
        }

        private mutating func supply(_ connection: Connection) {
            guard let source, source.given < source.bytes.count else { return self.source = nil }
            source.holdsAt = min(source.bytes.count, source.given + 1)
            source.give(on: connection)
            #expect(source.outcomes.last != .gone)
        }

        mutating func step(_ number: Int) throws {
            let connection = try #require(stage.client.connections[1])
            let peer = try #require(stage.server.connections[1000])
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<5: send(text(0...3000))
            case 5: send(text(60_000...150_000))
            case 6, 7: begin(connection)
            case 8..<13: supply(connection)
            case 13:
                let mark = UInt64(number)
                if stage.client.sockets.ping(mark: mark, on: connection) == .accepted { marks.append(mark) }
            case 14: stage.server.sockets.ping(mark: UInt64(number), on: peer)
            case 15:
                isReading = Bool.random(using: &random)
                if isReading {
                    stage.server.sockets.resumeReading(peer)
                } else {
                    stage.server.sockets.pauseReading(peer)
                }
            default: stage.loop.turn(waitingAtMost: .zero)
            }
            #expect(stage.client.sockets.queued(connection) <= 300_000 + 200_000)
        }

        /// Closes behind all of it, and lets it go out.
        mutating func end() throws {
            let connection = try #require(stage.client.connections[1])
            stage.client.sockets.close(connection, code: 1000, reason: "done")
            stage.server.sockets.resumeReading(try #require(stage.server.connections[1000]))
            source?.holdsAt = .max
            source?.give(on: connection)
            let (client, server) = (stage.client, stage.server)
            try #require(stage.until(.seconds(60)) { client.ending(1) != nil && server.ending(1000) != nil })
            #expect(client.ending(1) == .close(code: 1000, reason: ""))
            #expect(server.ending(1000) == .close(code: 1000, reason: "done"))
        }

        func judge() {
            let arrived = stage.server.events.compactMap { if case .text(_, let text) = $0 { text } else { nil } }
            #expect(arrived.count == texts.count)
            let firstWrong = zip(arrived, texts).enumerated().first { $0.element.0 != $0.element.1 }
            #expect(firstWrong?.offset == nil)
            let ponged = stage.client.events.compactMap { if case .ponged(_, let mark) = $0 { mark } else { nil } }
            // The answers to the last may come behind the close frame.
            #expect(marks.starts(with: ponged))
        }
    }

    @Test(
        "what was accepted arrives whole, once and in order, and nothing goes into a frame that is under way",
        arguments: Road.allCases, 1...4 as ClosedRange<UInt64>)
    func order(road: Road, seed: UInt64) throws {
        var play = try Play(road, seed: seed)
        defer { play.stage.end() }
        for number in 0..<400 { try play.step(number) }
        try play.end()
        play.judge()
    }

    @Test(
        "a connection that breaks inside a frame in pieces ends once, and lets its supplier go",
        arguments: [true, false])
    func breaks(byReset: Bool) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.client.connections[1])
        weak var gone: PieceSource?
        do {
            let source = PieceSource(stage.client.sockets, count: 5_000_000, piece: 50_000)
            gone = source
            #expect(stage.client.sockets.begin(count: source.bytes.count, from: source, on: connection) == .accepted)
            stage.server.sockets.pauseReading(try #require(stage.server.connections[1000]))
            source.give(on: connection)
            #expect(source.outcomes.last == .later)
            #expect(stage.client.send("behind", to: 1) == .accepted)
            if byReset {
                // Unread bytes make it a reset.
                stage.server.sockets.drop(try #require(stage.server.connections[1000]))
            } else {
                stage.client.sockets.drop(connection)
                stage.server.sockets.resumeReading(try #require(stage.server.connections[1000]))
            }
            #expect(stage.until { stage.client.ending(1) != nil && stage.server.ending(1000) != nil })
            #expect(stage.client.sockets.supply([1].span, on: connection) == .gone)
        }
        #expect(gone == nil)
        #expect(stage.client.endings.count == 1 && stage.server.endings.count == 1)
        #expect(!stage.server.events.contains { if case .text = $0 { true } else { false } })
        #expect(stage.until { stage.client.sockets.count + stage.server.sockets.count == 0 })
    }

    @Test("a large upgrade that did not fit the socket leaves nobody waiting for room")
    func largeUpgrade() throws {
        let stage = try Stage(listening: { $0.headLimits.bytes = 8 << 20 })
        defer { stage.end() }
        var request = try stage.request()
        request.fields.append("X-Large", String(repeating: "x", count: 6 << 20))
        let connection = stage.client.sockets.connect(request, tag: 1)
        var hasWaited = false
        try #require(
            stage.until {
                hasWaited = hasWaited || stage.client.sockets.queued(connection) > 0
                return stage.client.connections[1] != nil
            })
        #expect(hasWaited)
        let source = PieceSource(stage.client.sockets, count: 100, piece: 100)
        #expect(stage.client.sockets.begin(count: 100, from: source, on: connection) == .accepted)
        source.give(on: connection)
        #expect(stage.until { stage.server.events.contains(.text(1000, source.text)) })
    }
}
