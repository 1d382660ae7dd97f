import Testing

@testable import Net

@Suite("Addresses")
struct SocketAddressTests {
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
        "what is no address is refused",
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
        ])
    func prefix(address: String, network: String, bits: Int, holds: Bool) throws {
        let address = try #require(IPAddress(address))
        #expect(address.hasPrefix(try #require(IPAddress(network)), bits: bits) == holds)
    }

    @Test(
        "an address to listen on is read",
        arguments: [
            ("127.0.0.1:8787", "127.0.0.1:8787"), ("[::1]:0", "[::1]:0"), ("0.0.0.0:65535", "0.0.0.0:65535"),
            ("localhost:80", "127.0.0.1:80"),
        ])
    func listen(text: String, printed: String) throws {
        #expect(try SocketAddress(parsing: text).description == printed)
    }

    @Test(
        "a bad one says how to write it",
        arguments: [
            "", "8787", "127.0.0.1", "127.0.0.1:", "::1:80", "[::1]", "[1.2.3.4]:1", "host:80", "1.2.3.4:65536",
            "1.2.3.4:+1",
        ])
    func badListen(text: String) {
        let fault = NetFailure(.address, "\(text) is no address to listen on; write it as 127.0.0.1:8787 or [::1]:8787")
        #expect(throws: fault) { try SocketAddress(parsing: text) }
    }

    @Test("it survives the way through the system's form", arguments: ["1.2.3.4:5", "[2001:db8::7]:65535"])
    func roundTrip(text: String) throws {
        let address = try SocketAddress(parsing: text)
        #expect(address.withSocketAddress { pointer, _ in SocketAddress(pointer) } == address)
    }
}
