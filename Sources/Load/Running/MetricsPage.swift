import Drive
import Measure
import Net
import WebSocket

/// Serves the figures of a running run at /metrics, for Prometheus.
final class MetricsPage: WebSocketDriver {
    private let view: () -> LiveView
    private var sockets: WebSockets!

    init(_ address: SocketAddress, loop: Loop, view: @escaping () -> LiveView) throws(ExitFault) {
        self.view = view
        sockets = WebSockets(loop: loop, driver: self)
        var settings = ListenSettings(address)
        settings.path = nil
        do throws(NetFailure) { _ = try sockets.listen(settings) } catch {
            sockets.shutdown()
            throw ExitFault(error.code == .listen ? .cannotWrite : .fault, error.text)
        }
    }

    func end() { sockets.shutdown() }

    func respond(to request: HTTPRequest) -> HTTPReply? {
        request.head.path == "/metrics" ? .text(Prometheus.text(view()), type: Prometheus.contentType) : nil
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}
    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {}
    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {}
}
