import Testing
import WebSocket

@testable import Net

@Suite("A port that processes share")
struct SharedPortTests {
    @Test("several listeners take it, and nobody else may, while one of them listens")
    func shared() throws {
        let port = try SharedPort(SocketAddress(.loopback4, port: 0))
        #expect(port.address.port > 0)
        let loop = try Loop()
        let recorder = Recorder(loop)
        defer { recorder.sockets.shutdown() }
        var settings = ListenSettings(port.address)
        settings.sharesPort = true
        for _ in 0..<2 { #expect(try recorder.sockets.listen(settings).address == port.address) }
        let text = "cannot listen on \(port.address): Address already in use"
        #expect(throws: NetFailure(.listen, text)) { _ = try SharedPort(port.address) }
        settings.sharesPort = false
        #expect(throws: NetFailure(.listen, text)) { _ = try recorder.sockets.listen(settings) }
    }

    @Test("connections are spread over the listeners, and all of them arrive")
    func spread() throws {
        let port = try SharedPort(SocketAddress(.loopback4, port: 0))
        let loop = try Loop()
        let servers = [Recorder(loop), Recorder(loop)]
        let client = Recorder(loop)
        defer { for recorder in servers + [client] { recorder.sockets.shutdown() } }
        var settings = ListenSettings(port.address)
        settings.sharesPort = true
        for server in servers { _ = try server.sockets.listen(settings) }
        for tag in 0..<64 {
            _ = client.sockets.connect(ConnectRequest(try .init("ws://\(port.address)/ws")), tag: tag)
        }
        #expect(
            loop.run(atMost: .seconds(20)) {
                client.connections.count == 64 && servers.reduce(0) { $0 + $1.connections.count } == 64
            })
        // By chance all of 64 go to one with a likelihood of 1 in 2^63.
        #expect(servers.allSatisfy { !$0.connections.isEmpty })
    }
}
