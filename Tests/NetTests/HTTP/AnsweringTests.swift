import CSystem
import Testing
import Time
import WebSocket

@testable import Net

@Suite("Plain HTTP on the same listener")
struct AnsweringTests {
    private func ask(_ stage: Stage, _ request: String) throws -> String {
        let peer = try RawPeer(connectingTo: stage.listener.address)
        peer.send(request)
        #expect(stage.until { peer.receive() && peer.hasEnded })
        let text = peer.text
        peer.close()
        #expect(stage.until { stage.server.sockets.count == 0 })
        return text
    }

    private func get(_ path: String, _ method: String = "GET", fields: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }

    @Test("a request is answered by the driver, and the connection ends behind the answer")
    func answered() throws {
        let stage = try Stage(listening: { $0.tag = 5 })
        defer { stage.end() }
        stage.server.reply = { request in
            #expect(request.listener == 5)
            #expect(request.peer?.ip == .loopback4)
            return request.head.path == "/status" ? .text("fine, \(request.head.queryValue("who") ?? "nobody")") : nil
        }
        #expect(
            try ask(stage, get("/status?who=Ada%20L"))
                == "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 11\r\nConnection: close\r\n\r\nfine, Ada L"
        )
        #expect(try ask(stage, get("/status", "HEAD")).hasSuffix("Content-Length: 12\r\nConnection: close\r\n\r\n"))
        #expect(try ask(stage, get("/other")).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(stage.server.events.isEmpty)
    }

    @Test(
        "other requests get the status that fits",
        arguments: [
            ("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", "405 Method Not Allowed"),
            ("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", "426 Upgrade Required"),
            (
                "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n\r\n",
                "426 Upgrade Required"
            ),
            (
                "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n",
                "400 Bad Request"
            ),
            ("GET /x HTTP/1.1\r\n\r\n", "400 Bad Request"),
            ("GET /x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400 Bad Request"),

            ("nonsense\r\n\r\n", "400 Bad Request"), ("\u{16}\u{3}\u{1}", "400 Bad Request"),
            ("GET / HTTP/2.0\r\n\r\n", "505 HTTP Version Not Supported"),
            (RawPeer.upgrade(path: "/elsewhere"), "404 Not Found"),
            ("GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 20_000), "431 Request Header Fields Too Large"),
        ])
    func statuses(request: String, status: String) throws {
        let stage = try Stage()
        defer { stage.end() }
        #expect(try ask(stage, request).hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(stage.server.requests.isEmpty)
    }

    @Test("an upgrade that the driver refuses gets the driver's answer", arguments: [401, 403, 503])
    func refused(status: Int) throws {
        let stage = try Stage()
        defer { stage.end() }
        stage.server.admission = { _ in .refuse(HTTPAnswer(status: status)) }
        _ = stage.client.sockets.connect(try stage.request("/ws?token=wrong"), tag: 1)
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.sockets.count == 0 })
        #expect(stage.client.ending(1) == .refused(status: status))
        #expect(stage.server.requests.map(\.description) == ["GET /ws"])
        #expect(stage.server.requests.first?.head.queryValue("token") == "wrong")
        #expect(stage.server.events.isEmpty)
    }

    @Test("a listener without a path for WebSockets answers plain requests alone")
    func noPath() throws {
        let stage = try Stage(listening: { $0.path = nil })
        defer { stage.end() }
        stage.server.reply = { _ in .text("m 1\n", type: "text/plain; version=0.0.4") }
        #expect(try ask(stage, get("/metrics")).hasSuffix("m 1\n"))
        #expect(try ask(stage, RawPeer.upgrade()).hasPrefix("HTTP/1.1 404 "))
    }

    // MARK: Files

    /// A file that is removed with it.
    private final class TemporaryFile {
        let path: String
        init(_ bytes: [UInt8]) {
            var template = Array("/tmp/talaria-net-XXXXXX\0".utf8CString)
            let descriptor = mkstemp(&template)
            path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { CSystem.write(descriptor, $0.baseAddress, $0.count) }
                if count <= 0 { break }
                rest = rest.dropFirst(count)
            }
            _ = CSystem.close(descriptor)
        }
        deinit { unlink(path) }
    }

    private func serve(_ stage: Stage, _ path: String) {
        stage.server.reply = { _ in
            var fields = HeaderFields()
            fields.append("X-Content-Type-Options", "nosniff")
            return .file(path: path, type: "image/png", fields: fields)
        }
    }

    @Test("a large file arrives whole, also at a slow reader's", arguments: [false, true])
    func file(isSlow: Bool) throws {
        let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let file = TemporaryFile(bytes)
        let stage = try Stage()
        defer { stage.end() }
        serve(stage, file.path)
        let peer = try RawPeer(connectingTo: stage.listener.address)
        if isSlow { peer.shrinkWindow() }
        peer.send(get("/media/1"))
        #expect(stage.until { peer.receive() && peer.hasEnded })
        let head = Array(
            "HTTP/1.1 200 OK\r\nX-Content-Type-Options: nosniff\r\nAccept-Ranges: bytes\r\nContent-Type: image/png\r\nContent-Length: 5000000\r\nConnection: close\r\n\r\n"
                .utf8)
        #expect(peer.received.prefix(head.count).elementsEqual(head))
        let arrived = peer.received.dropFirst(head.count).elementsEqual(bytes)
        #expect(arrived)
    }

    @Test(
        "a range, a range behind the end, a HEAD",
        arguments: [
            ("Range: bytes=2-4\r\n", "206 Partial Content", "Content-Range: bytes 2-4/10\r\n", "234"),
            ("Range: bytes=-1\r\n", "206 Partial Content", "Content-Range: bytes 9-9/10\r\n", "9"),
            (
                "Range: bytes=20-\r\n", "416 Range Not Satisfiable", "Content-Range: bytes */10\r\n",
                "416 Range Not Satisfiable\n"
            ),
            ("Range: bytes=2-4\r\nIf-Range: \"x\"\r\n", "200 OK", "Content-Length: 10\r\n", "0123456789"),
        ])
    func ranges(fields: String, status: String, field: String, body: String) throws {
        let file = TemporaryFile(Array("0123456789".utf8))
        let stage = try Stage()
        defer { stage.end() }
        serve(stage, file.path)
        let answer = try ask(stage, get("/media/1", fields: fields))
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(answer.contains(field))
        #expect(answer.hasSuffix("\r\n\r\n\(body)"))
        let head = try ask(stage, get("/media/1", "HEAD", fields: fields))
        #expect(head.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(head.hasSuffix("\r\n\r\n"))
    }

    @Test("what is no readable file is 404", arguments: ["/nowhere/at/all", "/tmp", "/dev/null"])
    func noFile(path: String) throws {
        let stage = try Stage()
        defer { stage.end() }
        serve(stage, path)
        #expect(try ask(stage, get("/media/1")).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }

    @Test("an empty file is an answer without a body")
    func emptyFile() throws {
        let file = TemporaryFile([])
        let stage = try Stage()
        defer { stage.end() }
        serve(stage, file.path)
        let answer = try ask(stage, get("/media/1"))
        #expect(answer.contains("Content-Length: 0\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test("a client that goes away in the middle of a file leaves nothing behind")
    func gone() throws {
        let file = TemporaryFile([UInt8](repeating: 1, count: 20_000_000))
        let stage = try Stage()
        defer { stage.end() }
        serve(stage, file.path)
        for ends in [{ (peer: RawPeer) in peer.reset() }, { $0.close() }] {
            let peer = try RawPeer(connectingTo: stage.listener.address)
            peer.send(get("/media/1"))
            #expect(stage.until { peer.receive() })
            ends(peer)
            #expect(stage.until { stage.server.sockets.count == 0 })
        }
    }
}
