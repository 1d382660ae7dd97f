import Files
import Hermes
import JSON
import Net
import Time

/// A gateway for measuring: it lets any device in, takes what comes, and sends what it is told. It does as little as a
/// gateway can.
final class FarEnd: WebSocketDriver {
    let loop: Loop
    private(set) lazy var sockets = WebSockets(loop: loop, driver: self, settings: settings)
    private let settings: WebSocketSettings
    private var listener: Listener?
    private(set) var device: Connection?
    /// Told of each frame of the device but its hello.
    var heard: (DeviceFrame, Span<UInt8>) -> Void = { _, _ in }
    /// The socket takes more.
    var drained: () -> Void = {}

    init() throws {
        loop = try Loop()
        var settings = WebSocketSettings()
        settings.maxQueue = 16 << 20
        self.settings = settings
    }

    /// Listens on a free port; its URL.
    func listen() throws -> String {
        let listener = try sockets.listen(Net.ListenSettings(SocketAddress(parsing: "127.0.0.1:0")))
        self.listener = listener
        return "ws://\(listener.address)/ws"
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) { device = connection }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        guard case .frame(let frame) = DeviceFrame.decode(message) else { return }
        if case .hello = frame { say(#"{"t":"ready"}"#) } else { heard(frame, message) }
    }

    func writable(_ connection: Connection, tag: Int) { drained() }

    func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        if device == connection { device = nil }
    }

    func say(_ text: String) { say(Array(text.utf8)) }

    @discardableResult
    func say(_ bytes: [UInt8]) -> SendOutcome {
        guard let device else { return .notOpen }
        return sockets.send(bytes.span, .text, on: device)
    }

    /// Runs until it holds.
    func wait(_ what: String, atMost limit: Interval = .seconds(60), until condition: () -> Bool) throws {
        guard loop.run(atMost: limit, until: condition) else {
            throw BenchmarkFault("\(what): nothing in \(limit.text)")
        }
    }
}
