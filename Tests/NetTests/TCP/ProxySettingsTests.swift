import Testing
import WebSocket

@testable import Net

@Suite("Proxy variables")
struct ProxySettingsTests {
    private func proxy(_ environment: [String: String], _ host: String, secure: Bool = false, port: UInt16 = 80) throws
        -> String?
    {
        try ProxySettings(environment: environment).proxy(isSecure: secure, host: host, port: port)?.description
    }

    @Test("ws goes through http_proxy and wss through https_proxy")
    func schemes() throws {
        let environment = ["http_proxy": "http://p.test:3128", "https_proxy": "http://s.test"]
        #expect(try proxy(environment, "a.test") == "p.test:3128")
        #expect(try proxy(environment, "a.test", secure: true) == "s.test:80")
        #expect(try proxy([:], "a.test") == nil)
        #expect(try proxy(["http_proxy": ""], "a.test") == nil)
    }

    @Test("HTTP_PROXY in capitals is not read, HTTPS_PROXY and NO_PROXY are, lower case first")
    func capitals() throws {
        #expect(try proxy(["HTTP_PROXY": "http://p.test"], "a.test") == nil)
        #expect(try proxy(["HTTPS_PROXY": "http://p.test"], "a.test", secure: true) == "p.test:80")
        #expect(
            try proxy(["HTTPS_PROXY": "http://p.test", "https_proxy": "http://q.test"], "a.test", secure: true)
                == "q.test:80")
        #expect(try proxy(["http_proxy": "http://p.test", "NO_PROXY": "a.test"], "a.test") == nil)
    }

    @Test(
        "loopback never goes through a proxy", arguments: ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"])
    func loopback(host: String) throws {
        #expect(try proxy(["http_proxy": "http://p.test"], host) == nil)
    }

    @Test(
        "no_proxy names hosts, their subdomains, ports, addresses and networks",
        arguments: [
            ("a.test", "a.test", 80, true), ("a.test", "b.a.test", 80, true), (".a.test", "b.a.test", 80, true),
            ("a.test", "ba.test", 80, false),
            ("*.a.test", "b.a.test", 80, true), ("A.TEST", "a.test", 80, true), ("*", "a.test", 80, true),
            ("x.test, a.test", "a.test", 80, true),
            ("a.test:81", "a.test", 80, false), ("a.test:80", "a.test", 80, true), ("10.1.2.3", "10.1.2.3", 80, true),
            ("10.0.0.0/8", "10.1.2.3", 80, true), ("10.0.0.0/16", "10.1.2.3", 80, false),
            ("10.0.0.0/8", "a.test", 80, false),
            ("10.0.0.0/x", "10.1.2.3", 80, false), ("fd00::/8", "fd12::1", 80, true),
            ("[fd12::1]:80", "fd12::1", 80, true),
            ("[fd12::1]:81", "fd12::1", 80, false), ("10.1.2.3:80", "10.1.2.3", 80, true), (".", "a.test", 80, false),
            ("2.3", "10.1.2.3", 80, false),
        ] as [(String, String, UInt16, Bool)])
    func direct(list: String, host: String, port: UInt16, isDirect: Bool) throws {
        let found = try proxy(["http_proxy": "http://p.test", "no_proxy": list], host, port: port)
        #expect((found == nil) == isDirect)
    }

    @Test(
        "for one server only the variable of its scheme counts, and none where it is reached directly",
        arguments: [
            ("ws://a.test/ws", "p.test:1"), ("wss://a.test/ws", "s.test:2"), ("ws://127.0.0.1/ws", nil),
            ("wss://b.test/ws", nil),
        ])
    func toward(url: String, printed: String?) throws {
        let url = try WebSocketURL(url)
        let host = (host: url.host, port: UInt16(clamping: url.port))
        let well = ["http_proxy": "http://p.test:1", "HTTPS_PROXY": "http://s.test:2", "no_proxy": "*.b.test"]
        let settings = try ProxySettings.toward(url, environment: well)
        let found = settings.proxy(isSecure: url.isSecure, host: host.host, port: host.port)
        #expect(found?.description == printed)
        // What has no part in it may be of a form that is not understood.
        for name in well.keys where name != "no_proxy" {
            var odd = well
            odd[name] = "socks5://o.test"
            let counts = printed != nil && name.lowercased() == (url.isSecure ? "https_proxy" : "http_proxy")
            #expect((try? ProxySettings.toward(url, environment: odd)) == (counts ? nil : settings))
        }
    }

    @Test("credentials become Proxy-Authorization and are never printed")
    func credentials() throws {
        let settings = try ProxySettings(environment: ["http_proxy": "http://me:s%3Acret@p.test:1"])
        let proxy = try #require(settings.plain)
        #expect(proxy.authorization == "Basic bWU6czpjcmV0")
        #expect(!"\(settings)".contains("bWU6"))
        #expect("\(proxy)" == "p.test:1")
        #expect(!String(reflecting: proxy).contains("Basic"))
    }

    @Test(
        "other forms of proxy are refused with the variable's name",
        arguments: [
            ("https://p.test", "http_proxy must name an http:// proxy"),
            ("socks5://p.test", "http_proxy must name an http:// proxy"),
            ("http://", "http_proxy is no http://host:port"), ("http://p.test:x", "http_proxy is no http://host:port"),
            ("http://p.test:99999", "http_proxy is no http://host:port"),
            ("http://p.test:+80", "http_proxy is no http://host:port"),
            ("http://p.test:0", "http_proxy is no http://host:port"),
            ("http://[::1]x80", "http_proxy is no http://host:port"),
            ("http://[p.test]:80", "http_proxy is no http://host:port"),
            ("http://p..test", "http_proxy is no http://host:port"),
            ("p test", "http_proxy is no http://host:port"),
        ])
    func refused(value: String, text: String) {
        #expect(throws: NetFailure(.proxy, text)) { try ProxySettings(environment: ["http_proxy": value]) }
    }

    @Test(
        "a bare host, a path behind and IPv6 are understood",
        arguments: [
            ("p.test", "p.test:80"), ("p.test:8080", "p.test:8080"), ("http://p.test:8080/", "p.test:8080"),
            ("HTTP://P.Test", "p.test:80"),
            ("http://[::5]:9", "[::5]:9"), ("http://[::5]", "[::5]:80"),
        ])
    func forms(value: String, printed: String) throws {
        #expect(try proxy(["http_proxy": value], "a.test") == printed)
    }
}
