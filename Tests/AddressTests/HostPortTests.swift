import Testing

@testable import Address

@Suite("Hosts and ports")
struct HostPortTests {
    @Test(
        "a host with or without a port is taken apart",
        arguments: [
            ("h", "h", nil), ("h:80", "h", "80"), ("h:", "h", ""), ("1.2.3.4:5", "1.2.3.4", "5"), ("[::1]", "::1", nil),
            ("[::1]:80", "::1", "80"), ("", "", nil), (":80", "", "80"),
        ] as [(String, String, String?)])
    func split(text: String, host: String, port: String?) throws {
        let parts = try #require(HostPort.split(text))
        #expect(parts.host == host)
        #expect(parts.port == port)
    }

    @Test(
        "brackets and colons out of place are refused",
        arguments: ["a:b:c", "::1", "[::1", "[::1]x", "[h]:80", "[1.2.3.4]:80"])
    func misplaced(text: String) { #expect(HostPort.split(text) == nil) }

    @Test(
        "a port is digits in its range",
        arguments: [
            ("0", true), ("65535", true), ("65536", false), ("", false), ("+1", false), ("-1", false), ("1a", false),
            ("000080", false),
        ])
    func port(text: String, isOne: Bool) {
        #expect(HostPort.isPort(text, least: 0) == isOne)
        #expect(!HostPort.isPort("0", least: 1))
    }

    @Test(
        "a host is an address or labels with dots between",
        arguments: [
            ("a", true), ("a.b-c.d_e", true), ("a.b.", true), ("1.2.3.4", true), ("::1", true),
            ("bücher.example", true), ("", false),
            (".", false), (".a", false), ("a..b", false), ("a b", false), ("a/b", false), ("1.2.3", false),
            ("1.2.3.256", false), ("a.7", false), ("-a", false), ("a.-b", false), ("a-.b", true),
        ])
    func host(text: String, isOne: Bool) { #expect(HostPort.isHost(text) == isOne) }

    @Test(
        "this machine is known by its names",
        arguments: [
            ("localhost", true), ("LOCALHOST", true), ("localhost.", false), ("a.localhost", false),
            ("127.0.0.1", true), ("::1", true),
            ("::ffff:127.1.2.3", true), ("localhost.example", false), ("10.0.0.1", false), ("0.0.0.0", false),
            ("notlocalhost", false),
        ])
    func loopback(host: String, isOne: Bool) { #expect(HostPort.isLoopback(host) == isOne) }

    @Test(
        "an origin is the same however it is written",
        arguments: [
            ("Media.Example.", "media.example"), ("[::0001]", "::1"), ("::FFFF:1.2.3.4", "::ffff:1.2.3.4"), ("h", "h"),
        ])
    func origin(written: String, host: String) {
        #expect(Origin(host: written, port: 80) == Origin(host: host, port: 80))
        #expect(Origin(host: written, port: 80) != Origin(host: host, port: 81))
    }

    @Test("an origin is printed with its port, IPv6 in brackets")
    func printed() {
        #expect(Origin(host: "h", port: 80).description == "h:80")
        #expect(Origin(host: "::1", port: 80).description == "[::1]:80")
    }
}
