import Address
import Testing
import Time
import WebSocket

@testable import Net

/// A driver that writes down what it is told, and does what a test asks for.
final class Recorder: WebSocketDriver {
    enum Event: Equatable {
        case opened(Int)
        case text(Int, String)
        case binary(Int, [UInt8])
        case ponged(Int, UInt64)
        case heard(Int)
        case congested(Int)
        case writable(Int)
        case closed(Int, Ending)
        case troubled(NetFailure.Code)
    }

    let loop: Loop
    private(set) var sockets: WebSockets! = nil
    var events: [Event] = []
    /// Connections by tag; a listener's get tags from 1000 on.
    var connections: [Int: Connection] = [:]
    var openings: [Int: Opening] = [:]
    var requests: [HTTPRequest] = []
    private var nextTag = 1000

    var echoes = false
    var keepsHeard = false
    var onOpened: (Connection, Int) -> Void = { _, _ in }
    var onText: (Connection, Int, String) -> Void = { _, _, _ in }
    var admission: (HTTPRequest) -> Admission? = { _ in nil }
    var reply: (HTTPRequest) -> HTTPReply? = { _ in nil }

    init(_ loop: Loop, settings: WebSocketSettings = WebSocketSettings()) {
        self.loop = loop
        sockets = WebSockets(loop: loop, driver: self, settings: settings)
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        connections[tag] = connection
        openings[tag] = opening
        events.append(.opened(tag))
        onOpened(connection, tag)
    }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        let bytes = message.withUnsafeBufferPointer { Array($0) }
        if echoes {
            sockets.send(message, kind, on: connection)
            return
        }
        switch kind {
        case .text:
            let text = String(decoding: bytes, as: UTF8.self)
            events.append(.text(tag, text))
            onText(connection, tag, text)
        case .binary: events.append(.binary(tag, bytes))
        }
    }

    func ponged(mark: UInt64, on connection: Connection, tag: Int) { events.append(.ponged(tag, mark)) }
    func heard(on connection: Connection, tag: Int) { if keepsHeard { events.append(.heard(tag)) } }
    func congested(_ connection: Connection, tag: Int) { events.append(.congested(tag)) }
    func writable(_ connection: Connection, tag: Int) { events.append(.writable(tag)) }
    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {
        connections[tag] = nil
        events.append(.closed(tag, ending))
    }
    func admit(_ request: HTTPRequest) -> Admission {
        requests.append(request)
        if let admission = admission(request) { return admission }
        nextTag += 1
        return .accept(tag: nextTag - 1)
    }
    func respond(to request: HTTPRequest) -> HTTPReply? {
        requests.append(request)
        return reply(request)
    }
    func troubled(_ listener: Listener, _ failure: NetFailure) { events.append(.troubled(failure.code)) }

    // MARK: For tests

    var endings: [Ending] {
        events.compactMap { if case .closed(_, let ending) = $0 { ending } else { nil } }
    }

    /// How the connection with this tag ended.
    func ending(_ tag: Int) -> Ending? {
        for case .closed(tag, let ending) in events { return ending }
        return nil
    }

    func send(_ text: String, to tag: Int) -> SendOutcome {
        guard let connection = connections[tag] else { return .notOpen }
        let bytes = Array(text.utf8)
        return sockets.send(bytes.span, on: connection)
    }
}

extension NetFailure {
    static func code(_ ending: Ending?) -> Code? {
        guard case .failed(let failure)? = ending else { return nil }
        return failure.code
    }
}

/// A loop, a server and a client in one thread, over loopback.
struct Stage {
    let loop: Loop
    let server: Recorder
    let client: Recorder
    let listener: Listener

    init(
        listening change: (inout ListenSettings) -> Void = { _ in },
        server serverSettings: WebSocketSettings = WebSocketSettings(),
        client clientSettings: WebSocketSettings = WebSocketSettings()
    ) throws {
        loop = try Loop()
        server = Recorder(loop, settings: serverSettings)
        client = Recorder(loop, settings: clientSettings)
        var settings = ListenSettings(SocketAddress(.loopback4, port: 0))
        change(&settings)
        listener = try server.sockets.listen(settings)
    }

    func request(
        _ path: String = "/ws", scheme: String = "ws", host: String = "127.0.0.1"
    ) throws -> ConnectRequest {
        ConnectRequest(try WebSocketURL("\(scheme)://\(host):\(listener.address.port)\(path)"))
    }

    /// Runs the loop until something holds; a bound keeps a broken test from hanging.
    @discardableResult
    func until(_ limit: Interval = .seconds(20), _ condition: () -> Bool) -> Bool {
        loop.run(atMost: limit, until: condition)
    }

    /// Connects client 1 to the server, whose end has tag 1000.
    func connect() throws {
        _ = client.sockets.connect(try request(), tag: 1)
        try #require(until { client.connections[1] != nil && server.connections[1000] != nil })
    }

    func end() {
        client.sockets.shutdown()
        server.sockets.shutdown()
    }
}
