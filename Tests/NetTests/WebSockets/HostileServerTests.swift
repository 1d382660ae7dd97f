import Testing
import Time
import WebSocket

@testable import Net

@Suite("Chaos: servers that do what they should not")
struct HostileServerTests {
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

    /// What becomes of an attempt that a raw server answers with these bytes, whatever was asked.
    private func ending(answeredBy bytes: [UInt8]) throws -> Ending? {
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
                    peer?.send(bytes)
                }
                return client.ending(1) != nil
            })
        return client.ending(1)
    }

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
        #expect(NetFailure.code(try ending(answeredBy: Array(answer.utf8))) == .upgrade)
    }

    @Test("a server that speaks TLS where none was asked for is said so")
    func speaksTLS() throws {
        // alert, fatal, protocol_version
        let ending = try ending(answeredBy: [21, 3, 3, 0, 2, 2, 70])
        let text = "the upgrade failed: what answers there speaks TLS; is it a wss:// URL?"
        #expect(ending == .failed(NetFailure(.upgrade, text)))
    }

    @Test("a status other than 101 is a refusal with that status", arguments: [200, 301, 401, 403, 426, 500])
    func refusal(status: Int) throws {
        let answer = "HTTP/1.1 \(status) Whatever\r\nContent-Length: 2\r\n\r\nhi"
        #expect(try ending(answeredBy: Array(answer.utf8)) == .refused(status: status))
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
}
