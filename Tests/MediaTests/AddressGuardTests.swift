import Address
import Testing

@testable import Media

@Suite("Which addresses may be fetched from")
struct AddressGuardTests {
    @Test(
        "an entry of the allow list is a host, a host with a port, a network or the server",
        arguments: [
            ("media.example", Allowance.host("media.example", port: nil)),
            ("Media.Example.", .host("media.example", port: nil)),
            ("media.example:8080", .host("media.example", port: 8080)),
            ("127.0.0.1", .host("127.0.0.1", port: nil)), ("127.0.0.1:80", .host("127.0.0.1", port: 80)),
            ("::1", .host("::1", port: nil)), ("[::1]:80", .host("::1", port: 80)), ("[::1]", .host("::1", port: nil)),
            ("server", .server),
        ])
    func allowance(text: String, entry: Allowance) { #expect(Allowance(text) == entry) }

    @Test(
        "anything else is no entry",
        arguments: [
            "", "a:0", "a:65536", "a:x", "a b", "http://a", "a/b", "10.0.0.1/8", ":80", "[1.2.3.4]:80", "[::1", ".a",
            "a:",
        ])
    func noAllowance(text: String) { #expect(Allowance(text) == nil) }

    private func verdict(
        _ allow: [String], at address: String, host: String, port: Int = 80, server: Origin? = nil,
        fromServer: Bool = false,
        chosen: Origin? = nil
    ) throws -> AddressGuard.Verdict {
        let rules = AddressGuard(
            allow: allow.compactMap { Allowance($0) }, server: server, fromServer: fromServer, chosen: chosen)
        return rules.verdict(on: try #require(IPAddress(address)), for: Origin(host: host, port: port))
    }

    @Test("a network allows the addresses in it, also in their mapped form, whatever the name is")
    func allowsNetwork() throws {
        #expect(try verdict(["10.0.0.0/8"], at: "10.2.3.4", host: "x.example") == .allowed)
        #expect(try verdict(["10.0.0.0/8"], at: "::ffff:10.2.3.4", host: "x.example") == .allowed)
        #expect(try verdict(["10.0.0.0/8"], at: "192.168.0.1", host: "x.example") == .refused(range: "private use"))
    }

    @Test("a host is allowed by the name in the URL or by the address it has; with a port, only there")
    func allowsHost() throws {
        #expect(try verdict(["nas.lan"], at: "192.168.0.2", host: "NAS.lan.") == .allowed)
        #expect(try verdict(["nas.lan"], at: "192.168.0.2", host: "evil.example") == .refused(range: "private use"))
        #expect(try verdict(["nas.lan:8080"], at: "192.168.0.2", host: "nas.lan", port: 8080) == .allowed)
        #expect(try verdict(["nas.lan:8080"], at: "192.168.0.2", host: "nas.lan") == .refused(range: "private use"))
        #expect(try verdict(["127.0.0.1"], at: "127.0.0.1", host: "localhost") == .allowed)
        #expect(try verdict(["127.0.0.1:81"], at: "127.0.0.1", host: "localhost") == .refused(range: "loopback"))
        #expect(try verdict(["localhost"], at: "127.0.0.1", host: "evil.localhost") == .refused(range: "loopback"))
    }

    @Test("the server counts for its own host and port alone, and only for what it sent")
    func allowsServer() throws {
        let server = Origin(host: "127.0.0.1", port: 8787)
        func at(_ port: Int, _ fromServer: Bool, _ allow: [String] = ["server"]) throws -> AddressGuard.Verdict {
            try verdict(allow, at: "127.0.0.1", host: "127.0.0.1", port: port, server: server, fromServer: fromServer)
        }
        #expect(try at(8787, true) == .allowed)
        #expect(try at(8787, false) == .refused(range: "loopback"))
        #expect(try at(8788, true) == .refused(range: "loopback"))
        #expect(try at(8787, true, []) == .refused(range: "loopback"))
    }

    @Test("the author's own choice is allowed at its own origin, and nowhere else")
    func allowsChosen() throws {
        let chosen = Origin(host: "localhost", port: 9000)
        #expect(try verdict([], at: "127.0.0.1", host: "localhost", port: 9000, chosen: chosen) == .allowed)
        #expect(
            try verdict([], at: "127.0.0.1", host: "localhost", port: 9001, chosen: chosen)
                == .refused(range: "loopback"))
        #expect(try verdict([], at: "8.8.8.8", host: "any.example", chosen: chosen) == .reachable)
    }
}
