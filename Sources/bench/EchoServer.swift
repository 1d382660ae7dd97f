import Address
import Glibc
import Net
import Time
import WebSocket

/// A server that echoes every message, on loopback, until it is ended.
final class EchoServer: WebSocketDriver {
    private let loop: Loop
    private lazy var sockets = WebSockets(loop: loop, driver: self, settings: Echo.settings)

    private init(_ loop: Loop) { self.loop = loop }

    static func run(_ arguments: [String]) -> Int32 {
        guard [1, 3].contains(arguments.count), let port = UInt16(arguments[0]) else {
            return Echo.fail("usage: echo-server PORT [CERTIFICATE KEY]")
        }
        do throws(NetFailure) {
            let server = EchoServer(try Loop())
            var settings = ListenSettings(SocketAddress(.loopback4, port: port))
            settings.path = "/"
            settings.policy.compression = Compression()
            if arguments.count == 3 {
                var tls = TLSContext.Settings()
                (tls.certificate, tls.key) = (arguments[1], arguments[2])
                settings.tls = try TLSContext.server(tls)
            }
            let listener = try server.sockets.listen(settings)
            print("listening on \(settings.tls == nil ? "ws" : "wss")://\(listener.address)/")
            fflush(nil)
            server.loop.run()
            return 0
        } catch { return Echo.fail("\(error)") }
    }

    func opened(_ connection: Net.Connection, tag: Int, _ opening: Opening) {}
    func closed(_ connection: Net.Connection, tag: Int, _ ending: Ending) {}

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Net.Connection, tag: Int) {
        Echo.back(message, kind, on: connection, sockets)
    }

    func congested(_ connection: Net.Connection, tag: Int) { sockets.pauseReading(connection) }
    func writable(_ connection: Net.Connection, tag: Int) { sockets.resumeReading(connection) }
}
