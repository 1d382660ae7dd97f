import Testing

@testable import Media

@Suite("Which addresses may be fetched from")
struct AddressGuardTests {
    @Test(
        "an address that is not globally reachable is refused, in each form",
        arguments: [
            ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("0.0.0.0", "this network"),
            ("10.1.2.3", "private use"), ("172.16.0.1", "private use"), ("172.31.255.255", "private use"),
            ("192.168.1.1", "private use"), ("100.64.0.1", "shared address space"),
            ("100.100.100.200", "shared address space"), ("169.254.169.254", "link-local"),
            ("168.63.129.16", "metadata of a cloud"), ("192.0.0.1", "IETF protocol assignments"),
            ("192.0.0.192", "IETF protocol assignments"), ("192.0.0.170", "IETF protocol assignments"),
            ("192.0.2.7", "documentation"), ("198.51.100.7", "documentation"), ("203.0.113.7", "documentation"),
            ("192.88.99.1", "deprecated 6to4 relay anycast"), ("198.18.0.1", "benchmarking"),
            ("198.19.255.255", "benchmarking"), ("224.0.0.1", "multicast"), ("239.255.255.250", "multicast"),
            ("240.0.0.1", "reserved"), ("255.255.255.255", "limited broadcast"), ("::", "unspecified"),
            ("::1", "loopback"), ("::7f00:1", "deprecated IPv4-compatible"),
            ("::ffff:127.0.0.1", "IPv4-mapped, loopback"),
            ("::ffff:169.254.169.254", "IPv4-mapped, link-local"), ("::ffff:8.8.8.8", "IPv4-mapped"),
            ("64:ff9b::7f00:1", "NAT64, loopback"), ("64:ff9b::10.0.0.1", "NAT64, private use"),
            ("64:ff9b:1::8.8.8.8", "NAT64 of local use"), ("100::1", "discard only"), ("100:0:0:1::1", "dummy prefix"),
            ("2001::1", "Teredo"), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"), ("2001:2::1", "benchmarking"),
            ("2001:5::1", "IETF protocol assignments"), ("2001:10::1", "deprecated ORCHID"),
            ("2001:db8::1", "documentation"), ("2002:7f00:1::", "6to4"), ("2002:808:808::1", "6to4"),
            ("3fff::1", "documentation"), ("5f00::1", "segment routing"), ("fc00::1", "unique local"),
            ("fd00:ec2::254", "unique local"), ("fe80::1", "link-local"), ("fec0::1", "deprecated site-local"),
            ("ff02::1", "multicast"), ("4000::1", "not global unicast"), ("::2:1:1", "not global unicast"),
        ])
    func special(text: String, range: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.specialRange == range)
        #expect(!address.isGloballyReachable)
    }

    @Test(
        "an address of the open internet is not refused",
        arguments: [
            "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.0.0.9", "192.0.0.10",
            "192.31.196.1", "192.52.193.1", "192.175.48.1", "198.17.255.255", "198.20.0.0", "223.255.255.255",
            "2606:4700::1111", "2a00:1450::1", "2001:200::1", "2001:4860:4860::8888", "2001:1::1", "2001:1::2",
            "2001:1::3",
            "2001:3::1", "2001:4:112::1", "2001:20::1", "2001:30::1", "2620:4f:8000::1", "64:ff9b::8.8.8.8",
        ])
    func reachable(text: String) throws {
        #expect(try #require(IPAddress(text)).isGloballyReachable)
    }

    @Test("the tables are whole: no row was written in a way that its network could not be read")
    func tables() {
        #expect(SpecialRange.v4.count == 22)
        #expect(SpecialRange.v6.count == 27)
    }

    @Test(
        "an address is printed as it is written",
        arguments: ["1.2.3.4", "::1", "2001:db8::1", "::ffff:1.2.3.4", "255.0.0.255"])
    func printed(text: String) throws { #expect(try #require(IPAddress(text)).description == text) }

    @Test(
        "what is not an address is none",
        arguments: [
            "", "1.2.3", "1.2.3.256", "01.2.3.4", "0x7f.1", "1.2.3.4.", "::g", "[::1]", "fe80::1%eth0", "1.2.3.4\u{0}",
        ])
    func noAddress(text: String) { #expect(IPAddress(text) == nil) }

    @Test(
        "a network is an address with a prefix, and no bits behind it",
        arguments: [
            ("10.0.0.0/8", true), ("0.0.0.0/0", true), ("1.2.3.4/32", true), ("fd00::/8", true), ("::/0", true),
            ("10.0.0.1/8", false), ("10.0.0.0/33", false), ("fd00::/129", false), ("10.0.0.0/", false),
            ("10.0.0.0/08", false),
            ("10.0.0.0/-1", false), ("10.0.0.0/+8", false), ("10.0.0.0", false), ("x/8", false),
            ("10.0.0.0/8/8", false),
        ])
    func network(text: String, isOne: Bool) { #expect((IPNetwork(text) != nil) == isOne) }

    @Test("a network holds its own and no others")
    func contains() throws {
        let net = try #require(IPNetwork("10.16.0.0/12"))
        #expect(net.contains(.v4(0x0A1F_FFFF)))
        #expect(!net.contains(.v4(0x0A20_0000)))
        #expect(!net.contains(.v6(0x0A1F_FFFF)))
        #expect(try #require(IPNetwork("::/0")).contains(.v6(.max)))
    }

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
