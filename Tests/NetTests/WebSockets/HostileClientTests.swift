import CSystem
import Testing
import Time
import WebSocket

@testable import Net

@Suite("Chaos: clients that do what they should not")
struct HostileClientTests {
    private let quick: (inout ListenSettings) -> Void = { $0.upgradeTimeout = .milliseconds(20) }

    /// A raw client whose connection to the stage's server is open.
    private func openPeer(_ stage: Stage) throws -> RawPeer {
        let peer = try RawPeer(connectingTo: stage.listener.address)
        peer.sendUpgrade()
        try #require(stage.until { !stage.server.connections.isEmpty && peer.text.contains("\r\n\r\n") })
        peer.forget()
        return peer
    }

    @Test(
        "a client that says nothing, or half of a request, is answered 408 at the time limit",
        arguments: ["", "GET /ws HT", "GET /ws HTTP/1.1\r\nHost: a"])
    func slowRequest(sent: String) throws {
        let stage = try Stage(listening: quick)
        defer { stage.end() }
        let peer = try RawPeer(connectingTo: stage.listener.address)
        peer.send(sent)
        #expect(stage.until { peer.receive() && peer.hasEnded })
        #expect(peer.text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
        peer.close()
        #expect(stage.until { stage.server.sockets.count == 0 })
        #expect(stage.server.events.isEmpty)
    }

    @Test("a reset, an end or a half-close of a client in any phase leaves nothing behind", arguments: 0..<9)
    func clientEnds(variant: Int) throws {
        let stage = try Stage()
        defer { stage.end() }
        let peer: RawPeer
        switch variant / 3 {
        case 0: peer = try RawPeer(connectingTo: stage.listener.address)
        case 1:
            peer = try RawPeer(connectingTo: stage.listener.address)
            peer.send("GET /ws HTTP/1.1\r\n")
        default: peer = try openPeer(stage)
        }
        stage.until { stage.server.sockets.count == 1 }
        switch variant % 3 {
        case 0: peer.reset()
        case 1: peer.close()
        default: peer.endWriting()
        }
        #expect(stage.until { stage.server.sockets.count == 0 })
        let opened = variant / 3 == 2
        #expect(stage.server.endings.count == (opened ? 1 : 0))
        if opened { #expect(NetFailure.code(stage.server.endings.first) == (variant % 3 == 0 ? .reset : .ended)) }
    }

    @Test(
        "an upgrade and a message in one packet, and one byte at a time, are both understood", arguments: [false, true])
    func upgradeBytes(inPieces: Bool) throws {
        let stage = try Stage()
        defer { stage.end() }
        let peer = try RawPeer(connectingTo: stage.listener.address)
        let bytes = Array(RawPeer.upgrade().utf8) + RawPeer.frame(1, "first") + RawPeer.frame(9, "p")
        if inPieces {
            for byte in bytes {
                peer.send([byte])
                stage.loop.turn(waitingAtMost: .milliseconds(50))
            }
        } else {
            peer.send(bytes)
        }
        #expect(stage.until { stage.server.events.count == 2 && peer.text.hasSuffix("p") })
        #expect(stage.server.events == [.opened(1000), .text(1000, "first")])
    }

    @Test(
        "a peer that never reads: sends are refused over the bound, nothing is lost, and writable comes when it reads")
    func neverReads() throws {
        var settings = WebSocketSettings()
        settings.maxQueue = 1 << 20
        let stage = try Stage(server: settings)
        defer { stage.end() }
        let peer = try openPeer(stage)
        let connection = try #require(stage.server.connections[1000])
        let message = [UInt8](repeating: 0x61, count: 50_000)
        var accepted = 0
        var outcome = SendOutcome.accepted
        while accepted < 100_000 {
            outcome = stage.server.sockets.send(message.span, on: connection)
            if outcome != .accepted { break }
            accepted += 1
            stage.loop.turn(waitingAtMost: .zero)
        }
        #expect(outcome == .full)
        #expect(stage.server.sockets.queued(connection) <= settings.maxQueue)
        #expect(stage.server.sockets.send(message.span, on: connection) == .full)
        #expect(stage.server.events == [.opened(1000), .congested(1000)])
        let frame = message.count + 4
        #expect(
            stage.until {
                peer.receive()
                return stage.server.events.last == .writable(1000) && peer.received.count == accepted * frame
            })
        #expect(stage.server.sockets.queued(connection) == 0)
        #expect(stage.server.sockets.send(message.span, on: connection) == .accepted)
        #expect(stage.until { peer.receive() && peer.received.count == (accepted + 1) * frame })
        for index in 0...accepted {
            #expect(peer.received[(index * frame)..<(index * frame + 5)].elementsEqual([0x81, 126, 0xC3, 0x50, 0x61]))
        }
    }

