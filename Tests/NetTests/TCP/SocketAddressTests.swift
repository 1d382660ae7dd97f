import Address
import Testing

@testable import Net

@Suite("Addresses")
struct SocketAddressTests {
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
            ("", 8787), ("8787", 8787), (":9000", 9000), ("127.0.0.1", 8787), ("127.0.0.1:", 8787), ("::1:80", 80),
            ("[::1]", 8787), ("[1.2.3.4]:1", 1), ("host:80", 80), ("1.2.3.4:65536", 8787), ("1.2.3.4:+1", 8787),
        ])
    func badListen(text: String, port: Int) {
        let fault = NetFailure(
            .address, "\(text) is no address to listen on; write it as 127.0.0.1:\(port) or [::1]:\(port)")
        #expect(throws: fault) { try SocketAddress(parsing: text) }
    }

    @Test("it survives the way through the system's form", arguments: ["1.2.3.4:5", "[2001:db8::7]:65535"])
    func roundTrip(text: String) throws {
        let address = try SocketAddress(parsing: text)
        #expect(address.withSocketAddress { pointer, _ in SocketAddress(pointer) } == address)
    }
}
