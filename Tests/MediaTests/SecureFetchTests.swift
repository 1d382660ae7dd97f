import Files
import Scaffold
import Testing
import Time

@testable import Media

@Suite("A fetch over TLS")
struct SecureFetchTests {
    private let authority: Authority

    init() throws { authority = try Authority() }

    private func server(
        _ names: String = "DNS:localhost,IP:127.0.0.1", days: ClosedRange<Int> = -1...10, two: Bool = false
    )
        throws -> SecureServer
    {
        let issued = try authority.issue(names, days: days)
        return try #require(SecureServer(certificate: issued.certificate, key: issued.key, speaksTwo: two))
    }

    private func bench(trusting: Bool = true) -> FetchBench {
        let file = trusting ? authority.file : nil
        return FetchBench { $0.authorities = file }
    }

    @Test("goes to a server whose certificate a private authority signed")
    func privateAuthority() async throws {
        let server = try server()
        #expect(await bench().text("https://127.0.0.1:\(server.port)/a") == "/a")
    }

    @Test("is refused where nobody known signed the certificate, and said in OpenSSL's words")
    func unknown() async throws {
        let server = try server()
        let fault = await bench(trusting: false).fault("https://127.0.0.1:\(server.port)/secret?key=1")
        #expect(fault?.code == .tls)
        #expect(
            fault?.text
                == "127.0.0.1:\(server.port): TLS failed: SSL certificate problem: unable to get local issuer certificate"
        )
    }

    @Test("is refused where the certificate is for another name")
    func otherName() async throws {
        let server = try server("DNS:other.test")
        let fault = await bench().fault("https://127.0.0.1:\(server.port)/")
        #expect(fault?.code == .tls)
        #expect(fault?.text.contains("subject name matches target host name '127.0.0.1'") == true)
    }

    @Test("is refused where the certificate's days are over")
    func expired() async throws {
        let server = try server(days: -10 ... -5)
        let fault = await bench().fault("https://127.0.0.1:\(server.port)/")
        #expect(fault?.code == .tls)
        #expect(fault?.text.contains("certificate has expired") == true)
    }

    @Test("is not tried again once a certificate was refused: it does not get better")
    func once() async throws {
        let server = try server("DNS:other.test")
        let fault = await bench().fault("https://127.0.0.1:\(server.port)/") { $0.limits.retries = 3 }
        #expect(fault?.text.contains("requests)") == false)
    }

    @Test("speaks HTTP/2 where the server does, many at once on few connections")
    func two() async throws {
        let server = try server(two: true)
        let bench = bench()
        let first = await bench.text("https://127.0.0.1:\(server.port)/")
        #expect(first == "stream 1")
        let texts = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await bench.text("https://127.0.0.1:\(server.port)/") } }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(!texts.contains(nil))
        // Six at once at most, and a busy machine may have let one go before: far from one each.
        #expect(server.connections <= 10)
    }

    @Test("a redirect from https to http is another origin: headers stay behind")
    func downgrade() throws {
        let from = try WebAddress("https://127.0.0.1:8443/a")
        var head = ResponseHead()
        for line in ["HTTP/1.1 302 Found", "Location: http://127.0.0.1:8443/b", ""] {
            Array((line + "\r\n").utf8).withUnsafeBytes { _ = head.take($0) }
        }
        let next = try Redirect(
            head, from: from, method: "GET",
            headers: [
                HTTPHeader("Authorization", "Bearer x"), HTTPHeader("X-Api-Key", "k"), HTTPHeader("Accept", "*/*"),
            ],
            body: [])
        #expect(next.address.origin.port == 8443 && !next.address.isEncrypted)
        #expect(next.headers.map(\.name) == ["Accept"])
    }
}

@Suite("A fetch through a proxy")
struct ProxyFetchTests {
    @Test("goes there with the whole URL, and the proxy's own address is not judged")
    func through() async {
        let proxy = HostileServer { request, connection in connection.answer(200, text: "for \(request.path)") }
        let proxies = Proxies(environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"])
        let bench = FetchBench { $0.proxies = proxies }
        #expect(await bench.text("http://example.test/a?b") { $0.isTrusted = false } == "for http://example.test/a?b")
    }

    @Test("is refused for a literal address that is not public, before the proxy is asked")
    func literal() async {
        let proxy = HostileServer { $1.answer(200, text: $0.path) }
        let proxies = Proxies(environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)"])
        let bench = FetchBench { $0.proxies = proxies }
        let fault = await bench.fault("http://169.254.169.254/latest/meta-data") { $0.isTrusted = false }
        #expect(fault?.code == .refusedAddress)
        #expect(proxy.requests.isEmpty)
    }

    @Test("https asks the proxy for a tunnel, and a proxy that refuses is a fault")
    func tunnel() async {
        let proxy = HostileServer {
            $1.answer($0.method == "CONNECT" ? 403 : 200, text: "no")
            return false
        }
        let proxies = Proxies(environment: ["https_proxy": "http://127.0.0.1:\(proxy.port)"])
        let bench = FetchBench { $0.proxies = proxies }
        let fault = await bench.fault("https://example.test/a") { $0.limits.retries = 0 }
        #expect(fault != nil)
        #expect(proxy.requests.map { "\($0.method) \($0.path)" } == ["CONNECT example.test:443"])
        #expect(proxy.requests.allSatisfy { $0.headers["authorization"] == nil })
    }

    @Test("is passed by for hosts of no_proxy, and without a setting, whatever the environment says")
    func passedBy() async {
        let proxy = HostileServer { $1.answer(200, text: "proxy \($0.path)") }
        let server = HostileServer { $1.answer(200, text: "direct") }
        let proxies = Proxies(
            environment: ["http_proxy": "http://127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.0/8"])
        #expect(await FetchBench { $0.proxies = proxies }.text(server.url("/")) == "direct")
        #expect(await FetchBench().text(server.url("/")) == "direct")
        #expect(proxy.requests.isEmpty)
    }
}