    @Test("a frame that alone passes the bound is refused for ever, and said so")
    func tooBig() throws {
        var settings = WebSocketSettings()
        settings.maxQueue = 1000
        let stage = try Stage(client: settings)
        defer { stage.end() }
        try stage.connect()
        #expect(stage.client.send(String(repeating: "x", count: 1000), to: 1) == .tooBig)
        #expect(stage.client.send(String(repeating: "x", count: 900), to: 1) == .accepted)
        // The socket is free: what has gathered leaves at once instead of counting against the bound.
        #expect(stage.client.send(String(repeating: "y", count: 900), to: 1) == .accepted)
        #expect(stage.until { stage.server.events.count == 3 })
    }

    @Test("pings of a peer that never reads do not fill memory, and the newest is answered")
    func pingFlood() throws {
        let stage = try Stage()
        defer { stage.end() }
        let peer = try openPeer(stage)
        let connection = try #require(stage.server.connections[1000])
        // Block the way out first.
        let block = [UInt8](repeating: 0, count: 8 << 20)
        #expect(stage.server.sockets.send(block.span, .binary, on: connection) == .accepted)
        #expect(stage.until { stage.server.sockets.queued(connection) > 0 })
        let before = stage.server.sockets.queued(connection)
        for number in 0..<20_000 {
            let ping = RawPeer.frame(9, Array("\(number)".utf8))
            while peer.send(ping) == 0 { stage.loop.turn(waitingAtMost: .milliseconds(1)) }
        }
        peer.send(RawPeer.frame(1, "end"))
        #expect(stage.until { stage.server.events.contains(.text(1000, "end")) })
        #expect(stage.server.sockets.queued(connection) < before + 1000)
        #expect(stage.until { peer.receive() && peer.received.suffix(5).elementsEqual(Array("19999".utf8)) })
    }

    @Test("a full descriptor table: accept backs off, says so once, and takes the connections when there is room")
    func descriptorTable() async {
        // In a process of its own: the others tests here need descriptors.
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let peers = try (0..<3).map { _ in try RawPeer(connectingTo: stage.listener.address) }
            var hogs = RawPeer.fillDescriptorTable(leaving: 64)
            for peer in peers { peer.sendUpgrade() }
            // Other threads of this process may give a descriptor back at any time: who takes it begins a new trouble.
            let isTold = {
                let troubles = stage.server.events.count { $0 == .troubled(.descriptors) }
                return (1...1 + stage.server.connections.count).contains(troubles)
                    && troubles == stage.server.events.count
            }
            try #require(stage.until { !stage.server.events.isEmpty })
            // More tries fail silently; a connect fails with a value.
            stage.loop.run(atMost: .milliseconds(250)) { false }
            try #require(isTold())
            let refused = try (1...20).contains { tag in
                RawPeer.fillDescriptorTable(&hogs)
                _ = stage.client.sockets.connect(try stage.request(), tag: tag)
                stage.loop.run(atMost: .milliseconds(200)) { stage.client.ending(tag) != nil }
                return NetFailure.code(stage.client.ending(tag)) == .descriptors
            }
            try #require(refused)
            for hog in hogs { _ = CSystem.close(hog) }
            try #require(stage.until { stage.server.connections.count >= 3 })
            // Until here they are there, also for an optimiser.
            for peer in peers { peer.close() }
        }
    }

    @Test("a thousand connects at once, of which half fail: each ends or opens exactly once")
    func thousand() throws {
        let stage = try Stage()
        defer { stage.end() }
        stage.server.admission = { request in
            request.head.queryValue("n").flatMap { Int($0) }.map { .accept(tag: $0) }
        }
        let dead = try RawListener()
        let address = dead.address
        _ = consume dead
        for tag in 0..<1000 {
            let request =
                tag % 2 == 0
                ? try stage.request("/ws?n=\(tag)") : ConnectRequest(try WebSocketURL("ws://\(address)/ws"))
            _ = stage.client.sockets.connect(request, tag: tag)
        }
        #expect(
            stage.until(.seconds(60)) {
                stage.client.connections.count == 500 && stage.client.endings.count == 500
                    && stage.server.connections.count == 500
            })
        for tag in 0..<1000 {
            if tag % 2 == 0 {
                #expect(stage.client.send("\(tag)", to: tag) == .accepted)
            } else {
                #expect(NetFailure.code(stage.client.ending(tag)) == .connect)
            }
        }
        #expect(stage.until { stage.server.events.count == 1000 })
        #expect(stride(from: 0, to: 1000, by: 2).allSatisfy { stage.server.events.contains(.text($0, "\($0)")) })
    }
}
