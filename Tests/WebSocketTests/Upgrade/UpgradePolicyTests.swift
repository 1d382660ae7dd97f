import Testing

@testable import WebSocket

@Suite("The server's upgrade")
struct UpgradePolicyTests {
    static let base = [
        "Host: example.org", "Upgrade: websocket", "Connection: keep-alive, upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]

    func judge(
        _ lines: [String] = base, method: String = "GET", version: String = "1.1",
        _ change: (inout UpgradePolicy) -> Void = { _ in }
    ) throws -> UpgradePolicy.Verdict {
        var policy = UpgradePolicy()
        change(&policy)
        let head = (["\(method) /ws HTTP/\(version)"] + lines + ["", ""]).joined(separator: "\r\n")
        return policy.judge(try RequestHead(Array(head.utf8)))
    }

    func response(_ verdict: UpgradePolicy.Verdict) throws -> String {
        guard case .accepted(let response) = verdict else {
            Issue.record("\(verdict)")
            return ""
        }
        var out: [UInt8] = []
        response.write(into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    func status(_ verdict: UpgradePolicy.Verdict) -> Int? {
        if case .refused(let answer) = verdict { answer.status } else { nil }
    }

    @Test("answers a sound request line for line")
    func accepted() throws {
        #expect(
            try response(judge())
                == """
                HTTP/1.1 101 Switching Protocols\r
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r
                \r

                """)
    }

    @Test("takes its own best subprotocol of those offered, and none if none fits")
    func subprotocols() throws {
        let offers = Self.base + ["Sec-WebSocket-Protocol: a, b", "Sec-WebSocket-Protocol: c"]
        #expect(
            try response(judge(offers) { $0.subprotocols = ["x", "c", "a"] }).contains(
                "\r\nSec-WebSocket-Protocol: c\r\n"))
        #expect(try !response(judge(offers) { $0.subprotocols = ["x"] }).contains("Protocol:"))
        #expect(try !response(judge(offers)).contains("Protocol:"))
        #expect(status(try judge(Self.base + ["Sec-WebSocket-Protocol: a b"])) == 400)
    }

    @Test("takes the first offer of compression that it can, if it may")
    func compression() throws {
        let offers =
            Self.base + [
                "Sec-WebSocket-Extensions: x-webkit-deflate-frame, permessage-deflate; server_max_window_bits=99",
                "Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10, permessage-deflate",
            ]
        #expect(
            try response(judge(offers) { $0.compression = Compression() })
                .contains("\r\nSec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=10\r\n"))
        #expect(try !response(judge(offers)).contains("Extensions"))
        #expect(status(try judge(Self.base + ["Sec-WebSocket-Extensions: a b"])) == 400)
    }

    @Test("holds browsers to the origins it knows")
    func origins() throws {
        func status(_ origin: String?) throws -> Int? {
            try self.status(
                judge(Self.base + (origin.map { ["Origin: " + $0] } ?? [])) { $0.origins = ["https://ok.org"] })
        }
        #expect(try status("https://ok.org") == nil)
        #expect(try status("HTTPS://OK.org") == nil)
        #expect(try status("https://evil.org") == 403)
        #expect(try status(nil) == nil)
        // Two are none that could be trusted.
        #expect(try status("https://ok.org\r\nOrigin: https://ok.org") == 403)
        #expect(try status("https://ok.org\r\nOrigin: https://evil.org") == 403)
        #expect(try self.status(judge(Self.base + ["Origin: https://evil.org"])) == nil)
    }

    @Test("lets a plain request be plain")
    func plain() throws {
        #expect(try judge(["Host: a"]) == .plain)
        #expect(try judge(["Host: a", "Upgrade: h2c", "Connection: upgrade"]) == .plain)
        #expect(try judge([], method: "POST") == .plain)
    }

    @Test("refuses a malformed handshake with the status that says why")
    func refused() throws {
        func without(_ name: String, _ replacement: [String] = []) -> [String] {
            Self.base.filter { !$0.hasPrefix(name) } + replacement
        }
        #expect(status(try judge(method: "POST")) == 405)
        #expect(status(try judge(version: "1.0")) == 400)
        #expect(status(try judge(without("Host"))) == 400)
        #expect(status(try judge(without("Connection"))) == 400)
        #expect(status(try judge(without("Connection", ["Connection: keep-alive"]))) == 400)
        #expect(status(try judge(without("Sec-WebSocket-Version"))) == 426)
        #expect(status(try judge(without("Sec-WebSocket-Version", ["Sec-WebSocket-Version: 8"]))) == 426)
        #expect(status(try judge(without("Sec-WebSocket-Key"))) == 400)
        #expect(status(try judge(without("Sec-WebSocket-Key", ["Sec-WebSocket-Key: short=="]))) == 400)
        #expect(status(try judge(Self.base + [Self.base[4]])) == 400)
        #expect(status(try judge(Self.base + ["Host: b"])) == 400)
    }

    @Test(
        "refuses a body, whose bytes would be read as frames", arguments: ["Content-Length: 6", "Transfer-Encoding: x"])
    func body(field: String) throws {
        #expect(
            try judge(Self.base + [field])
                == .refused(HTTPAnswer(status: 400, detail: "an upgrade has no body")))
        #expect(status(try judge(Self.base + ["Content-Length: 0"])) == nil)
    }
}

@Suite("An HTTP answer")
struct HTTPAnswerTests {
    func text(_ answer: HTTPAnswer, isHead: Bool = false) -> String {
        var out: [UInt8] = []
        answer.write(isHead: isHead, into: &out)
        return String(decoding: out, as: UTF8.self)
    }

    @Test("to a plain request for a socket says what to speak")
    func upgradeRequired() {
        #expect(
            text(HTTPAnswer(status: 426))
                == """
                HTTP/1.1 426 Upgrade Required\r
                Upgrade: websocket\r
                Sec-WebSocket-Version: 13\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Length: 21\r
                Connection: close, Upgrade\r
                \r
                426 Upgrade Required

                """)
    }

    @Test("says its detail, and more for 401 and 405")
    func details() {
        #expect(text(HTTPAnswer(status: 400, detail: "no Host")).hasSuffix("\r\n\r\n400 Bad Request: no Host\n"))
        #expect(text(HTTPAnswer(status: 401)).contains("\r\nWWW-Authenticate: Bearer\r\n"))
        #expect(text(HTTPAnswer(status: 405)).contains("\r\nAllow: GET, HEAD\r\n"))
    }

    @Test("carries any body, told of and not sent to a HEAD")
    func bodies() {
        var answer = HTTPAnswer(status: 200, type: "image/png", body: [0x61, 0x62])
        answer.fields.append("Cache-Control", "no-store")
        let head =
            "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Type: image/png\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
        #expect(text(answer) == head + "ab")
        #expect(text(answer, isHead: true) == head)
    }

    @Test("has words for every status that we give")
    func phrases() {
        for status in [101, 200, 206, 304, 400, 401, 403, 404, 405, 408, 413, 416, 426, 429, 431, 500, 503, 505] {
            #expect(!["OK", "Error"].contains(HTTPAnswer.phrase(status)) || status == 200)
        }
        #expect(HTTPAnswer.phrase(299) == "OK")
        #expect(HTTPAnswer.phrase(599) == "Error")
    }
}
