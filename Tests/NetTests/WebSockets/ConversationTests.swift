import Testing
import Time
import WebSocket

@testable import Net

@Suite("Our client and our server talk")
struct ConversationTests {
    @Test("a connection opens, and text and binary messages go both ways in order")
    func messages() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        #expect(stage.client.send("hello", to: 1) == .accepted)
        #expect(stage.client.send("", to: 1) == .accepted)
        #expect(stage.server.send("welcome ▉", to: 1000) == .accepted)
        let connection = try #require(stage.server.connections[1000])
        stage.server.sockets.send([1, 2, 255].span, .binary, on: connection)
        #expect(stage.until { stage.server.events.count == 3 && stage.client.events.count == 3 })
        #expect(stage.server.events == [.opened(1000), .text(1000, "hello"), .text(1000, "")])
        #expect(stage.client.events == [.opened(1), .text(1, "welcome ▉"), .binary(1, [1, 2, 255])])
    }

    @Test("a message larger than the read buffer and the socket's arrives whole")
    func large() throws {
        let stage = try Stage()
        defer { stage.end() }
        stage.server.echoes = true
        try stage.connect()
        let text = String(repeating: "0123456789abcdef", count: 300_000)
        #expect(stage.client.send(text, to: 1) == .accepted)
        #expect(stage.until { stage.client.events.contains(.text(1, text)) })
        #expect(stage.client.events.first { if case .congested = $0 { true } else { false } } == .congested(1))
        #expect(stage.client.events.contains(.writable(1)))
    }

    @Test("a close handshake ends both sides with the code and the reason", arguments: [1000, 1008, 4000] as [UInt16])
    func close(code: UInt16) throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        let connection = try #require(stage.server.connections[1000])
        stage.server.sockets.close(connection, code: code, reason: "that is all")
        #expect(
            stage.until {
                stage.client.sockets.count + stage.server.sockets.count == 0 && stage.client.events.count == 2
                    && stage.server.events.count == 2
            })
        #expect(stage.client.ending(1) == .close(code: code, reason: "that is all"))
        #expect(stage.server.ending(1000) == .close(code: code, reason: ""))
    }
}
