import Drive
import Foundation
import JSON
import Net
import Testing
import Time

@testable import Runner

@Suite("Reload under traffic, over real sockets")
struct ReloadTests {
    /// A thousand rules, the last of which answers numbered messages; `version` stands in its replies.
    private static func rules(_ version: Int) -> String {
        var rules = (0..<999).map { number in
            #"{ "id": "r\#(number)", "on": "message", "when": { "text": "other \#(number)" }, "do": [{ "reply": "no" }] }"#
        }
        rules.append(
            #"{ "id": "count", "on": "message", "when": { "text": { "regex": "^n (?<number>\\d+)$" } }, "#
                + #""do": [{ "set": { "seen": { "add": 1 } } }, { "reply": "v\#(version) {{number}} {{seen}}" }] }"#)
        return
            #"{ "version": 1, "name": "counter", "vars": { "seen": 0 }, "rules": [\#(rules.joined(separator: ",\n"))] }"#
    }

    @Test("no message is lost, none is answered twice, variables stay, and a bad file leaves the old rules")
    func traffic() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/counter.json"
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        try write(Self.rules(0))

        let loop = try Loop()
        let gateway = try NumberedGateway(loop)
        defer { gateway.sockets.shutdown() }
        var settings = RunSettings()
        settings.url = gateway.url
        settings.state = folder.path + "/state"
        let fleet = try Fleet(
            settings, sources: [try BotSource(path: path, paint: Paint(isOn: false))], fallback: nil, loop: loop,
            journal: Journal(.init(), descriptor: FileHandle.nullDevice.fileDescriptor))
        try fleet.start()
        try #require(loop.run(atMost: .seconds(20)) { gateway.isReady })

        for version in 1...10 {
            gateway.send(20)
            try write(version == 5 ? "{ \"version\": 1," : Self.rules(version))
            // Some of them have arrived by now, and some have not.
            for _ in 0..<version { loop.turn(waitingAtMost: .milliseconds(1)) }
            fleet.reload()
            gateway.send(20)
            loop.turn(waitingAtMost: .zero)
        }
        #expect(loop.run(atMost: .seconds(30)) { gateway.replies.count >= gateway.sent })
        // What would come twice is behind them.
        gateway.send(1)
        #expect(loop.run(atMost: .seconds(10)) { gateway.replies.count >= gateway.sent })

        let words = gateway.replies.map { $0.split(separator: " ").map(String.init) }
        #expect(words.map { $0[1] } == (0..<401).map(String.init))
        #expect(words.map { $0[2] } == (1...401).map(String.init))
        let versions = Set(words.map { $0[0] })
        #expect(versions.contains("v10"))
        #expect(versions.count > 2)
        #expect(!versions.contains("v5"))
        fleet.drain()
        #expect(loop.run(atMost: .seconds(10)) { !gateway.isReady })
    }
}

/// A gateway's end of one device: it sends numbered messages, and writes down what is said to it.
private final class NumberedGateway: WebSocketDriver {
    private(set) var sockets: WebSockets!
    private(set) var url = ""
    private(set) var isReady = false
    private(set) var sent = 0
    private(set) var replies: [String] = []
    private var connection: Connection?

    init(_ loop: Loop) throws {
        sockets = WebSockets(loop: loop, driver: self)
        var settings = ListenSettings(try SocketAddress(parsing: "127.0.0.1:0"))
        settings.path = "/ws"
        url = "ws://\(try sockets.listen(settings).address)/ws"
    }

    func send(_ count: Int) {
        guard let connection else { return }
        for _ in 0..<count {
            say(#"{"t":"message","id":"m\#(sent)","text":"n \#(sent)","edit":false,"final":true}"#, connection)
            sent += 1
        }
    }

    private func say(_ text: String, _ connection: Connection) {
        _ = sockets.send(Array(text.utf8).span, .text, on: connection)
    }

    func opened(_ connection: Connection, tag: Int, _ opening: Opening) { self.connection = connection }

    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        let root = LocatedTree.parse(message.withUnsafeBufferPointer { Array($0) }).root
        guard case .string(let t)? = root?["t"]?.kind else { return }
        if t == "hello" {
            say(#"{"t":"ready"}"#, connection)
            isReady = true
        } else if t == "text", case .string(let text)? = root?["text"]?.kind {
            replies.append(text)
        }
    }

    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {
        isReady = false
        self.connection = nil
    }
}
