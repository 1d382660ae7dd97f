import Random
import Testing
import Time

@testable import Net

@Suite("Where messages are answered at once")
struct GlancingTests {
    let stage: Stage

    init() throws {
        var settings = WebSocketSettings()
        settings.answersAtOnce = true
        stage = try Stage(server: settings, client: settings)
    }

    private var glances: Bool? {
        stage.client.connections[1].flatMap { stage.client.sockets.table.find($0)?.pointee.glances }
    }

    private func texts(_ driver: Recorder) -> [String] {
        driver.events.compactMap { if case .text(_, let text) = $0 { text } else { nil } }
    }

    /// Two messages in one read, of which the client answers the second: from then on it glances.
    private func begin() throws {
        try stage.connect()
        stage.client.onText = { [unowned client = stage.client] _, _, text in
            if text == "second" { _ = client.send("answer", to: 1) }
        }
        say("first", "second")
        try #require(stage.until { texts(stage.server) == ["answer"] })
        #expect(glances == true)
    }

    private func say(_ texts: String...) {
        for text in texts { #expect(stage.server.send(text, to: 1000) == .accepted) }
    }

    @Test("a client glances as long as it answers several at once, and each message comes once")
    func once() throws {
        defer { stage.end() }
        try begin()
        say("first", "second")
        #expect(stage.until { texts(stage.server).count == 2 })
        #expect(glances == true)
        say("first")
        #expect(stage.until { texts(stage.client).count == 5 })
        #expect(glances == false)
        say("last")
        #expect(stage.until { texts(stage.client).last == "last" })
        #expect(texts(stage.client) == ["first", "second", "first", "second", "first", "last"])
        #expect(texts(stage.server) == ["answer", "answer"])
    }

    @Test("without the setting nothing is looked at only")
    func off() throws {
        let stage = try Stage()
        defer { stage.end() }
        try stage.connect()
        stage.client.onText = { [unowned client = stage.client] _, _, _ in _ = client.send("answer", to: 1) }
        for _ in 0..<2 { #expect(stage.server.send("text", to: 1000) == .accepted) }
        #expect(stage.until { texts(stage.server).count == 2 })
        let connection = try #require(stage.client.connections[1])
        #expect(stage.client.sockets.table.find(connection)?.pointee.glances == false)
    }

    @Test("a connection that is dropped, closed or paused in the middle is what it would be else")
    func endings() throws {
        defer { stage.end() }
        try begin()
        let client = stage.client
        client.onText = { [unowned client] connection, _, text in
            _ = client.send("answer", to: 1)
            switch text {
            case "pause": client.sockets.pauseReading(connection)
            case "drop": client.sockets.drop(connection)
            default: break
            }
        }
        say("first", "pause")
        #expect(stage.until { texts(stage.server).count == 3 })
        say("behind")
        client.sockets.resumeReading(try #require(client.connections[1]))
        #expect(stage.until { texts(client).last == "behind" })
        #expect(texts(client) == ["first", "second", "first", "pause", "behind"])
        say("first", "second")
        #expect(stage.until { texts(stage.server).count == 6 })
        #expect(glances == true)
        say("first", "drop", "never")
        #expect(stage.until { client.ending(1) != nil && stage.server.ending(1000) != nil })
        #expect(texts(client).last == "drop")
        #expect(client.sockets.count == 0)
    }

    @Test("a close frame right behind is heard")
    func closed() throws {
        defer { stage.end() }
        try begin()
        say("first", "second")
        stage.server.sockets.close(try #require(stage.server.connections[1000]), code: 1008, reason: "go")
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.ending(1000) != nil })
        #expect(stage.client.ending(1) == .close(code: 1008, reason: "go"))
        #expect(texts(stage.client).count == 4)
    }

    enum End: CaseIterable {
        case drop, halfClose
    }

    @Test("the peer's end is heard, behind messages or alone", arguments: End.allCases, [true, false])
    func ended(end: End, speaks: Bool) throws {
        defer { stage.end() }
        try begin()
        let server = try #require(stage.server.sockets)
        let connection = try #require(stage.server.connections[1000])
        if speaks {
            say("first", "second")
            server.flush()
        }
        switch end {
        case .drop: server.drop(connection)
        case .halfClose:
            let record = server.table.find(connection)
            TCPSocket.endWriting(try #require(record).pointee.descriptor)
        }
        #expect(stage.until { stage.client.ending(1) != nil })
        #expect(texts(stage.client).count == (speaks ? 4 : 2))
        #expect(stage.client.sockets.count == 0)
    }

    @Test("much that is answered little by little comes once")
    func long() throws {
        defer { stage.end() }
        try begin()
        for round in 2...100 {
            say("first", "second")
            try #require(stage.until { texts(stage.server).count == round })
            #expect(glances == true)
        }
        #expect(texts(stage.client).count == 200)
        stage.server.sockets.close(try #require(stage.server.connections[1000]))
        #expect(stage.until { stage.client.ending(1) != nil && stage.server.ending(1000) != nil })
        #expect(stage.server.ending(1000) == .close(code: 1000, reason: ""))
    }

    /// Answers each text with up to three, of any size, until enough was said.
    private final class Talk {
        var random: SplitMix
        var said: [ObjectIdentifier: [String]] = [:]
        var left = 400

        init(seed: UInt64) { random = SplitMix(seed: seed) }

        func answer(_ driver: Recorder, to tag: Int) {
            let sizes = [0, 1, 100, 8_000, 16_370, 16_384, 40_000, 70_000]
            for _ in 0..<Int.random(in: 1...3, using: &random) where left > 0 {
                left -= 1
                let size = sizes.randomElement(using: &random) ?? 0
                let text = String(repeating: "\(left % 10)", count: size)
                said[ObjectIdentifier(driver), default: []].append(text)
                #expect(driver.send(text, to: tag) == .accepted)
            }
        }
    }

    @Test("what goes both ways at random arrives once and in order", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) throws {
        defer { stage.end() }
        try stage.connect()
        let talk = Talk(seed: seed)
        for driver in [stage.client, stage.server] {
            driver.onText = { [unowned driver] _, tag, _ in talk.answer(driver, to: tag) }
        }
        talk.answer(stage.client, to: 1)
        let (client, server) = (ObjectIdentifier(stage.client), ObjectIdentifier(stage.server))
        #expect(
            stage.until {
                talk.left == 0 && texts(stage.client).count == talk.said[server]?.count
                    && texts(stage.server).count == talk.said[client]?.count
            })
        #expect(texts(stage.client) == talk.said[server])
        #expect(texts(stage.server) == talk.said[client])
    }
}
