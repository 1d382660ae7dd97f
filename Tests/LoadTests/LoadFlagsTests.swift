import Drive
import Rules
import Testing
import Time

@testable import Load

@Suite("The flags of load")
struct LoadFlagsTests {
    private func plan(_ flags: [String: String]) throws -> LoadPlan {
        var plan = LoadPlan(path: "p", bots: [.init(path: "b.json")])
        try LoadFlags { flags[$0] }.change(&plan)
        return plan
    }

    private func fault(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch let fault as ExitFault { return "\(fault.code.rawValue): \(fault.message)" } catch { return "\(error)" }
    }

    @Test("flags make the same plan as a file")
    func whole() throws {
        let plan = try plan([
            "--devices": "500", "--over": "30s", "--hold": "2m", "--url": "ws://h/ws", "--text": "hi", "--rate": "50/s",
            "--sources": "127.0.0.2,127.0.0.3", "--seed": "9",
        ])
        #expect(plan.devices == 500)
        #expect(plan.arrivals.lasts(devices: 500) == .seconds(30))
        #expect(plan.stages == [Stage(lasts: .seconds(120))])
        #expect(plan.server.url == "ws://h/ws")
        #expect(plan.sending?.schedule == Rate(count: 50).map { .rate($0) })
        #expect(plan.sources == ["127.0.0.2", "127.0.0.3"])
        #expect(plan.seed == 9)
    }

    @Test("a search for the limit goes on until it has found it")
    func search() throws { #expect(try plan(["--find-limit": ""]).holds == .seconds(3600)) }

    @Test("a text alone is a closed schedule without a pause")
    func closed() throws {
        #expect(try plan(["--text": "hi"]).sending?.schedule == .think(DelayRange(.zero, .zero)))
        #expect(try plan([:]).sending == nil)
    }

    @Test(
        "a value that cannot be is said with what can",
        arguments: [
            (["--devices": "0"], "64: --devices takes a whole number from 1 to 10000000, not “0”"),
            (["--over": "fast"], "64: --over takes a time such as 250ms, 20s, 5m or 1h, not “fast”"),
            (["--rate": "5/s"], "64: --rate and --think say how often, and --text what"),
            (
                ["--rate": "5/s", "--think": "1s", "--text": "x"],
                "64: --rate sends whatever comes back, and --think waits for replies: one of them"
            ),
            (["--sources": ""], "64: --sources takes addresses of this machine with commas between, and “” is none"),
            (
                ["--sources": "127.0.0.2,"],
                "64: --sources takes addresses of this machine with commas between, and “” is none"
            ),
            (
                ["--rate": "5", "--text": "x"],
                "64: --rate takes a rate such as 200/s, 0.5/s or 30/m, not “5”"
            ),
            (
                ["--sources": "127.0.0.2,here"],
                "64: --sources takes addresses of this machine with commas between, and “here” is none"
            ),
        ] as [([String: String], String)])
    func faults(_ flags: [String: String], _ text: String) { #expect(fault { _ = try plan(flags) } == text) }

    @Test("shards, moments and addresses")
    func others() throws {
        let flags = LoadFlags { ["--shard": "3/10", "--start-at": "1767225600", "--prometheus": ":9464"][$0] }
        #expect(try flags.settings(version: "1", journal: nil).shard == Part(index: 2, count: 10))
        let outlets = try flags.outlets()
        #expect(outlets.startAt == WallTime(milliseconds: 1_767_225_600_000))
        #expect(outlets.prometheus.map { "\($0)" } == "127.0.0.1:9464")
        for wrong in ["0/3", "4/3", "1", "a/b", "1/2/3"] {
            #expect(
                fault { _ = try LoadFlags { $0 == "--shard" ? wrong : nil }.settings(version: "", journal: nil) }
                    .hasPrefix("64: --shard takes a part"))
        }
    }
}
