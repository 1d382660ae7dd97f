import Drive
import Files
import Measure
import Net
import Rules
import Testing
import Time

@testable import Load

@Suite("One process's devices", .timeLimit(.minutes(1)))
struct ShardTests {
    private static let rules = """
        { "version": 1, "name": "dev", "vars": { "city": "" }, "rules": [
          { "id": "choose", "on": "prompt", "when": { "kind": "clarify" }, "do": [ { "answer": { "first_of": ["c0"] } } ] },
          { "id": "shout", "on": "message", "when": { "text": "say" }, "do": [ { "reply": "said" } ] } ] }
        """

    /// Runs a plan against a gateway of that manner, on one loop whose time leaps, until it is over.
    private func run(
        _ manner: FakeGateway.Manner = .kind, part: Part = .whole, run id: UInt64 = 0, rows: String? = nil,
        rules: String = rules, delivery: ServerSettings.Delivery = .atMostOnce, stopAfter: Interval? = nil,
        _ change: (inout LoadPlan) throws -> Void
    ) throws -> (record: RunRecord, gateway: FakeGateway, seconds: [SeriesPoint]) {
        let loop = try Loop(pace: .leaping)
        let gateway = try FakeGateway(manner, loop: loop)
        var plan = LoadPlan(path: "p", bots: [.init(path: "dev.json")])
        plan.stages = [Stage(lasts: .milliseconds(300))]
        plan.server.url = gateway.url
        plan.replyTimeout = .seconds(2)
        try change(&plan)
        var source = try BotSource(
            bytes: Array(rules.utf8), path: "dev.json", folder: ".", paint: Paint(isOn: false))
        source.file.server = plan.server.applied(to: source.file.server)
        source.file.server.delivery = delivery
        let data = try rows.map { try Rows(bytes: Array($0.utf8), path: "d.csv") }
        let setup = try LoadSetup(Cast(plan, bots: [source], rows: data), LoadSettings())
        let shard = try Shard(setup.cast, part: part, loop: loop, run: RunID(id))
        var seconds: [SeriesPoint] = []
        var record: RunRecord?
        shard.secondEnded = { seconds.append($0) }
        shard.ended = { [unowned shard] in record = setup.record(of: shard) }
        shard.patience = .milliseconds(10)
        if let stopAfter { loop.after(stopAfter) { [unowned shard] _ in shard.stop() } }
        shard.begin(at: loop.now.instant)
        loop.run(atMost: .hours(1)) { record != nil }
        gateway.shutDown()
        return (try #require(record), gateway, seconds)
    }

    private func text(_ text: String, _ schedule: Sending.Schedule) throws -> Sending {
        Sending(texts: [try PlanFile.template(text, flag: "--text")], schedule: schedule)
    }

    @Test("devices come, are ready, and go, each with an id of its own")
    func idle() throws {
        let (record, gateway, _) = try run { $0.devices = 20 }
        #expect(record.counters[.devices] == 20)
        #expect(record[.connect].count == 20)
        #expect(record[.upgrade].count == 20)
        #expect(record[.ready].count == 20)
        #expect(record.counters[.errors] == 0)
        #expect(record.counters[.closes] == 0)
        #expect(Set(gateway.helloes).count == 20)
    }

    @Test("the same seed makes the same devices, whoever has which part")
    func sameDevices() throws {
        let whole = try run { $0.devices = 6 }.gateway.helloes
        let first = try run(part: Part(index: 0, count: 2)) { $0.devices = 6 }.gateway.helloes
        let second = try run(part: Part(index: 1, count: 2)) { $0.devices = 6 }.gateway.helloes
        #expect(first.count == 3)
        #expect(Set(first + second) == Set(whole))
    }

    @Test("another run of the same seed has the same devices, and other ids of what they say")
    func sameSeed() throws {
        func again(_ id: UInt64) throws -> FakeGateway {
            try run(run: id) {
                $0.devices = 3
                $0.sending = try text("hi", .think(DelayRange(.milliseconds(20), .milliseconds(20))))
            }.gateway
        }
        let gateways = [try again(1), try again(2)]
        #expect(Set(gateways[0].helloes) == Set(gateways[1].helloes))
        #expect(Set(gateways[0].ids).count == gateways[0].texts.count)
        #expect(!gateways[0].ids.isEmpty && !gateways[1].ids.isEmpty)
        #expect(Set(gateways[0].ids).isDisjoint(with: gateways[1].ids))
    }

    @Test("a closed schedule waits for each reply, and every reply is measured")
    func closed() throws {
        // Time leaps while all wait for their replies.
        let (record, gateway, _) = try run(.slow(.milliseconds(10))) {
            $0.devices = 3
            $0.sending = try text("hi {{device.index}} {{count}}", .think(DelayRange(.zero, .zero)))
        }
        // Three devices, and at most 30 replies for each in 300 ms.
        #expect((30...90).contains(record[.reply].count))
        #expect(record[.reply].min >= 10_000)
        #expect(record[.reply].count == record[.typing].count)
        #expect(record[.reply].count == record[.first].count)
        #expect(record[.reply].count == gateway.texts.count)
        #expect(record.counters[.lost] == 0)
        #expect(gateway.texts.contains { $0.hasPrefix("hi 2 ") })
        #expect(Set(gateway.texts).count == gateway.texts.count)
    }

    @Test("an open schedule speaks at its rate, whatever comes back, and what has no reply is lost")
    func open() throws {
        let (record, gateway, _) = try run(.silent) { plan in
            plan.devices = 5
            plan.replyTimeout = .milliseconds(100)
            plan.stages = [Stage(lasts: .milliseconds(300))]
            plan.sending = try text("hi", .rate(try #require(Rate(count: 200))))
        }
        #expect((1...61).contains(gateway.texts.count))
        #expect(record[.reply].isEmpty)
        #expect(record.counters[.lost] == gateway.texts.count)
        #expect(record[.lag].count >= gateway.texts.count)
    }

    @Test(
        "a text whose connection broke before its reply is lost, unless it goes again",
        arguments: [
            ServerSettings.Delivery.atMostOnce, .atLeastOnce,
        ])
    func broken(delivery: ServerSettings.Delivery) throws {
        let (record, gateway, _) = try run(.breaks, delivery: delivery) {
            $0.devices = 4
            $0.replyTimeout = .milliseconds(200)
            $0.sending = try text("hi", .think(DelayRange(.milliseconds(5), .milliseconds(5))))
        }
        #expect(record.counters[.lost] > 0)
        #expect(record[.reply].count + record.counters[.lost] == Set(gateway.ids).count)
        #expect(record.errors["unanswered"] == 0)
    }

    @Test(
        "a file goes out in parts, and again from its beginning where the connection broke",
        arguments: [FakeGateway.Manner.kind, .breaks])
    func upload(manner: FakeGateway.Manner) throws {
        let folder = try TemporaryFolder()
        try Folder.replace(folder.path + "/big.bin", with: [UInt8](repeating: 7, count: 700_001))
        let rules = """
            { "version": 1, "name": "dev", "server": { "part_size": "256KiB", "backoff": { "first": "1ms", "cap": "1ms" } },
              "rules": [ { "id": "send", "on": "ready", "limit": { "count": 1, "per": "1h" },
                "do": [ { "media": { "file": "\(folder.path)/big.bin", "kind": "document" } } ] } ] }
            """
        let (record, gateway, _) = try run(manner, rules: rules, delivery: .atLeastOnce) {
            $0.devices = 3
            $0.stages = [Stage(lasts: .milliseconds(1500))]
        }
        #expect(record.errors["upload"] == 0)
        #expect(gateway.files.count == 3)
        for parts in gateway.files.values { #expect(parts.suffix(3) == [262_144, 262_144, 175_713]) }
    }

    @Test("what waits behind the bot's own budget waits since it was planned")
    func budget() throws {
        let slow =
            #"{ "version": 1, "name": "dev", "budget": { "frames_per_second": 20 }, "rules": [ { "id": "r", "on": "message", "when": { "text": "say" }, "do": [ { "reply": "said" } ] } ] }"#
        let (record, gateway, _) = try run(rules: slow) {
            $0.devices = 1
            $0.sending = try text("hi", .rate(try #require(Rate(count: 200))))
        }
        #expect(record[.reply].count == gateway.texts.count)
        // Of 60 texts in 300 ms, 20 have a budget at once, and the last one when two seconds are over.
        #expect(gateway.texts.count >= 55)
        #expect(record[.reply].max > 1_000_000)
        #expect(record.counters[.lost] == 0)
    }

    @Test("a run that is stopped says which texts it did not wait for, and how long it went on")
    func stopped() throws {
        let (record, gateway, _) = try run(.silent, stopAfter: .milliseconds(150)) {
            $0.devices = 2
            $0.stages = [Stage(lasts: .seconds(60))]
            $0.sending = try text("hi", .rate(try #require(Rate(count: 100))))
        }
        #expect(record.errors["unanswered"] == gateway.texts.count)
        #expect(record.counters[.lost] == 0)
        #expect(record.seconds < 20)
    }

    @Test("a run that is stopped before its start took no time, and reached nobody")
    func stoppedBefore() throws {
        let loop = try Loop()
        var plan = LoadPlan(path: "p", bots: [.init(path: "dev.json")])
        plan.server.url = "ws://127.0.0.1:1/ws"
        var source = try BotSource(
            bytes: Array(Self.rules.utf8), path: "dev.json", folder: ".", paint: Paint(isOn: false))
        source.file.server = plan.server.applied(to: source.file.server)
        let setup = try LoadSetup(Cast(plan, bots: [source], rows: nil), LoadSettings())
        let shard = try setup.shard(on: loop)
        var record: RunRecord?
        shard.ended = { [unowned shard] in record = setup.record(of: shard) }
        shard.begin(at: loop.now.instant + .hours(1000))
        shard.stop()
        var ended = try #require(record)
        ended.judge([])
        #expect(ended.seconds == 0)
        #expect(ended.verdict == .failed)
        #expect(try RunRecord(json: ended.json).verdict == .failed)
    }

    @Test("each device by itself speaks as often as the plan says")
    func every() throws {
        let (record, gateway, _) = try run {
            $0.devices = 4
            let gap = Interval.milliseconds(50)
            $0.sending = try text("hi", .every(DelayRange(gap, gap)))
        }
        #expect((4...28).contains(gateway.texts.count))
        #expect(record[.reply].count == gateway.texts.count)
    }

    @Test("latency counts from when a text was planned")
    func slow() throws {
        let (record, _, _) = try run(.slow(.milliseconds(40))) {
            $0.devices = 2
            $0.sending = try text("hi", .rate(try #require(Rate(count: 50))))
        }
        #expect(record[.reply].count > 5)
        #expect(record[.reply].min >= 40_000)
    }

    @Test("a server that stalls is charged with all that was planned meanwhile, not with one late reply")
    func stall() throws {
        let (record, _, _) = try run(.stalls(.milliseconds(400))) {
            $0.devices = 2
            $0.sending = try text("hi", .rate(try #require(Rate(count: 100))))
            $0.stages = [Stage(lasts: .milliseconds(800))]
        }
        // Of the 40 texts that were due in the stall, those of its first three quarters waited for over 100 ms.
        let replies = record[.reply]
        let late = replies.count - Int((replies.part(atMost: 100_000) * Double(replies.count)).rounded())
        #expect(late >= 20)
        #expect(replies.max >= 390_000)
    }

    @Test("a row of data is the device's own: its variables, its id")
    func rows() throws {
        let (_, gateway, _) = try run(rows: "city,device_id\nLisbon,d-1\nPorto,d-2\n") {
            $0.devices = 2
            $0.sending = try text("from {{city}}", .think(DelayRange(.milliseconds(50), .milliseconds(50))))
        }
        #expect(gateway.helloes.sorted() == ["d-1", "d-2"])
        #expect(Set(gateway.texts) == ["from Lisbon", "from Porto"])
    }

    @Test("a device that is denied has failed, and does not come back")
    func denied() throws {
        let (record, gateway, seconds) = try run(.denies) { $0.devices = 3 }
        #expect(gateway.helloes.count == 3)
        #expect(record.closes["1008"] == 3)
        #expect(record.errors["denied"] == 3)
        #expect(record.counters[.errors] == 3)
        #expect(record.counters[.reconnects] == 0)
        #expect(record[.ready].isEmpty)
        #expect(seconds.isEmpty == false)
    }

    @Test(
        "a denial is one error, by the code that the server gave it",
        arguments: [(FakeGateway.Manner.rebuffs, "auth_failed"), (.refuses, "http_401")])
    func deniedOnce(manner: FakeGateway.Manner, code: String) throws {
        let (record, _, _) = try run(manner) { $0.devices = 3 }
        #expect(record.errors[code] == 3)
        #expect(record.counters[.errors] == 3)
        #expect(record.counters[.reconnects] == 0)
    }

    @Test("the last of the tries that a device has is one error too, by what ended it")
    func gaveUp() throws {
        let rules = """
            { "version": 1, "name": "dev", "server": { "hello_timeout": "100ms", "backoff": { "max_attempts": 1 } }, "rules": [
              { "id": "r", "on": "message", "do": [ { "log": "x" } ] } ] }
            """
        let (record, _, _) = try run(.ignores, rules: rules) { $0.devices = 2 }
        #expect(record.errors["hello_timeout"] == 2)
        #expect(record.counters[.errors] == 2)
    }

    @Test("a server that is not there is an error a try, and tried again")
    func noServer() throws {
        let (record, _, _) = try run {
            $0.devices = 2
            $0.server.url = "ws://127.0.0.1:1/ws"
            $0.stages = [Stage(lasts: .milliseconds(1500))]
        }
        #expect(record.errors["net.connect"] >= 2)
        #expect(record.errors["net.connect"] == record.counters[.errors])
        #expect(record.counters[.reconnects] == record.errors["net.connect"] - 2)
    }

    @Test("a message that comes again under its id is counted")
    func repeated() throws {
        let (record, gateway, _) = try run(.repeats) {
            $0.devices = 1
            $0.sending = try text("hi", .rate(try #require(Rate(count: 20))))
        }
        #expect(record.counters[.repeated] == gateway.texts.count)
    }

    @Test("an answer to a prompt is timed until it is done")
    func prompts() throws {
        let (record, gateway, _) = try run(.prompts) {
            $0.devices = 2
            $0.sending = try text("hi", .rate(try #require(Rate(count: 20))))
        }
        #expect(record[.promptDone].count == gateway.texts.count)
    }

    @Test("a reconnect storm breaks connections, and all come back")
    func storm() throws {
        let (record, gateway, _) = try run { plan in
            plan.devices = 10
            plan.stages = [
                Stage(lasts: .milliseconds(200)),
                Stage(lasts: .milliseconds(900), drill: Drill(.reconnect)),
            ]
        }
        #expect(record.closes["drill"] == 10)
        #expect(record.counters[.reconnects] >= 10)
        #expect(gateway.helloes.count == 20)
        #expect(Set(gateway.helloes).count == 10)
    }

    @Test("half-open devices say nothing until their stage ends, then break off")
    func halfOpen() throws {
        let (record, gateway, _) = try run { plan in
            plan.devices = 4
            let pause = Interval.milliseconds(20)
            plan.sending = try text("hi", .every(DelayRange(pause, pause)))
            plan.stages = [
                Stage(lasts: .milliseconds(200)),
                Stage(lasts: .milliseconds(300), drill: Drill(.halfOpen)), Stage(lasts: .milliseconds(10)),
            ]
        }
        #expect(record.closes["drill"] == 4)
        #expect(record.errors["not_ready"] > 20)
        #expect(gateway.texts.count < 60)
    }

    @Test("a prompt flood has every device speak at once")
    func flood() throws {
        let (_, gateway, _) = try run(.prompts) { plan in
            plan.devices = 7
            plan.stages = [
                Stage(lasts: .milliseconds(200)),
                Stage(lasts: .milliseconds(200), drill: Drill(.promptFlood, text: "/ask")),
            ]
        }
        #expect(gateway.texts == Array(repeating: "/ask", count: 7))
    }
}
