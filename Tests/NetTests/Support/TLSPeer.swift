import CSystem
import Scaffold
import Testing

@testable import Net

/// The client's end of a TLS connection to a listener, which says what no decent peer would.
final class TLSPeer {
    let raw: RawPeer
    private let client: TLSClient

    init(connectingTo address: SocketAddress) throws {
        raw = try RawPeer(connectingTo: address)
        // What is said leaves at once, be the last acknowledged or not: time here leaps over such waiting.
        _ = system_set_option(raw.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        client = try TLSClient(raw.descriptor)
    }

    func shakeHands() -> Bool { client.shakeHands() }
    func send(_ bytes: [UInt8]) { #expect(client.send(bytes)) }
    func send(_ text: String) { send(Array(text.utf8)) }
    func receive() -> Int { client.receive() }
    func updateKeys(asks: Bool) -> Bool { client.updateKeys(asks: asks) }
    func beginKeyUpdate() throws { raw.send(try client.headOfKeyUpdate()) }
}
