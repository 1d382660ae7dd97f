import Drive
import Files
import JSON
import Net
import Testing
import Time
import WebSocket

@testable import Gateway

/// A device of the tests' own, which says hello and keeps what it is told.
private final class Visitor: WebSocketDriver {
    private let loop: Loop
    private(set) lazy var sockets = WebSockets(loop: loop, driver: self)
    private(set) var urls: [String] = []

    init(_ loop: Loop) { self.loop = loop }

    func connect(_ url: String, fields: [(String, String)]) throws {
        var request = ConnectRequest(try WebSocketURL(url))
        for (name, value) in fields { request.fields.append(name, value) }
        _ = sockets.connect(request, tag: 0)
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        let hello =
            #"{"t":"hello","v":1,"device":{"id":"d1","name":"Phone","platform":"test","app_version":"1"},"user":{}}"#
        _ = sockets.send(Array(hello.utf8).span, .text, on: connection)
    }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        let root = LocatedTree.parse(message.withUnsafeBufferPointer { Array($0) }).root
        if case .string(let url)? = root?["url"]?.kind { urls.append(url) }
    }

    func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {}
}

@Suite("The address at which a device finds an offered file")
struct OfferAddressTests {
    static let agent =
        #"{ "version": 1, "name": "g", "role": "gateway", "rules": [{ "id": "h", "on": "hello", "do": [{ "ready": {} }, { "media": { "file": "a.txt", "as": "url" } }] }] }"#

    @Test("is the one that it reached the gateway at, as each of its connections shows it")
    func address() throws {
        let folder = try TemporaryFolder()
        try Folder.replace(folder.path + "/g.json", with: Array(Self.agent.utf8))
        try Folder.replace(folder.path + "/a.txt", with: Array("hello".utf8))
        let loop = try Loop()
        var style = Journal.Style()
        style.level = .error
        let gateway = try GatewayHost.embedded(
            agent: folder.path + "/g.json", paint: Paint(isOn: false), loop: loop,
            journal: Journal(style, descriptor: 2))
        defer { gateway.end() }
        let visitor = Visitor(loop)
        defer { visitor.sockets.shutdown() }
        let numeric = gateway.url
        let named = numeric.replacing("127.0.0.1", with: "localhost")
        let proxied = [("X-Forwarded-Proto", "https")]
        for (url, fields, start) in [
            (numeric, [], numeric.replacing("ws://", with: "http://")),
            (named, [], named.replacing("ws://", with: "http://")),
            (named, proxied, named.replacing("ws://", with: "https://")),
        ] as [(String, [(String, String)], String)] {
            let before = visitor.urls.count
            try visitor.connect(url, fields: fields)
            #expect(loop.run(atMost: .seconds(20)) { visitor.urls.count > before })
            let origin = start.prefix { $0 != "/" } + "//" + start.split(separator: "/")[1]
            #expect(visitor.urls.last?.hasPrefix(origin + "/media/") == true, "\(visitor.urls) \(origin)")
        }
    }
}
