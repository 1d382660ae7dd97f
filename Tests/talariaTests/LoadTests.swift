import CSystem
import Foundation
import Testing

/// A run of the real binary on a machine that also runs all other tests may be late: it then says so and ends with 75, which is
/// as it should be. What was counted is the same.
@Suite("talaria load, as a process", .serialized)
struct LoadTests {
    private static let gateway =
        #"{ "version": 1, "name": "g", "role": "gateway", "server": { "listen": "127.0.0.1:0" }, "#
        + #""rules": [{ "id": "r", "on": "text", "on_overlap": "parallel", "do": [{ "message": "{{text}}" }] }] }"#
    private static let bot =
        #"{ "version": 1, "name": "d", "server": { "delivery": "at_most_once" }, "#
        + #""rules": [{ "id": "r", "on": "error", "do": [{ "log": "x" }] }] }"#

    private static func plan(_ more: String = "", devices: Int = 4) -> String {
        #"{ "bot": "d.json", "devices": \#(devices), "arrive": { "over": "100ms" }, "hold": "400ms", "#
            + #""send": { "text": "hi {{device.index}}", "every": "100ms..200ms" }\#(more) }"#
    }

    /// A gateway that answers each text with itself, and a folder with a device and plans.
    private final class Setting {
        let folder: Talaria.Folder
        let url: String
        private let serve: RunningTalaria

        init(_ files: [String: String] = [:]) throws {
            folder = try Talaria.Folder(
                ["g.json": LoadTests.gateway, "d.json": LoadTests.bot].merging(files) { $1 })
            serve = try RunningTalaria(["serve", "g.json"], in: folder.path)
            let words = serve.says("listening on").first?.split(separator: " ").map(String.init) ?? []
            url = try #require(words.first { $0.hasPrefix("ws://") })
        }

        func load(_ words: [String]) throws -> Talaria.Outcome {
            try Talaria.run(["load"] + words + ["--url", url], in: folder.path)
        }

        func record(_ name: String) throws -> [String: Any] {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }

        func counters(_ name: String) throws -> [String: Int] {
            try #require(try record(name)["counters"] as? [String: Int])
        }

        func end() -> Int32 {
            serve.signal(SIGTERM)
            return serve.ending()
        }
    }

    /// The exit code, unless this machine was too busy to be the judge.
    private func code(_ outcome: Talaria.Outcome, _ expected: Int32) -> Bool {
        outcome.code == expected || outcome.code == 75 && outcome.output.contains("BOTTLENECK: ")
    }

