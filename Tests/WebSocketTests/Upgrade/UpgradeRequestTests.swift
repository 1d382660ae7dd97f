import Testing

@testable import WebSocket

@Suite("The client's upgrade")
struct UpgradeRequestTests {
    func request(_ change: (inout UpgradeRequest) -> Void = { _ in }) throws -> UpgradeRequest {
        var request = UpgradeRequest(
            url: try WebSocketURL("ws://example.org:8787/ws"), nonce: (0x7468_6520_7361_6D70, 0x6C65_206E_6F6E_6365))
        change(&request)
        return request
    }

    func text(_ request: UpgradeRequest) throws -> String {
        var out: [UInt8] = []
        try request.write(into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    @Test("is written line for line")
    func plain() throws {
        #expect(
            try text(request())
                == """
                GET /ws HTTP/1.1\r
                Host: example.org:8787\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                \r

                """)
    }

    @Test("carries all that is asked of it")
    func full() throws {
        let request = try request {
            $0.url.addQuery("token", "a b")
            $0.subprotocols = ["hermes", "v1"]
            $0.origin = "https://example.org"
            $0.authorization = "Bearer abc"
            $0.fields.append("X-Trace", "1")
            $0.compression = Compression()
        }
        #expect(
            try text(request)
                == """
                GET /ws?token=a%20b HTTP/1.1\r
                Host: example.org:8787\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Protocol: hermes, v1\r
                Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r
                Origin: https://example.org\r
                Authorization: Bearer abc\r
                X-Trace: 1\r
                \r

                """)
    }

    @Test("is not written when a part of it would break it")
    func faults() throws {
        func fault(_ change: (inout UpgradeRequest) -> Void) throws -> UpgradeRequest.Fault? {
            let request = try request(change)
            var out: [UInt8] = []
            do throws(UpgradeRequest.Fault) {
                try request.write(into: &out)
                return nil
            } catch {
                #expect(out.isEmpty)
                return error
            }
        }
        #expect(try fault { $0.subprotocols = ["a b"] } == .badSubprotocol)
        #expect(try fault { $0.subprotocols = ["a", "a"] } == .badSubprotocol)
        #expect(try fault { $0.origin = "a\r\nb: c" } == .badHeader)
        #expect(try fault { $0.authorization = "Bearer a\nb" } == .badHeader)
        for name in ["host", "UPGRADE", "Sec-WebSocket-Key", "Content-Length"] {
            #expect(try fault { $0.fields.append(name, "x") } == .ownHeader)
        }
    }

    static let accept = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

    func judge(_ lines: [String], status: String = "101 X", _ change: (inout UpgradeRequest) -> Void = { _ in }) throws
        -> UpgradeRequest.Verdict
    {
        let head = (["HTTP/1.1 " + status] + lines + ["", ""]).joined(separator: "\r\n")
        return try request(change).judge(try ResponseHead(Array(head.utf8)))
    }

    @Test("is accepted by a 101 that fits")
    func accepted() throws {
        let base = ["Upgrade: WebSocket", "Connection: keep-alive, Upgrade", Self.accept]
        #expect(try judge(base) == .accepted(Agreement()))
        #expect(
            try judge(base + ["Sec-WebSocket-Protocol: v1"]) { $0.subprotocols = ["hermes", "v1"] }
                == .accepted(Agreement(subprotocol: "v1")))
        #expect(
            try judge(base + ["Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover"]) {
                $0.compression = Compression(sendAtLeast: 64)
            } == .accepted(Agreement(compression: Compression(receiving: .init(keepsContext: false), sendAtLeast: 64))))
        #expect(try judge(base + ["Sec-WebSocket-Extensions:"]) == .accepted(Agreement()))
    }

    @Test("is refused by any other status", arguments: [100, 200, 301, 400, 401, 403, 404, 426, 500, 503])
    func refused(status: Int) throws {
        #expect(try judge([], status: "\(status) X") == .refused(status: status))
    }

    @Test("fails on a 101 that does not fit")
    func failed() throws {
        let base = ["Upgrade: websocket", "Connection: Upgrade", Self.accept]
        #expect(try judge([base[1], base[2]]) == .failed(.noUpgrade))
        #expect(try judge([base[0], base[2]]) == .failed(.noUpgrade))
        #expect(try judge([base[0], base[1]]) == .failed(.wrongAccept))
        #expect(
            try judge([base[0], base[1], "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA="]) == .failed(.wrongAccept)
        )
        #expect(try judge(base + [base[2]]) == .failed(.wrongAccept))
        #expect(try judge(base + ["Sec-WebSocket-Protocol: v2"]) == .failed(.wrongSubprotocol))
        let protocols = ["Sec-WebSocket-Protocol: a", "Sec-WebSocket-Protocol: a"]
        #expect(try judge(base + protocols) { $0.subprotocols = ["a"] } == .failed(.wrongSubprotocol))
        let deflate = ["Sec-WebSocket-Extensions: permessage-deflate"]
        #expect(try judge(base + deflate) == .failed(.wrongExtension))
        #expect(try judge(base + deflate + deflate) { $0.compression = Compression() } == .failed(.wrongExtension))
        #expect(
            try judge(base + ["Sec-WebSocket-Extensions: x-foo"]) { $0.compression = Compression() }
                == .failed(.wrongExtension))
        #expect(
            try judge(base + ["Sec-WebSocket-Extensions: a b"]) { $0.compression = Compression() }
                == .failed(.wrongExtension))
    }

    @Test("prints without its token")
    func prints() throws {
        let request = try request {
            $0.url.addQuery("token", "s3cret")
            $0.authorization = "Bearer s3cret"
        }
        var dumped = "\(request) \(String(reflecting: request))"
        dump(request, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect("\(request)" == "upgrade of ws://example.org:8787/ws")
    }

    @Test("says each fault in its own words, under a stable code")
    func words() {
        let faults = UpgradeRequest.Fault.allCases
        #expect(Set(faults.map(\.description)).count == faults.count)
        #expect(faults.allSatisfy { $0.rawValue.hasPrefix("upgrade-") })
        #expect(Set(HeadFault.allCases.map(\.description)).count == HeadFault.allCases.count)
    }
}
