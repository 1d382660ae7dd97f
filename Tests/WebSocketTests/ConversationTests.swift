import Random
import Testing

@testable import WebSocket

@Suite("A client and a server talk in memory")
struct ConversationTests {
    /// The terms a conversation may be held under; nil is no compression.
    static let terms: [Compression?] = [
        nil,
        Compression(),
        Compression(sending: .init(keepsContext: false), receiving: .init(keepsContext: false)),
        Compression(sending: .init(windowBits: 9), receiving: .init(windowBits: 12, keepsContext: false)),
        Compression(sending: .init(windowBits: 8), receiving: .init(windowBits: 15), sendAtLeast: 40),
    ]

    static func mirrored(_ terms: Compression?) -> Compression? {
        terms.map { Compression(sending: $0.receiving, receiving: $0.sending, sendAtLeast: $0.sendAtLeast) }
    }

    @Test("anything either says is heard by the other as it was said", arguments: terms, Delivery.allCases)
    func anything(terms: Compression?, delivery: Delivery) {
        let client = End(.client, compression: terms, seed: 21)
        let server = End(.server, compression: Self.mirrored(terms), seed: 22)
        var random = SplitMix(seed: 23)
        for _ in 0..<50 {
            let size = [0, 1, 3, 20, 125, 126, 300, 5000][Int.random(in: 0..<8, using: &random)]
            let (said, fromClient, fromServer) = Self.say(client, server, size: size, &random)
            #expect(server.hear(fromClient, delivery) == said)
            #expect(client.hear(fromServer, delivery) == said)
        }
        if terms == nil {
            #expect(client.isIdle && server.isIdle)
        }
        #expect(server.hear(client.close(1000, "done"), delivery) == [.close(1000, "done")])
        #expect(client.hear(server.close(1000), delivery) == [.close(1000, "")])
        #expect(client.text("late") == [] && server.text("late") == [])
    }

    /// One thing said by both ends alike.
    static func say(
        _ client: End, _ server: End, size: Int, _ random: inout SplitMix
    ) -> (said: [Heard], fromClient: [UInt8], fromServer: [UInt8]) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let bytes = random.bytes(min(size, 125))
            return ([.ping(bytes)], client.ping(bytes), server.ping(bytes))
        case 1:
            let bytes = random.bytes(min(size, 125))
            return ([.pong(bytes)], client.pong(bytes), server.pong(bytes))
        case 2:
            let bytes = random.bytes(size)
            return ([.binary(bytes)], client.binary(bytes), server.binary(bytes))
        case 3:
            let bytes = [UInt8](repeating: UInt8(size & 0xFF), count: size)
            return ([.binary(bytes)], client.binary(bytes, compress: false), server.binary(bytes, compress: false))
        case 4:
            let (a, b) = (random.text(size), random.text(3))
            let fromClient = client.text(a, part: .first) + client.ping([1]) + client.text(b, part: .middle)
            let fromServer = server.text(a, part: .first) + server.ping([1]) + server.text(b, part: .middle)
            return (
                [.ping([1]), .text(a + b + "!")], fromClient + client.text("!", part: .last),
                fromServer + server.text("!", part: .last)
            )
        default:
            let text = random.text(size)
            return ([.text(text)], client.text(text), server.text(text))
        }
    }

    @Test("from the upgrade's first byte to the close's last, byte by byte")
    func wholeLife() throws {
        var request = UpgradeRequest(url: try WebSocketURL("ws://example.org/ws?token=s3cret"), nonce: (1, 2))
        request.compression = Compression()
        var wire: [UInt8] = []
        try request.write(into: &wire)

        var reader = HeadReader()
        var policy = UpgradePolicy()
        policy.compression = Compression()
        let head = try #require(Self.head(&reader, wire))
        guard case .accepted(let response) = policy.judge(try RequestHead(head)) else {
            Issue.record("refused")
            return
        }
        wire = []
        response.write(into: &wire)
        // The server's first message comes in one piece with its response.
        let server = End(.server, compression: response.agreement.compression)
        let welcome = server.text("welcome")
        wire += welcome

        var answerReader = HeadReader()
        var position = 0
        guard case .head(let answer) = answerReader.read(wire.span, at: &position) else {
            Issue.record("no head")
            return
        }
        guard case .accepted(let agreement) = request.judge(try ResponseHead(answer)) else {
            Issue.record("not accepted")
            return
        }
        #expect(agreement == response.agreement.mirrored)
        let client = End(.client, compression: agreement.compression)
        #expect(client.hear(Array(wire[position...]), .byteByByte) == [.text("welcome")])
        #expect(
            server.hear(client.text("thanks") + client.close(1001), .byteByByte) == [.text("thanks"), .close(1001, "")])
    }

    static func head(_ reader: inout HeadReader, _ bytes: [UInt8]) -> [UInt8]? {
        for byte in bytes {
            var position = 0
            if case .head(let head) = reader.read([byte].span, at: &position) { return head }
        }
        return nil
    }

    @Test("random bytes never do worse than a failure, and cutting them never changes what is heard")
    func noise() {
        var random = SplitMix(seed: 31)
        for round in 0..<1500 {
            let role: Role = round % 2 == 0 ? .client : .server
            let terms = Self.terms[round % Self.terms.count]
            let limits = Limits(frame: 5000, message: 9000, fragments: 4)
            let bytes = Self.noise(role, &random)
            let whole = End(role, compression: terms, limits: limits)
            let single = End(role, compression: terms, limits: limits)
            let heard = whole.hear(bytes)
            #expect(single.hear(bytes, .byteByByte) == heard)
            #expect(whole.isFinished == single.isFinished)
        }
    }

    /// Frames that are mostly right, with a byte changed here and there.
    static func noise(_ role: Role, _ random: inout SplitMix) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let opcode = [UInt8(0), 1, 2, 8, 9, 10][Int.random(in: 0..<6, using: &random)]
            let payload =
                Bool.random(using: &random)
                ? Array(random.text(Int.random(in: 0...50, using: &random)).utf8)
                : random.bytes(Int.random(in: 0...150, using: &random))
            bytes += frame(
                opcode, payload, fin: Int.random(in: 0..<4, using: &random) > 0,
                rsv: Int.random(in: 0..<4, using: &random) == 0 ? 4 : 0,
                mask: role == .server ? UInt32.random(in: 0 ... .max, using: &random) : nil)
        }
        if Bool.random(using: &random), !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }
}

extension Agreement {
    /// As the other end sees it.
    var mirrored: Agreement {
        Agreement(subprotocol: subprotocol, compression: ConversationTests.mirrored(compression))
    }
}
