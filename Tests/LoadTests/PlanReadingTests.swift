import Rules
import Testing
import Time

@testable import Load

@Suite("Reading load plans")
struct PlanReadingTests {
    private func read(_ text: String) -> PlanReading {
        PlanReader.read(bytes: Array(text.utf8), path: "plans/p.load.json")
    }

    /// All that a person sees of a faulty plan.
    private func printed(_ text: String) -> String {
        let reading = read(text)
        return DiagnosticPrinter(source: reading.source, colour: false).text(of: reading.diagnostics)
    }

    @Test("a plan with one bot and a number has the usual for all else")
    func least() throws {
        let plan = try #require(read(#"{ "bot": "echo.json", "devices": 10 }"#).plan)
        #expect(plan.bots.map(\.path) == ["plans/echo.json"])
        #expect(plan.devices == 10)
        #expect(plan.arrivals.lasts(devices: 10) == .zero)
        #expect(plan.stages == [Stage(lasts: .seconds(60))])
        #expect(plan.sending == nil)
        #expect(plan.replyTimeout == .seconds(30))
        #expect(plan.seed == 1)
    }

    @Test("every key means what it says")
    func whole() throws {
        let plan = try #require(
            read(
                """
                { "about": "everything", "bots": [ { "file": "/a.json", "weight": 3 }, { "file": "b.json" } ],
                  "devices": 100, "data": "rows.csv", "arrive": { "rate": "20/s", "spread": "poisson" },
                  "hold": [ { "for": "10s" }, { "for": "5s", "name": "storm", "drill": "reconnect", "share": 0.5 },
                            { "for": "20s", "rate": "90/m" } ],
                  "send": { "text": ["hi {{device.index}}", "there"], "rate": "30/s" }, "reply_timeout": "4s",
                  "server": { "url": "ws://127.0.0.1:1/ws", "backoff": { "jitter": "none" } },
                  "sources": ["127.0.0.2"], "thresholds": { "reply.p99": "< 250ms" }, "seed": 7 }
                """
            ).plan)
        #expect(plan.bots.map(\.path) == ["/a.json", "plans/b.json"])
        #expect(plan.bots.map(\.weight) == [3, 1])
        #expect(plan.data == "plans/rows.csv")
        #expect(plan.arrivals.spread == .poisson)
        #expect(plan.arrivals.lasts(devices: 100) == .seconds(5))
        #expect(plan.stages.map(\.lasts) == [.seconds(10), .seconds(5), .seconds(20)])
        #expect(plan.stages[1].drill == Drill(.reconnect, share: 0.5))
        #expect(plan.stages[2].rate?.perSecond == 1.5)
        #expect(plan.lasts == .seconds(40))
        #expect(plan.sending?.schedule == .rate(try #require(Rate(count: 30))))
        #expect(plan.sending?.texts.count == 2)
        #expect(plan.replyTimeout == .seconds(4))
        #expect(plan.sources == ["127.0.0.2"])
        #expect(plan.thresholds.count == 1)
        #expect(plan.seed == 7)
    }

    @Test("the plan's server goes before the bot's, key by key")
    func server() throws {
        let plan = try #require(
            read(
                #"{ "bot": "a.json", "devices": 1, "server": { "ping": "5s", "backoff": { "jitter": "none" } } }"#
            ).plan)
        var own = ServerSettings()
        own.url = "ws://host/ws"
        own.connectTimeout = .seconds(3)
        let settings = plan.server.applied(to: own)
        #expect(settings.url == "ws://host/ws")
        #expect(settings.connectTimeout == .seconds(3))
        #expect(settings.ping == .seconds(5))
        #expect(settings.backoff.jitter == .none)
    }

    @Test("arriving in stages takes the rest in the last")
    func stages() throws {
        let plan = try #require(
            read(
                """
                { "bot": "a.json", "devices": 100,
                  "arrive": [ { "devices": 10, "over": "1s" }, { "pause": "2s" }, { "rate": "30/s" } ] }
                """
            ).plan)
        let rows = plan.arrivals.timetable(devices: 100)
        #expect(rows.map(\.devices) == [10, 0, 90])
        #expect(rows.map(\.begins) == [.zero, .seconds(1), .seconds(3)])
        #expect(plan.arrivals.lasts(devices: 100) == .seconds(6))
    }

    @Test("all faults are told at once, each with its place and what to do")
    func faults() {
        #expect(
            printed(
                """
                { "devices": 0, "bots": [ { "fil": "a.json" } ],
                  "arrive": { "rate": "20 per second" },
                  "hold": [ { "for": "10s", "rate": "5/s", "drill": "earthquake" } ],
                  "sources": ["localhost"],
                  "thresholds": { "reply.p99": "< 250" } }
                """) == Self.faults)
    }

    static let faults = #"""
        plans/p.load.json:1:14: error[R010]: "devices" is too small: it must be at least 1
           1 | { "devices": 0, "bots": [ { "fil": "a.json" } ],
             |              ^

        plans/p.load.json:1:29: error[R004]: "fil" is not a key of a bot of the plan
           1 | { "devices": 0, "bots": [ { "fil": "a.json" } ],
             |                             ^^^^^
             = hint: did you mean "file"?

        plans/p.load.json:2:23: error[R008]: "20 per second" is not a rate
           2 |   "arrive": { "rate": "20 per second" },
             |                       ^^^^^^^^^^^^^^^
             = hint: a number above 0, a slash and a unit: "200/s", "0.5/s", "30/m", "1000/h"

        plans/p.load.json:3:29: error[R011]: there is no rate that this could change
           3 |   "hold": [ { "for": "10s", "rate": "5/s", "drill": "earthquake" } ],
             |                             ^^^^^^
             = hint: "send" with "text" and "rate" says what is sent

        plans/p.load.json:3:53: error[R007]: "drill" cannot be "earthquake"
           3 |   "hold": [ { "for": "10s", "rate": "5/s", "drill": "earthquake" } ],
             |                                                     ^^^^^^^^^^^^
             = hint: it is one of "reconnect", "slow_readers", "half_open" or "prompt_flood"

        plans/p.load.json:4:15: error[R036]: "localhost" is not an IP address
           4 |   "sources": ["localhost"],
             |               ^^^^^^^^^^^
             = hint: an address of this machine's own, such as "127.0.0.2"

        plans/p.load.json:5:38: error[R007]: the time needs a unit
           5 |   "thresholds": { "reply.p99": "< 250" } }
             |                                      ^
             = hint: times are in us, ms or s, such as "< 250ms"

        """#

    @Test(
        "what does not go together is told",
        arguments: [
            (#""arrive": [ { "over": "1s" }, { "devices": 1, "over": "1s" } ]"#, "must say how many arrive in it"),
            (#""arrive": [ { "devices": 5, "over": "1s" } ]"#, "the stages bring 5 devices, and the plan has 10"),
            (#""hold": [ { "for": "1s", "rate": "5/s" } ]"#, "there is no rate that this could change"),
            (#""hold": [ { "for": "1s", "share": 0.5 } ]"#, #""share" is about a drill, and this stage has none"#),
            (#""hold": [ { "for": "1s", "drill": "prompt_flood" } ]"#, #"a prompt flood needs "text""#),
            (#""send": { "text": "hi", "every": "0s" }"#, "this would be said without any pause"),
            (#""send": { "text": "{{x", "every": "1s" }"#, "this {{ is never closed"),
            (#""send": { "text": "x" }"#, "every"),
            (#""server": { "token": "abc" }"#, "a token or key never stands in a rule file"),
        ])
    func together(_ member: String, _ words: String) {
        let text = printed(#"{ "bot": "a.json", "devices": 10, "# + member + " }")
        #expect(text.contains(words), "\(text)")
    }

    @Test("a plan of more parts than its run.json could say is refused")
    func tooMany() {
        let stages = Array(repeating: #"{ "for": "1s" }"#, count: 1001).joined(separator: ",")
        let text = printed(#"{ "bot": "a.json", "devices": 10, "hold": ["# + stages + "] }")
        #expect(text.contains("these are too many: at most 1000 can stand here"))
    }

    @Test("a fault of the data is shown where the plan names the file")
    func dataPlace() {
        let bytes = Array(#"{ "bot": "/nowhere/a.json", "data": "/nowhere/d.csv", "devices": 1 }"#.utf8)
        let report = PlanFile.check(bytes: bytes, path: "p.load.json")
        #expect(report.diagnostics.first?.range == 9..<26)
    }

    @Test(
        "rates are a number and a unit",
        arguments: [
            ("200/s", 200), ("0.5/s", 0.5), ("30/m", 0.5), ("3600/h", 1),
        ] as [(String, Double)])
    func rates(_ text: String, _ perSecond: Double) throws {
        let rate = try #require(Rate(parsing: text))
        #expect(rate.perSecond == perSecond)
        #expect(Rate(parsing: "\(rate)") == rate)
    }

    @Test(
        "what is no rate is refused",
        arguments: ["", "200", "/s", "0/s", "-1/s", "1e9/s", "5/d", "5 /s", "99999999999/s", "1/s/s", "nan/s"])
    func noRates(_ text: String) { #expect(Rate(parsing: text) == nil) }
}