    @Test("devices come, speak, hear and go; run.json has it, one page shows it, and nothing is left behind")
    func whole() throws {
        let setting = try Setting()
        let outcome = try setting.load([
            "d.json", "--devices", "5", "--over", "100ms", "--hold", "500ms", "--text", "hi", "--think", "50ms",
            "--workers", "2", "--out", "run.json", "--html", "run.html",
        ])
        #expect(code(outcome, 0), "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasPrefix("d.json against \(setting.url)\n5 devices, "))
        #expect(outcome.errors.contains("  workers      2 processes, at most 3 devices each\n"))
        let counters = try setting.counters("run.json")
        #expect(counters["devices"] == 5)
        #expect(counters["errors"] == 0 && counters["closes"] == 0 && counters["lost"] == 0)
        let metrics = try #require(try setting.record("run.json")["metrics"] as? [String: [String: Any]])
        #expect(metrics["ready"]?["count"] as? Int == 5)
        let replies = try #require(metrics["reply"]?["count"] as? Int)
        #expect(replies >= 5)
        // A hello each, and a text for each reply.
        #expect(counters["sent"] == replies + 5)
        let page = try String(contentsOfFile: setting.folder.path + "/run.html", encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        let left = try FileManager.default.contentsOfDirectory(atPath: setting.folder.path)
        #expect(Set(left) == ["d.json", "g.json", "run.html", "run.json"])
        #expect(setting.end() == 0)
    }

    @Test("the same run again is no repetition for the server: nothing is lost")
    func again() throws {
        let setting = try Setting(["p.load.json": Self.plan()])
        for name in ["1.json", "2.json"] {
            let outcome = try setting.load(["p.load.json", "--seed", "7", "--quiet", "--out", name])
            #expect(code(outcome, 0), "\(outcome.output)")
            #expect(outcome.errors == "")
            #expect(try setting.counters(name)["lost"] == 0)
            #expect(try #require(try setting.counters(name)["received"]) > 4)
        }
        #expect(try setting.record("1.json")["ids"] as? [String] != setting.record("2.json")["ids"] as? [String])
    }

    @Test("thresholds decide the exit code")
    func thresholds() throws {
        let setting = try Setting([
            "met.load.json": Self.plan(#", "thresholds": { "ready.count": "== 4", "lost": "== 0" }"#),
            "not.load.json": Self.plan(#", "thresholds": { "ready.count": ">= 5" }"#),
        ])
        let met = try setting.load(["met.load.json", "--quiet"])
        #expect(code(met, 0), "\(met.output)")
        #expect(met.output.contains("✓ ready.count  == 4  4\n✓ lost         == 0  0\n"))
        let not = try setting.load(["not.load.json", "--quiet"])
        #expect(code(not, 1), "\(not.output)")
        #expect(not.output.contains("✗ ready.count  >= 5  4\n"))
    }

    @Test("shards make one report; the same shard twice, and a shard of another plan, are none of it")
    func shards() throws {
        let setting = try Setting(["p.load.json": Self.plan(), "q.load.json": Self.plan(devices: 6)])
        for (plan, shard, name) in [
            ("p.load.json", "1/2", "1.json"), ("p.load.json", "2/2", "2.json"), ("q.load.json", "2/2", "3.json"),
        ] {
            let outcome = try setting.load([plan, "--shard", shard, "--quiet", "--out", name])
            #expect(code(outcome, 0), "\(outcome.output)")
            #expect(
                outcome.code == 75
                    || outcome.output.hasSuffix("\n\ndone; `talaria report` judges this part with the others\n"))
        }
        func report(_ words: [String]) throws -> Talaria.Outcome {
            try Talaria.run(["report"] + words, in: setting.folder.path)
        }
        #expect(try report(["1.json"]).code != 0)
        let both = try report(["1.json", "2.json", "--out", "sum.json"])
        #expect(code(both, 0), "\(both.output)")
        #expect(both.output.contains("all 2 shards"))
        #expect(try setting.counters("sum.json")["devices"] == 4)
        #expect(try #require(try setting.record("sum.json")["ids"] as? [String]).count == 2)
        let twice = try report(["1.json", "1.json"])
        #expect(twice.code == 65)
        #expect(twice.errors == "talaria: 1.json: shard 1/2 is there twice\n  give each shard of one run once\n")
        let other = try report(["1.json", "3.json"])
        #expect(other.code == 65)
        #expect(
            other.errors == """
                talaria: 3.json: this is a run of another plan: devices 6, not 4
                  report each plan by itself, or set one beside the other with --compare

                """)
    }

    @Test("one device alone has the id that it has among all, and shows what it says and hears")
    func only() throws {
        let setting = try Setting(["p.load.json": Self.plan()])
        let outcome = try setting.load(["p.load.json", "--only", "2", "--out", "one.json"])
        #expect(code(outcome, 0), "\(outcome.output)")
        #expect(outcome.errors.contains("→ text \"hi 2\""), "\(outcome.errors)")
        #expect(outcome.errors.contains("← message"))
        #expect(try setting.counters("one.json")["devices"] == 1)
    }

    @Test("where no device ever became ready the run has failed, thresholds or not")
    func nobody() throws {
        let folder = try Talaria.Folder(["d.json": Self.bot])
        let words = ["load", "d.json", "--url", "ws://127.0.0.1:1/ws", "--devices", "2", "--hold", "300ms", "--quiet"]
        let outcome = try Talaria.run(words + ["--out", "run.json"], in: folder.path)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains(": net.connect "))
        let advice = "  net.connect: is a server running there? talaria serve starts one on this machine\n"
        #expect(
            outcome.output.hasSuffix("\n✗ ready  >= 1  0\n\nFAILED: no device became ready\n" + advice),
            "\(outcome.output)")
        // Whoever reads it says the same.
        let report = try Talaria.run(["report", "run.json"], in: folder.path)
        #expect(report.code == 1)
        #expect(report.output.hasSuffix("\n✗ ready  >= 1  0\n\nFAILED: no device became ready\n"))
    }

    @Test(
        "what cannot be done is said before anything connects, with its own code",
        arguments: [
            (["d.json", "--devices", "none"], 64, "--devices takes a whole number"),
            (["d.json", "--rate", "5/s"], 64, "--rate and --think say how often, and --text what"),
            (["bad.load.json"], 65, "bad.load.json:1:"),
            (["g.json"], 65, "g.json is of role gateway: it is no device"),
            (["none.json"], 66, "none.json"),
            (["data.load.json"], 66, "none.csv"),
            (["d.json", "--compare", "none.json"], 66, "none.json"),
            (["d.json", "--compare", "d.json"], 65, "this is no run.json"),
            (["d.json", "--out", "folder"], 73, "folder: Is a directory"),
            (["d.json", "--html", "nowhere/run.html"], 73, "nowhere/run.html: No such file or directory"),
            (["d.json", "--text", "{{nope}}"], 64, "--text: nothing here is named \"nope\""),
            (["d.json", "--only", "0", "--shard", "1/2"], 64, "--shard and --only do not go together"),
            (["d.json", "--find-limit", "--shard", "1/2"], 64, "--shard and --find-limit do not go together"),
            (["d.json", "--out", "x", "--html", "x"], 64, "each needs a file of its own"),
            (["few.load.json", "--devices", "9"], 64, "arrive bring 2 devices, and --devices says 9"),
            (["d.json", "--sources", "192.0.2.1"], 78, "192.0.2.1 is no address of this machine"),
            (["d.json", "--sources", "::1"], 78, "nothing goes out from ::1 to 127.0.0.1"),
            (["twice.load.json"], 65, "twice.csv:3: another row has the device_id \"a\" already"),
            (["d.json", "--only", "5"], 78, "there is no device 5 among 1"),
            (["d.json", "--shard", "2/2"], 78, "shard 2/2 has none of the 1 devices"),
        ] as [([String], Int32, String)])
    func faults(words: [String], code: Int32, text: String) throws {
        let folder = try Talaria.Folder([
            "d.json": Self.bot, "g.json": Self.gateway, "bad.load.json": #"{ "bot": "d.json", "devices": -1 }"#,
            "data.load.json": #"{ "bot": "d.json", "devices": 2, "data": "none.csv" }"#,
            "few.load.json": #"{ "bot": "d.json", "devices": 2, "arrive": [{ "devices": 2, "over": "1s" }] }"#,
            "twice.load.json": #"{ "bot": "d.json", "devices": 2, "data": "twice.csv" }"#,
            "twice.csv": "device_id\na\na\n",
        ])
        try FileManager.default.createDirectory(atPath: folder.path + "/folder", withIntermediateDirectories: true)
        let outcome = try Talaria.run(
            ["load"] + words + ["--url", "ws://127.0.0.1:1/ws", "--hold", "100ms", "--quiet"], in: folder.path)
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.output == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 8)
    }

    @Test("a server that is named nowhere is a fault of the configuration")
    func noServer() throws {
        let folder = try Talaria.Folder(["d.json": Self.bot])
        let outcome = try Talaria.run(["load", "d.json", "--quiet"], in: folder.path)
        #expect(outcome.code == 78)
        #expect(outcome.errors == "talaria: d names no server\n  --url ws://…\n")
    }

    @Test("check says of a plan what load says: 66 for a file that is not there, 65 where something else is wrong too")
    func check() throws {
        let folder = try Talaria.Folder([
            "d.json": Self.bot, "data.load.json": #"{ "bot": "d.json", "devices": 2, "data": "none.csv" }"#,
            "bot.load.json": #"{ "bot": "none.json", "devices": 1 }"#,
            "bad.load.json": #"{ "bot": "d.json", "devices": -1 }"#,
        ])
        for (words, code) in [
            (["data.load.json"], 66), (["bot.load.json"], 66), (["bad.load.json"], 65),
            (["data.load.json", "bad.load.json"], 65),
        ] as [([String], Int32)] {
            #expect(try Talaria.run(["check"] + words, in: folder.path).code == code)
        }
    }
}
