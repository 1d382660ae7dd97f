import Glibc
import Net
import Time
import WebSocket

/// The client that `bench net` starts, in a process of its own so that its CPU and memory are its own alone.
///
///     net-client echo URL CONNECTIONS SECONDS      100 bytes, one in flight each; prints round trips and CPU seconds
///     net-client idle URL CONNECTIONS [CA]         opens some, says `warm`, and after a line opens the rest, says `open`
final class NetClient: WebSocketDriver {
    private let loop: Loop
    private let request: ConnectRequest
    private lazy var sockets = WebSockets(loop: loop, driver: self)
    private let message = [UInt8](repeating: 0x61, count: 100)
    private let echoes: Bool
    private var connections: [Net.Connection] = []
    private var asked = 0
    private var wanted = 0
    private var roundTrips = 0
    private var fault: String?

    /// Connects under way at once.
    private static let breadth = 200
    private static let warm = 200

    private init(_ loop: Loop, _ request: ConnectRequest, echoes: Bool) {
        self.loop = loop
        self.request = request
        self.echoes = echoes
    }

    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 3, let count = Int(arguments[2]), count > 0 else {
            return Echo.fail("usage: net-client")
        }
        do {
            var request = ConnectRequest(try WebSocketURL(arguments[1]))
            request.timeout = .seconds(60)
            if request.url.isSecure {
                var settings = TLSContext.Settings()
                settings.authorities = arguments.count > 3 ? arguments[3] : nil
                request.tls = try TLSContext.client(settings)
            }
            let client = NetClient(try Loop(), request, echoes: arguments[0] == "echo")
            if client.echoes {
                try client.echo(count, seconds: arguments.count > 3 ? Int64(arguments[3]) ?? 3 : 3)
            } else {
                try client.idle(count)
            }
            return 0
        } catch { return Echo.fail("\(error)") }
    }

    private func echo(_ count: Int, seconds: Int64) throws {
        try open(count)
        let message = message
        for connection in connections { sockets.send(message.span, on: connection) }
        // The first half second is not counted: caches and sockets warm up.
        loop.run(atMost: .milliseconds(500)) { false }
        let before = (roundTrips, cpuSeconds())
        loop.run(atMost: .seconds(seconds)) { false }
        print("\(roundTrips - before.0) \(cpuSeconds() - before.1)")
    }

    private func idle(_ count: Int) throws {
        try open(NetClient.warm)
        say("warm")
        guard readLine() != nil else { return }
        try open(count)
        say("open")
        _ = readLine()
    }

    private func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// Opens that many more.
    private func open(_ count: Int) throws {
        wanted += count
        connections.reserveCapacity(wanted)
        while asked < wanted, asked - connections.count < NetClient.breadth { ask() }
        let isOpen = loop.run(atMost: .seconds(120)) { connections.count == wanted || fault != nil }
        if let fault { throw BenchFault(text: fault) }
        if !isOpen { throw BenchFault(text: "only \(connections.count) of \(wanted) connections opened") }
    }

    private func ask() {
        _ = sockets.connect(request, tag: asked)
        asked += 1
    }

    func opened(_ connection: Net.Connection, tag: Int, _ opening: Opening) {
        connections.append(connection)
        if asked < wanted { ask() }
    }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Net.Connection, tag: Int) {
        roundTrips += 1
        sockets.send(message, kind, on: connection)
    }

    func closed(_ connection: Net.Connection, tag: Int, _ ending: Ending) {
        fault = "connection \(tag) ended: \(ending)"
    }

    private func cpuSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}

struct BenchFault: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}
