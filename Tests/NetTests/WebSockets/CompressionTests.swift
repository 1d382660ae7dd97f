import Testing
import WebSocket

@testable import Net

@Suite("Compressed connections")
struct CompressionTests {
    private static let terms = Compression(
        sending: .init(windowBits: 12, keepsContext: false), receiving: .init(keepsContext: false), sendAtLeast: 1024)

    private func open(offered: Compression?, granted: Compression?) throws -> Stage {
        let stage = try Stage(listening: { $0.policy.compression = granted })
        stage.server.echoes = true
        var request = try stage.request()
        request.compression = offered
        _ = stage.client.sockets.connect(request, tag: 1)
        try #require(stage.until { stage.client.connections[1] != nil && stage.server.connections[1000] != nil })
        return stage
    }

    @Test("both ends know whether it was agreed on", arguments: [(true, true), (true, false), (false, true)])
    func agreed(_ isOffered: Bool, _ isGranted: Bool) throws {
        let stage = try open(offered: isOffered ? Self.terms : nil, granted: isGranted ? Self.terms : nil)
        defer { stage.end() }
        #expect(stage.client.openings[1]?.isCompressed == (isOffered && isGranted))
        #expect(stage.server.openings[1000]?.isCompressed == (isOffered && isGranted))
    }

    @Test("long messages travel short, and an idle end holds no memory for it where contexts are not kept")
    func shorter() throws {
        let stage = try open(offered: Self.terms, granted: Self.terms)
        defer { stage.end() }
        let before = (stage.client.sockets.traffic.bytesOut, stage.server.sockets.traffic.bytesOut)
        let text = String(repeating: "the same words again ", count: 1000)
        for _ in 0..<3 { #expect(stage.client.send(text, to: 1) == .accepted) }
        #expect(stage.until { stage.client.events.count == 4 })
        #expect(stage.client.events == [.opened(1)] + Array(repeating: .text(1, text), count: 3))
        #expect(stage.client.sockets.traffic.bytesOut - before.0 < 1000)
        #expect(stage.server.sockets.traffic.bytesOut - before.1 < 1000)
        for (recorder, tag) in [(stage.client, 1), (stage.server, 1000)] {
            let connection = try #require(recorder.connections[tag])
            #expect(recorder.sockets.table.find(connection)?.pointee.codec.isIdle == true)
        }
    }

    /// 15 KB that inflate to 16 MB, in a fragment that is not the last, would be held as long as the connection is.
    @Test(
        "what a stranger sends is bounded as it is inflated and gathered, until it is trusted",
        arguments: [false, true])
    func strangers(isTrusted: Bool) throws {
        var settings = WebSocketSettings()
        settings.maxStrangersMessage = 2000
        let stage = try Stage(listening: { $0.policy.compression = Self.terms }, server: settings)
        defer { stage.end() }
        if isTrusted {
            stage.server.onText = { connection, _, _ in stage.server.sockets.trust(connection) }
        }
        var request = try stage.request()
        request.compression = Self.terms
        _ = stage.client.sockets.connect(request, tag: 1)
        try #require(stage.until { stage.client.connections[1] != nil && stage.server.connections[1000] != nil })
        #expect(stage.client.send(String(repeating: "a", count: 2000), to: 1) == .accepted)
        // In the same turn, and so in one read with the first.
        let long = String(repeating: "b", count: 2001)
        #expect(stage.client.send(long, to: 1) == .accepted)
        #expect(stage.until { stage.server.events.count == 3 })
        if isTrusted {
            #expect(stage.server.events.last == .text(1000, long))
            return
        }
        let text = "the peer broke the protocol: the message is over the limit; closed with 1009"
        #expect(stage.server.ending(1000) == .failed(NetFailure(.protocol, text)))
        #expect(stage.until { stage.client.ending(1) != nil })
        #expect(stage.client.ending(1) == .close(code: 1009, reason: "the message is over the limit"))
    }

    @Test("a message that asks not to be compressed, and a short one, go as they are")
    func asTheyAre() throws {
        let stage = try open(offered: Self.terms, granted: nil)
        let compressed = try open(offered: Self.terms, granted: Self.terms)
        defer {
            stage.end()
            compressed.end()
        }
        let secret = [UInt8](repeating: 0x61, count: 2000)
        let short = [UInt8](repeating: 0x61, count: 1023)
        for stage in [stage, compressed] {
            let before = stage.client.sockets.traffic.bytesOut
            let connection = try #require(stage.client.connections[1])
            #expect(stage.client.sockets.send(secret.span, compress: false, on: connection) == .accepted)
            #expect(stage.client.sockets.send(short.span, on: connection) == .accepted)
            #expect(stage.until { stage.client.events.count == 3 })
            #expect(stage.client.sockets.traffic.bytesOut - before == 2000 + 1023 + 2 * 8)
        }
    }

    @Test("a deflate bomb ends in 1009, and no more of it is ever made than the limit")
    func bomb() throws {
        var settings = WebSocketSettings()
        settings.maxMessage = 100_000
        let stage = try Stage(listening: { $0.policy.compression = Self.terms }, server: settings)
        defer { stage.end() }
        var request = try stage.request()
        request.compression = Self.terms
        _ = stage.client.sockets.connect(request, tag: 1)
        try #require(stage.until { stage.client.connections[1] != nil })
        #expect(stage.client.send(String(repeating: "a", count: 1_000_000), to: 1) == .accepted)
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.endings.count == 1 })
        guard case .close(let code, _)? = stage.client.ending(1) else {
            Issue.record("\(String(describing: stage.client.ending(1)))")
            return
        }
        #expect(code == 1009)
    }
}
