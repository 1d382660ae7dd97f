import Random
import Testing
import Time

@testable import Bot

@Suite("Delivery")
struct DeliveryTests {
    static let echo = #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#

    @Test("one ping behind each flush, one outstanding")
    func pings() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.hear("a")
        stage.hear("b")
        #expect(stage.marks == [1])
        stage.tell(.acknowledged(mark: 1))
        #expect(stage.marks == [1, 2])
        stage.tell(.acknowledged(mark: 2))
        #expect(stage.marks == [1, 2])
        #expect(stage.bot.status.outbox == 0)
    }

    @Test("what is not acknowledged goes again after ready, under the same id, in order")
    func again() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.hear("a")
        stage.tell(.acknowledged(mark: 1))
        stage.hear("b")
        stage.hear("c")
        let before = stage.frames()
        stage.tell(.closed(.failed(reason: "reset")))
        stage.tell(.acknowledged(mark: 2))
        stage.advance(.seconds(1))
        stage.tell(.opened(token: nil))
        #expect(stage.frames().map { Frame($0).text("t") } == ["hello"])
        stage.receive(#"{"t":"ready"}"#)
        #expect(stage.frames() == Array(before.suffix(2)))
    }

    @Test("at_most_once: nothing goes twice, what has not gone still goes")
    func atMostOnce() throws {
        var stage = try Stage(#""server": { "delivery": "at_most_once" }, "# + Self.echo)
        stage.begin()
        stage.hear("a")
        #expect(stage.marks == [] && stage.bot.status.outbox == 0)
        stage.tell(.congested)
        stage.hear("b")
        stage.reconnect()
        #expect(stage.texts().filter { $0 != "" } == ["re a", "re b"])
        stage.reconnect()
        #expect(stage.frames().allSatisfy { Frame($0).text("t") == "hello" })
    }

    @Test("while the socket is slow frames wait, and answers go")
    func slow() throws {
        var stage = try Stage(
            #""rules": [{ "id": "p", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": "c0" }] }, { "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#
        )
        stage.begin()
        stage.tell(.congested)
        stage.hear("a")
        stage.receive(#"{"t":"prompt","id":"p","kind":"clarify","text":"?","options":[{"id":"c0","label":"A"}]}"#)
        #expect(stage.frames().map { Frame($0).text("t") } == ["prompt"])
        stage.receive(#"{"t":"prompt_done","id":"p","option_id":"c0"}"#)
        stage.tell(.writable)
        #expect(stage.texts() == ["re a"])
    }

    @Test("a budget spreads frames over time, answers first")
    func budget() throws {
        var stage = try Stage(
            #""budget": { "frames_per_second": 2 }, "rules": [{ "id": "p", "on": "prompt", "when": { "kind": "clarify" }, "do": [{ "answer": "c0" }] }, { "id": "r", "on": "message", "do": [{ "reply": "re {{text}}" }] }]"#
        )
        stage.begin()
        for text in ["a", "b", "c", "d"] { stage.hear(text) }
        #expect(stage.texts() == ["re a", "re b"])
        stage.receive(#"{"t":"prompt","id":"p","kind":"clarify","text":"?","options":[{"id":"c0","label":"A"}]}"#)
        stage.receive(#"{"t":"prompt_done","id":"q"}"#)
        stage.advance(.milliseconds(500))
        #expect(stage.frames().map { Frame($0).text("t") } == ["prompt"])
        stage.receive(#"{"t":"prompt_done","id":"p","option_id":"c0"}"#)
        stage.advance(.milliseconds(1_000))
        #expect(stage.texts() == ["re c", "re d"])
    }

    @Test("with a budget a transfer's parts are allowed one by one, behind other frames")
    func parts() throws {
        var stage = try Stage(
            #""budget": { "frames_per_second": 2 }, "rules": [{ "id": "m", "on": "message", "when": { "text": "pic" }, "do": [{ "media": { "file": "a.png" } }] }, { "id": "r", "on": "message", "do": [{ "reply": "re" }] }]"#
        )
        stage.begin()
        stage.hear("pic")
        #expect(stage.lastUpload?.credit == 1)
        let ticket = stage.lastTicket
        stage.advance(.milliseconds(1_000))
        #expect(stage.look().suffix(2) == ["allow \(ticket) 1", "allow \(ticket) 1"])
        stage.hear("other")
        stage.advance(.milliseconds(500))
        let out = stage.look()
        #expect(out.count == 1 && out[0].hasPrefix("{") || out.filter { $0.hasPrefix("{") }.count == 1)
    }

    @Test("an outbox that is full refuses more")
    func full() throws {
        var stage = try Stage(#""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "re" }] }]"#)
        stage.begin()
        stage.tell(.congested)
        for number in 0..<1_100 { stage.hear("x\(number)") }
        #expect(stage.bot.status.outbox == Outbox.capacity)
        #expect(stage.notes.last?.text == "reply: the outbox is full")
    }

    @Test("an outbox is full also with few texts that are long")
    func fullOfBytes() throws {
        var stage = try Stage(
            #""server": { "max_send": "64MB" }, "rules": [{ "id": "r", "on": "message", "do": [{ "reply": "{{text}}" }] }]"#
        )
        stage.begin()
        stage.tell(.congested)
        let long = String(repeating: "x", count: 30 << 20)
        for number in 0..<3 { stage.hear(long, id: "m\(number)") }
        #expect(stage.bot.status.outbox == 3 && stage.notes.last?.text != "reply: the outbox is full")
        stage.hear("short")
        #expect(stage.bot.status.outbox == 3)
        #expect(stage.notes.last?.text == "reply: the outbox is full")
        stage.tell(.writable)
        stage.acknowledge()
        stage.hear("again")
        #expect(stage.bot.status.outbox == 1)
    }

    @Test("said by hand, a text goes as a reply does")
    func byHand() throws {
        var stage = try Stage(Self.echo)
        stage.begin()
        stage.tell(.say("hello"))
        #expect(stage.texts() == ["hello"])
    }

    @Test("frames go in the order of the actions")
    func order() throws {
        var stage = try Stage(
            #""rules": [{ "id": "r", "on": "message", "do": [{ "reply": "one" }, { "log": "two" }, { "send": { "t": "three" } }, { "reply": "four" }] }]"#
        )
        stage.begin()
        stage.hear("x")
        let out = stage.look()
        #expect(
            out.map { Frame($0).text("text") ?? Frame($0).text("t") ?? $0 } == ["one", "log info two", "three", "four"])
    }
}

@Suite("The outbox by itself")
struct OutboxTests {
    func road(_ ready: Bool = true, clarify: Bool = false, rate: Double? = nil, at time: Instant = .zero) -> Outbox.Road
    {
        Outbox.Road(isReady: ready, heldUntil: clarify ? .distantFuture : nil, rate: rate, now: time)
    }

    @Test("for any order of events, each parcel is delivered once or still there, and goes again only after a cut")
    func property() {
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            var outbox = Outbox()
            var added: Set<UInt64> = []
            var sent: [UInt64: Int] = [:]
            var delivered: Set<UInt64> = []
            var cuts = 0
            var marks: [UInt64] = []
            for _ in 0..<200 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4:
                    added.insert(outbox.add(.text(id: "x", "y"), now: .zero))
                case 4..<7:
                    while let parcel = outbox.nextToSend(road()) {
                        sent[parcel.number, default: 0] += 1
                        outbox.change(parcel.number) { $0.progress = .sent }
                    }
                    if let mark = outbox.mark() { marks.append(mark) }
                case 7..<9:
                    if let mark = marks.last {
                        for parcel in outbox.acknowledge(mark) { #expect(delivered.insert(parcel.number).inserted) }
                    }
                default:
                    _ = outbox.connectionEnded()
                    cuts += 1
                }
            }
            #expect(delivered.union(outbox.parcels.map(\.number)) == added)
            #expect(delivered.isDisjoint(with: outbox.parcels.map(\.number)))
            #expect(sent.values.allSatisfy { $0 <= cuts + 1 })
            #expect(outbox.parcels.map(\.number) == outbox.parcels.map(\.number).sorted())
        }
    }

    @Test("an old mark acknowledges nothing")
    func oldMark() {
        var outbox = Outbox()
        _ = outbox.add(.text(id: "x", "y"), now: .zero)
        let parcel = outbox.nextToSend(road())!
        outbox.change(parcel.number) { $0.progress = .sent }
        let mark = outbox.mark()!
        _ = outbox.connectionEnded()
        #expect(outbox.acknowledge(mark).isEmpty)
        #expect(outbox.parcels.count == 1)
    }
}
