import CSystem
import Testing
import Time
import WebSocket

@testable import Net

@Suite("Chaos: peers that do what they should not")
struct ChaosTests {
    private let quick: (inout ListenSettings) -> Void = { $0.upgradeTimeout = .milliseconds(20) }

    /// A raw client whose connection to the stage's server is open.
    private func openPeer(_ stage: Stage) throws -> RawPeer {
        let peer = try RawPeer(connectingTo: stage.listener.address)
        peer.sendUpgrade()
        try #require(stage.until { !stage.server.connections.isEmpty && peer.text.contains("\r\n\r\n") })
        peer.forget()
        return peer
    }

    /// Our client, open against a raw server.
    private func openClient(
        _ client: Recorder, _ listener: RawListener, tag: Int = 1, before: String = "", behind: [UInt8] = []
    ) throws -> RawPeer {
        let url = try WebSocketURL("ws://\(listener.address)/ws")
        _ = client.sockets.connect(ConnectRequest(url), tag: tag)
        var peer: RawPeer?
        try #require(
            client.loop.run(atMost: .seconds(20)) {
                if peer == nil { peer = listener.accept() }
                return peer?.text.contains("\r\n\r\n") == true
            })
        let raw = try #require(peer)
        let head = try RequestHead(raw.received)
        let policy = UpgradePolicy()
        guard case .accepted(let response) = policy.judge(head) else {
            Issue.record("our request is no upgrade: \(raw.text)")
            return raw
        }
        var out = Array(before.utf8)
        response.write(into: &out)
        raw.send(out + behind)
        try #require(client.loop.run(atMost: .seconds(20)) { client.connections[tag] != nil })
        raw.forget()
        return raw
    }

    // MARK: A client's server misbehaves

    @Test("a port where nobody listens is an error that names the address")
    func refused() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        let listener = try RawListener()
        let address = listener.address
        _ = consume listener
        _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(address)/ws?token=secret")), tag: 4)
        #expect(loop.run(atMost: .seconds(20)) { !client.events.isEmpty })
        #expect(client.ending(4) == .failed(NetFailure(.connect, "cannot connect to \(address): Connection refused")))
        #expect(client.sockets.count == 0)
    }

    enum Phase: CaseIterable { case connected, halfAnswered, open, midFrame, midMessage, closing }

    @Test("a reset in any phase ends the attempt or the connection, once", arguments: Phase.allCases)
    func reset(phase: Phase) throws {
        try end(phase) {
            $0.reset()
        } judge: {
            #expect(NetFailure.code($0) == .reset)
        }
    }

    @Test("an end without a close frame in any phase is said so", arguments: Phase.allCases)
    func end(phase: Phase) throws {
        try end(phase) {
            $0.close()
        } judge: {
            #expect(NetFailure.code($0) == .ended)
        }
    }

    @Test("a half-closed connection is an ended one", arguments: Phase.allCases)
    func halfClose(phase: Phase) throws {
        try end(phase) {
            $0.endWriting()
        } judge: {
            #expect(NetFailure.code($0) == .ended)
        }
    }

    private func end(_ phase: Phase, _ act: (RawPeer) -> Void, judge: (Ending?) -> Void) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        let peer: RawPeer
        switch phase {
        case .connected, .halfAnswered:
            _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(listener.address)/ws")), tag: 1)
            var accepted: RawPeer?
            try #require(
                loop.run(atMost: .seconds(20)) {
                    if accepted == nil { accepted = listener.accept() }
                    return accepted?.text.contains("\r\n\r\n") == true
                })
            peer = try #require(accepted)
            if phase == .halfAnswered { peer.send("HTTP/1.1 101 Swit") }
        case .open: peer = try openClient(client, listener)
        case .midFrame:
            peer = try openClient(client, listener)
            peer.send([0x81, 10, 0x61])
        case .midMessage:
            peer = try openClient(client, listener)
            peer.send([0x01, 1, 0x61])
        case .closing:
            peer = try openClient(client, listener)
            client.sockets.close(try #require(client.connections[1]))
            try #require(loop.run(atMost: .seconds(20)) { !peer.text.isEmpty })
        }
        loop.turn(waitingAtMost: .milliseconds(1))
        act(peer)
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        judge(client.ending(1))
        #expect(client.endings.count == 1)
        #expect(client.sockets.count == 0)
    }

    @Test("a close frame with 1008 is seen although it came while we were sending and a reset followed")
    func deniedWhileSending() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        let peer = try openClient(client, listener)
        // Unread bytes of ours make the peer's close a reset.
        #expect(client.send("hello", to: 1) == .accepted)
        loop.turn(waitingAtMost: .zero)
        peer.send([0x88, 2, 0x03, 0xF0])
        peer.close()
        #expect(client.send(String(repeating: "x", count: 100_000), to: 1) == .accepted)
        #expect(client.send("more", to: 1) == .notOpen)
        #expect(client.events == [.opened(1)])
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        #expect(client.ending(1) == .close(code: 1008, reason: ""))
    }

    @Test("a server that accepts and stays silent is given up at the time limit", arguments: [false, true])
    func silent(isSecure: Bool) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        var request = ConnectRequest(
            try WebSocketURL("\(isSecure ? "wss" : "ws")://\(listener.address)/ws?token=secret"))
        request.timeout = .milliseconds(30)
        request.tls = try .client()
        _ = client.sockets.connect(request, tag: 1)
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        let text =
            isSecure
            ? "the TLS handshake with 127.0.0.1 was not done within 30 ms"
            : "ws://\(listener.address)/ws did not answer the upgrade within 30 ms"
        #expect(client.ending(1) == .failed(NetFailure(.timeout, text)))
    }

    @Test("a server whose queue is full, so that TCP itself does not connect, is given up at the time limit")
    func unaccepting() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener(backlog: 0)
        for tag in 1...6 {
            var request = ConnectRequest(try WebSocketURL("ws://\(listener.address)/ws"))
            request.timeout = .milliseconds(50)
            _ = client.sockets.connect(request, tag: tag)
        }
        #expect(loop.run(atMost: .seconds(20)) { client.endings.count == 6 })
        #expect(client.endings.allSatisfy { NetFailure.code($0) == .timeout })
        #expect(
            client.endings.contains(
                .failed(
                    NetFailure(.timeout, "127.0.0.1:\(listener.address.port) did not take the connection within 50 ms"))
            ))
    }

    @Test(
        "bytes that are no HTTP are a bad answer",
        arguments: ["SSH-2.0-x\r\n\r\n", "\u{16}\u{3}\u{1}", "HTTP/1.1 101 X\r\n\r\n"])
    func noHTTP(answer: String) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(listener.address)/ws")), tag: 1)
        var peer: RawPeer?
        #expect(
            loop.run(atMost: .seconds(20)) {
                if peer == nil {
                    peer = listener.accept()
                    peer?.send(answer)
                }
                return client.ending(1) != nil
            })
        #expect(NetFailure.code(client.ending(1)) == .upgrade)
    }

    @Test("a status other than 101 is a refusal with that status", arguments: [200, 301, 401, 403, 426, 500])
    func refusal(status: Int) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        _ = client.sockets.connect(ConnectRequest(try WebSocketURL("ws://\(listener.address)/ws")), tag: 1)
        var peer: RawPeer?
        #expect(
            loop.run(atMost: .seconds(20)) {
                if peer == nil {
                    peer = listener.accept()
                    peer?.send("HTTP/1.1 \(status) Whatever\r\nContent-Length: 2\r\n\r\nhi")
                }
                return client.ending(1) != nil
            })
        #expect(client.ending(1) == .refused(status: status))
    }

    @Test("a server may say 100 or 103 before it answers the upgrade, and its first frame may come in the same packet")
    func interim() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        _ = try openClient(
            client, listener, before: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n",
            behind: [0x81, 1, 0x61]
        )
        #expect(loop.run(atMost: .seconds(20)) { client.events == [.opened(1), .text(1, "a")] })
    }

    @Test("an answer and frames that come byte by byte are understood")
    func byteByByte() throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        let peer = try openClient(client, listener)
        let bytes: [UInt8] = [
            0x01, 3, 0xE2, 0x96, 0x89, 0x89, 1, 0x70, 0x80, 2, 0x68, 0x69, 0x82, 1, 7, 0x88, 3, 0x03, 0xE8, 0x62,
        ]
        for byte in bytes {
            peer.send([byte])
            loop.turn(waitingAtMost: .milliseconds(50))
        }
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil })
        #expect(
            client.events == [
                .opened(1), .text(1, "▉hi"), .binary(1, [7]), .closed(1, .close(code: 1000, reason: "b")),
            ])
        // Ping answered inside the message, then the close frame.
        peer.receive()
        #expect(peer.received.count == 2 + 4 + 1 + 2 + 4 + 2)
    }

    @Test(
        "a broken protocol is answered with its code and ends the connection",
        arguments: [
            ([0x83, 0], 1002), ([0xC1, 0], 1002), ([0x81, 0x81, 0, 0, 0, 0, 0x61], 1002), ([0x81, 1, 0xFF], 1007),
            ([0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0], 1009), ([0x88, 1, 0], 1002), ([0x80, 0], 1002),
        ] as [([UInt8], Int)])
    func brokenProtocol(bytes: [UInt8], code: Int) throws {
        let loop = try Loop()
        let client = Recorder(loop)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        let peer = try openClient(client, listener)
        peer.send(bytes)
        #expect(loop.run(atMost: .seconds(20)) { client.ending(1) != nil && peer.receive() && peer.hasEnded })
        guard case .failed(let failure)? = client.ending(1) else {
            Issue.record("\(String(describing: client.ending(1)))")
            return
        }
        #expect(failure.code == .protocol)
        #expect(failure.text.hasSuffix("closed with \(code)"))
        let sent = peer.received
        try #require(sent.count > 8)
        #expect(sent[0] == 0x88)
        #expect(Int(sent[6] ^ sent[2]) << 8 | Int(sent[7] ^ sent[3]) == code)
        peer.close()
        #expect(loop.run(atMost: .seconds(20)) { client.sockets.count == 0 })
    }

    @Test("a peer that never answers the close frame, or never ends, is dropped at the time limit")
    func closeTimeout() throws {
        let loop = try Loop()
        var settings = WebSocketSettings()
        settings.closeTimeout = .milliseconds(20)
        let client = Recorder(loop, settings: settings)
        defer { client.sockets.shutdown() }
        let listener = try RawListener()
        let silent = try openClient(client, listener, tag: 1)
        let lasting = try openClient(client, listener, tag: 2)
        client.sockets.close(try #require(client.connections[1]))
        lasting.send([0x88, 2, 0x03, 0xE8])
        #expect(loop.run(atMost: .seconds(20)) { client.endings.count == 2 && client.sockets.count == 0 })
        let text = "the peer did not answer the close frame within 20 ms"
        #expect(client.ending(1) == .failed(NetFailure(.closeTimeout, text)))
        #expect(client.ending(2) == .close(code: 1000, reason: ""))
        silent.receive()
        lasting.receive()
        #expect(silent.hasEnded && lasting.hasEnded)
    }

    // MARK: A server's client misbehaves

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
