import Foundation
import Testing

@Suite("talaria report")
struct ReportTests {
    /// The smallest run.json there is: devices were ready, and nothing else happened.
    static func run(threshold: String = ">= 10", shard: Int? = nil) -> String {
        let counters =
            "devices sent received errors closes lost repeated reordered reconnects bytes_in bytes_out".split(
                separator: " "
            )
            .map { "\"\($0)\": \($0 == "devices" ? 10 : 0)" }.joined(separator: ", ")
        let shards = shard.map { ", \"shards\": { \"of\": 2, \"present\": [\($0)] }" } ?? ""
        return """
            { "version": 1, "started": "2026-03-01T10:00:00Z", "seconds": 3,
              "plan": { "file": "idle.load.json", "bots": [], "url": "", "devices": 10, "seed": "1", "schedule": "closed",
                "stages": [], "runs": 1\(shards) },
              "thresholds": [{ "name": "devices", "want": "\(threshold)" }],
              "counters": { \(counters) }, "errors": {}, "closes": {}, "tags": {},
              "metrics": { "ready": { "count": 3, "unit": "ms",
                "histogram": "HISTFAAAACZ4nJNpmSzMwMDAxgABzFCaEURcm7yEwf4DRGBzBstvFiYAdjMGrQ==" } },
              "generator": { "version": "", "workers": 1, "cores": 1, "cpu_seconds": 0.5, "memory": 0, "memory_base": 0,
                "loop_lag": { "count": 0, "unit": "ms", "histogram": "HISTFAAAABx4nJNpmSzMgADMUJoRRFybvITB/gNEAABQ2gSH" },
                "bottleneck": [] },
              "series": { "interval": 1, "points": 0, "counters": {}, "errors": {}, "closes": {}, "devices": {},
                "metrics": {} } }
            """
    }

    @Test("prints a run and its verdict, which is the exit code")
    func prints() throws {
        let folder = try Talaria.Folder(["a.json": Self.run(), "b.json": Self.run(threshold: "> 10")])
        let passed = try Talaria.run(["report", "a.json"], in: folder.path)
        #expect(passed.code == 0)
        #expect(passed.errors == "")
        #expect(
            passed.output == """
                idle.load.json
                10 devices, 3.00 s, closed, seed 1

                       count     mean      p50      p90      p99    p99.9      max
                ready      3  53.4 ms  50.0 ms  60.2 ms  60.2 ms  60.2 ms  60.2 ms

                devices     10
                sent        0 (0/s), 0 B
                received    0 (0/s), 0 B
                errors      0
                closes      0
                texts       0 lost, 0 repeated, 0 reordered
                reconnects  0
                generator   1 worker on 1 core, CPU 0.500 s (16.7 % of the cores)

                ✓ devices  >= 10  10

                PASSED: 1 of 1 threshold met

                """)
        let failed = try Talaria.run(["report", "b.json"], in: folder.path)
        #expect(failed.code == 1)
        #expect(failed.output.hasSuffix("✗ devices  > 10  10\n\nFAILED: 1 of 1 threshold not met\n"))
    }

    @Test("merges shards, and writes the sum, a page and a log")
    func merges() throws {
        let folder = try Talaria.Folder(["1.json": Self.run(shard: 1), "2.json": Self.run(shard: 2)])
        let words = ["report", "1.json", "2.json", "--out", "sum.json", "--html", "r.html", "--hlog", "r.hlog"]
        let outcome = try Talaria.run(words + ["--format", "json"], in: folder.path)
        #expect(outcome.code == 0)
        let sum = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect((sum["counters"] as? [String: Int])?["devices"] == 20)
        let again = try Talaria.run(["report", "sum.json", "--format", "json"], in: folder.path)
        #expect(again.output == outcome.output)
        let page = try String(contentsOfFile: folder.path + "/r.html", encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        let log = try String(contentsOfFile: folder.path + "/r.hlog", encoding: .utf8)
        #expect(log.hasPrefix("#[Histogram log format version 1.3]\n"))
        let twice = try Talaria.run(["report", "1.json", "1.json"], in: folder.path)
        #expect(twice.code == 65)
        #expect(
            twice.errors == "talaria: 1.json: shard 1/2 is there twice\n  give each shard of one run once\n")
    }

    @Test("says of a file that is no run.json where that shows: 65; of one that is missing, 66, after that")
    func strangers() throws {
        let folder = try Talaria.Folder(["bot.json": "{ \"version\": 1,\n  \"rules\": [] }"])
        let stranger = try Talaria.run(["report", "bot.json"], in: folder.path)
        #expect(stranger.code == 65)
        #expect(
            stranger.errors
                == "talaria: bot.json:1:1: this is no run.json: it has no \"version\" and \"metrics\" as `load "
                + "--out` writes them\n")
        let words = try Talaria.Folder(["notes.txt": "// a bot\n{}"])
        let other = try Talaria.run(["report", "notes.txt"], in: words.path)
        #expect(other.code == 65)
        #expect(
            other.errors
                == "talaria: notes.txt:1:1: a run.json has no comments\n  talaria load --out FILE writes a run.json\n")
        let missing = try Talaria.run(["report", "none.json"], in: folder.path)
        #expect(missing.code == 66)
        #expect(
            missing.errors.hasPrefix(
                "talaria: cannot open none.json: No such file or directory\n  paths start from this folder: /"))
        #expect(try Talaria.run(["report", "none.json", "bot.json"], in: folder.path).code == 65)
        #expect(try Talaria.run(["report"], in: folder.path).code == 64)
    }
}
