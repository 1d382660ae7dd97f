import Net
import Time
import WebSocket

/// Plays the client of an Autobahn fuzzing server: asks for the number of cases, then echoes in each of them.
final class EchoClient: WebSocketDriver {
    private let loop: Loop
    private let base: String
    private lazy var sockets = WebSockets(loop: loop, driver: self, settings: Echo.settings)
    /// The number of cases; nil until the server has told.
    private var count: Int?
    /// The case that runs; 0 is the question for their number.
    private var current = 0
    private var fault: String?

    private init(_ loop: Loop, base: String) {
        self.loop = loop
        self.base = base
    }

    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 1 else { return Echo.fail("usage: echo-client URL") }
        let base = arguments[0].last == "/" ? String(arguments[0].dropLast()) : arguments[0]
        do throws(NetFailure) {
            let client = EchoClient(try Loop(), base: base)
            client.connect()
            client.loop.run()
            if let fault = client.fault { return Echo.fail(fault) }
            print("echoed \(client.current) cases")
            return 0
        } catch { return Echo.fail("\(error)") }
    }

    private func connect() {
        do throws(WebSocketURL.Fault) {
            let path = current == 0 ? "/getCaseCount" : "/runCase?case=\(current)&agent=talaria"
            var request = ConnectRequest(try WebSocketURL(base + path))
            request.compression = Compression()
            _ = sockets.connect(request, tag: current)
        } catch { stop("\(error)") }
    }

    private func stop(_ fault: String?) {
        self.fault = fault
        loop.stop()
    }

    func opened(_ connection: Net.Connection, tag: Int, _ opening: Opening) {}

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Net.Connection, tag: Int) {
        guard tag == 0 else { return Echo.back(message, kind, on: connection, sockets) }
        count = Int(message.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
    }

    func congested(_ connection: Net.Connection, tag: Int) { sockets.pauseReading(connection) }
    func writable(_ connection: Net.Connection, tag: Int) { sockets.resumeReading(connection) }

    func closed(_ connection: Net.Connection, tag: Int, _ ending: Ending) {
        guard let count else { return stop("the server told no number of cases: \(ending)") }
        guard current < count else { return stop(nil) }
        current += 1
        connect()
    }
}
