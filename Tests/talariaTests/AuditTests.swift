import Foundation
import Testing

@Suite("talaria audit and replay, as processes")
struct AuditTests {
    @Test("what is not there ends with 66, and what cannot be used with its own code")
    func missing() throws {
        let folder = try Talaria.Folder(["a.json": RunTests.bot, "day.ndjson": "{\n{}\n"])
        for (words, code, text) in [
            (["audit", "none"], 66, "none"), (["audit", "."], 66, "there is no audit log in ."),
            (["replay", "none.ndjson", "a.json"], 66, "none.ndjson"),
            (
                ["replay", "day.ndjson", "a.json"], 65,
                "day.ndjson:1: this is no recording, as `talaria record` writes one: "
            ),
            (["replay", "day.ndjson", "a.json", "--from", "soon"], 64, "--from takes a moment"),
            (["run", "a.json", "--redact"], 64, "--redact goes with --record"),
            (["record", "a.json"], 64, "record needs --out FILE"),
            (["run", "a.json", "--record", "a.json", "--state", "s"], 73, "It is no recording, and is left as it is"),
        ] as [([String], Int32, String)] {
            let outcome = try Talaria.run(words, in: folder.path)
            #expect(outcome.code == code, "\(words): \(outcome.errors)")
            #expect(outcome.errors.contains(text), "\(words): \(outcome.errors)")
        }
    }

    @Test("a bot's run is recorded, audited and replayed")
    func whole() throws {
        let folder = try Talaria.Folder(["a.json": RunTests.bot])
        let run = try Talaria.run(["run", "a.json", "--state", "s", "--record", "day.ndjson"], in: folder.path)
        #expect(run.code == 0, "\(run.errors)")
        let audit = try Talaria.run(["audit", "s"], in: folder.path)
        #expect(audit.code == 0)
        #expect(audit.output == "s/audit.ndjson\n0 records, the chain is whole: 0000000000000000\n")
        let head = folder.path + "/s/audit.ndjson.head"
        let own = try Data(contentsOf: URL(fileURLWithPath: head))
        try Data(repeating: 0x20, count: 1 << 16).write(to: URL(fileURLWithPath: head))
        let broken = try Talaria.run(["audit", "s"], in: folder.path)
        #expect(broken.code == 1, "\(broken.errors)")
        #expect(broken.output.contains("the chain is broken: the head file beside the log cannot be read"))
        try own.write(to: URL(fileURLWithPath: head))
        let resumed = try Talaria.run(["audit", "s", "--resume"], in: folder.path)
        #expect(resumed.output == "approvals do not pause: there is nothing to end\n")
        let replay = try Talaria.run(["replay", "day.ndjson", "a.json", "--expect-same"], in: folder.path)
        #expect(replay.code == 0, "\(replay.output)")
        // The close and the exit.
        #expect(replay.output == "2 recorded decisions: no difference\n")
        let backwards = try Talaria.run(
            ["replay", "day.ndjson", "a.json", "--expect-same", "--from", "2m", "--to", "1m"], in: folder.path)
        #expect(backwards.code == 64)
        #expect(backwards.output == "")
        #expect(
            backwards.errors.hasPrefix("talaria: --from and --to hold nothing of day.ndjson: the stretch would end at ")
        )
        let late = try Talaria.run(
            ["replay", "day.ndjson", "a.json", "--to-test", "t", "--from", "1h"], in: folder.path)
        #expect(late.code == 64)
        #expect(late.errors.contains("nothing was recorded then: the recording goes from "))
    }

    @Test("SIGUSR1 has a bot say how it is, and whether it approves; turning the switch is said at once")
    func status() throws {
        let folder = try Talaria.Folder([
            "a.json":
                #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "message", "do": [{ "reply": "x" }] }] }"#
        ])
        try FileManager.default.createDirectory(atPath: folder.path + "/s", withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: folder.path + "/s/approvals.off"))
        let run = try RunningTalaria(["run", "a.json", "--state", "s"], in: folder.path)
        #expect(run.says("nothing is approved from now on: s/approvals.off is there").count == 1)
        run.says("← ready")
        run.signal(10)
        let line = try #require(run.says("status: ").first)
        #expect(line.contains("status: ready; approvals are off: s/approvals.off is there; "), "\(line)")
        try FileManager.default.removeItem(atPath: folder.path + "/s/approvals.off")
        #expect(run.says("approvals go on: approvals.off is gone").count == 1)
        run.signal(10)
        #expect(run.says("status: ", times: 2).last?.contains("; approvals are on; ") == true)
        run.signal(15)
        #expect(run.ending() == 0)
    }
}
