import Glibc
import Testing

@testable import Address

@Suite("Addresses, networks and special ranges")
struct AddressTests {
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
        "an address is read and printed in its usual form",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::1", "::1"),
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::ffff:10.1.2.3", "::ffff:10.1.2.3"),
        ])
    func literal(text: String, printed: String) {
        #expect(IPAddress(text)?.description == printed)
    }

    @Test(
        "what only looks like an address is refused",
        arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01x", ":::", "[::1]", "1.2.3.4 "])
    func noLiteral(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        "loopback is 127/8, ::1 and the mapped form",
        arguments: [
            ("127.0.0.1", true), ("127.255.1.2", true), ("128.0.0.1", false), ("10.0.0.1", false), ("::1", true),
            ("::2", false),
            ("::", false), ("::ffff:127.0.0.1", true), ("::ffff:10.0.0.1", false), ("fe80::1", false),
        ])
    func loopback(text: String, isLoopback: Bool) {
        #expect(IPAddress(text)?.isLoopback == isLoopback)
    }

    @Test(
        "a prefix holds to the bit",
        arguments: [
            ("10.1.2.3", "10.0.0.0", 8, true), ("11.1.2.3", "10.0.0.0", 8, false), ("10.1.2.3", "10.1.2.2", 31, true),
            ("10.1.2.3", "10.1.2.2", 32, false), ("1.2.3.4", "200.0.0.0", 0, true), ("1.2.3.4", "1.2.3.4", 33, false),
            ("fd00::1", "fc00::", 7, true), ("fe00::1", "fc00::", 7, false), ("1.2.3.4", "::", 0, false),
            ("::1", "::", 0, true), ("::1", "::2", 128, false), ("1.2.3.4", "1.2.3.4", -1, false),
        ])
    func prefix(address: String, network: String, bits: Int, holds: Bool) throws {
        let network = IPNetwork(holding: try #require(IPAddress(network)), prefix: bits)
        #expect(network?.contains(try #require(IPAddress(address))) ?? false == holds)
    }

    @Test("an address is its bytes, and the bytes are the address")
    func bytes() throws {
        for text in ["1.2.3.4", "2001:db8::ff00:42:8329", "::", "0.0.0.0"] {
            let address = try #require(IPAddress(text))
            #expect(IPAddress(bytes: address.bytes) == address)
        }
        #expect(try #require(IPAddress("1.2.3.4")).bytes == [1, 2, 3, 4])
        #expect(IPAddress(bytes: [1, 2, 3]) == nil)
    }

    @Test("addresses are read and printed as the system does it")
    func asTheSystem() throws {
        var state: UInt64 = 11
        func random() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 32
        }
        for _ in 0..<3000 {
            // Many zeros, so that all ways to shorten come up.
            let groups = (0..<8).map { _ in random() % 3 == 0 ? UInt16(truncatingIfNeeded: random()) : 0 }
            let address = IPAddress.v6(groups.reduce(0) { $0 << 16 | UInt128($1) })
            var raw = in6_addr()
            withUnsafeMutableBytes(of: &raw) { $0.copyBytes(from: address.bytes) }
            var buffer = [CChar](repeating: 0, count: 64)
            inet_ntop(AF_INET6, &raw, &buffer, 64)
            let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            #expect(IPAddress(text) == address)
            // The system also writes the deprecated IPv4-compatible form with dots.
            if !text.contains(".") { #expect(address.description == text) }
            #expect(IPAddress(address.description) == address)
        }
        let alphabet = Array("0123456789abcdefg:::..")
        for _ in 0..<20_000 {
            let text = String((0..<Int(random() % 14)).map { _ in alphabet[Int(random()) % alphabet.count] })
            var four = in_addr()
            var six = in6_addr()
            let isOne = inet_pton(AF_INET, text, &four) == 1 || inet_pton(AF_INET6, text, &six) == 1
            if (IPAddress(text) != nil) != isOne { Issue.record("\(text)") }
        }
    }
}
