import Testing

@Suite("talaria audit and replay, as processes")
struct AuditTests {
    @Test("what is not there ends with 66, and what cannot be used with its own code")
    func missing() throws {
        let folder = try Talaria.Folder(["a.json": RunTests.bot, "day.ndjson": "{\n{}\n"])
        for (words, code, text) in [
            (["audit", "none"], 66, "none"), (["audit", "."], 66, "there is no audit log in ."),
            (["replay", "none.ndjson", "a.json"], 66, "none.ndjson"),
            (["replay", "day.ndjson", "a.json"], 65, "day.ndjson:1: this line is no JSON object"),
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
        let resumed = try Talaria.run(["audit", "s", "--resume"], in: folder.path)
        #expect(resumed.output == "approvals do not pause: there is nothing to end\n")
        let replay = try Talaria.run(["replay", "day.ndjson", "a.json", "--expect-same"], in: folder.path)
        #expect(replay.code == 0, "\(replay.output)")
        // The close and the exit.
        #expect(replay.output == "2 recorded decisions: no difference\n")
    }
}
