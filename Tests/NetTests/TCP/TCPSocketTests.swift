import Address
import CSystem
import Testing
import Time

@testable import Net

@Suite("TCP sockets")
struct TCPSocketTests {
    private func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32 {
        var value: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, level, name, &value, &size)
        return value
    }

    /// Both ends of a connection, the accepted one last.
    private func pair() throws -> (listener: Int32, client: Int32, accepted: Int32) {
        let any = SocketAddress(.loopback4, port: 0)
        let (listener, address) = try TCPSocket.listen(on: any, sharesPort: false, deadPath: .seconds(60))
        let client = try TCPSocket.connect(to: address, from: nil, deadPath: .seconds(60))
        var state = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        try #require(poll(&state, 1, 20_000) == 1)
        guard case .socket(let accepted) = TCPSocket.accept(listener) else {
            throw NetFailure(.system, "nothing was accepted")
        }
        return (listener, client, accepted)
    }

    @Test("both ends send at once, and find a dead path while sending and while idle")
    func options() throws {
        let (listener, client, accepted) = try pair()
        defer { for descriptor in [listener, client, accepted] { TCPSocket.close(descriptor) } }
        let tcp = Int32(IPPROTO_TCP)
        for descriptor in [client, accepted] {
            #expect(option(descriptor, tcp, TCP_NODELAY) == 1)
            #expect(option(descriptor, tcp, TCP_USER_TIMEOUT) == 60_000)
            #expect(option(descriptor, SOL_SOCKET, SO_KEEPALIVE) == 1)
            #expect(option(descriptor, tcp, TCP_KEEPIDLE) == 30)
            #expect(option(descriptor, tcp, TCP_KEEPINTVL) == 7)
            #expect(option(descriptor, tcp, TCP_KEEPCNT) == 4)
        }
    }

    @Test("what reading and writing come to is a value in every case")
    func transfers() throws {
        let (listener, client, accepted) = try pair()
        defer { for descriptor in [listener, client] { TCPSocket.close(descriptor) } }
        withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 1) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: 7)
            #expect(TCPSocket.read(client, into: buffer) == .blocked)
            #expect(TCPSocket.write(accepted, UnsafeRawBufferPointer(rebasing: buffer[..<3])) == .moved(3))
            var state = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            #expect(poll(&state, 1, 20_000) == 1)
            #expect(TCPSocket.read(client, into: buffer) == .moved(3))
            var outcome = Transfer.moved(0)
            while case .moved = outcome { outcome = TCPSocket.write(client, UnsafeRawBufferPointer(buffer)) }
            #expect(outcome == .blocked)
            TCPSocket.close(accepted)
            #expect(poll(&state, 1, 20_000) == 1)
            #expect(
                TCPSocket.read(client, into: buffer)
                    == .failed(NetFailure(.reset, "the connection broke: Connection reset by peer")))
            #expect(
                TCPSocket.write(client, UnsafeRawBufferPointer(buffer))
                    == .failed(NetFailure(.reset, "the connection broke: Broken pipe")))
        }
    }

    @Test("nothing to accept is no error")
    func nothing() throws {
        let any = SocketAddress(.loopback4, port: 0)
        let (listener, _) = try TCPSocket.listen(on: any, sharesPort: false, deadPath: .seconds(60))
        defer { TCPSocket.close(listener) }
        guard case .none = TCPSocket.accept(listener) else {
            Issue.record("something was accepted")
            return
        }
    }

    @Test("running out of local ports says what to do")
    func ports() throws {
        let address = try SocketAddress(parsing: "127.0.0.1:80")
        let failure = TCPSocket.failure(EADDRNOTAVAIL, connecting: address)
        #expect(
            failure
                == NetFailure(
                    .connect, "cannot connect to 127.0.0.1:80: no local port is left (give more source addresses)"))
        #expect(TCPSocket.failure(EMFILE, connecting: address).code == .descriptors)
    }
}
