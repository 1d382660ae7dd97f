import Bot
import Drive
import Files
import Rules
import Store
import Testing
import Time

@testable import Runner

/// A state folder with an audit log as a run leaves it.
private struct LoggedState {
    let folder: TemporaryFolder
    var path: String { folder.path }

    init() throws { folder = try TemporaryFolder() }

    static let bot = #"{ "version": 1, "name": "a", "rules": [{ "id": "r", "on": "ready", "do": [{ "stop": {} }] }] }"#

    func record(_ stage: AuditRecord.Stage, _ change: (inout AuditRecord) -> Void = { _ in }) -> AuditRecord {
        var record = AuditRecord(
            stage: stage, prompt: "p1", kind: "exec_approval", text: "Run?", offered: ["once", "deny"])
        record.command = "git status"
        record.parse = "[git, status]"
        change(&record)
        return record
    }

    var ruled: (inout AuditRecord) -> Void {
        { record in
            record.rule = "look"
            record.place = Place(line: 7, column: 9)
            record.option = "once"
        }
    }

    func write(_ records: [AuditRecord], in name: String? = nil, fileSize: Int = AuditLog.fileSize) throws {
        let folder = name.map { path + "/" + $0 } ?? path
        try Folder.create(folder)
        let log = try AuditLog.open(folder + "/audit.ndjson", fileSize: fileSize)
        let source = try BotSource(
            bytes: Array(Self.bot.utf8), path: "bots/a.json", folder: ".", paint: Paint(isOn: false))
        for (index, record) in records.enumerated() {
            let time = WallTime(milliseconds: 1_767_225_600_000 + Int64(index) * 250)
            _ = try log.append(AuditEntry.bytes(record, source: source, at: time))
        }
    }

    func report(_ format: AuditReport.Format = .text(Paint(isOn: false))) throws -> (text: String, code: ExitCode) {
        var text = ""
        let code = try AuditReport(state: path, format: format).print { text += $0 }
        return (text.replacing(path, with: "STATE"), code)
    }

    var log: [String] {
        let bytes = (try? Folder.contents(path + "/audit.ndjson", atMost: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// As the report prints that of the last record.
    var hash: String { String(log.last?.suffix(66).prefix(16) ?? "") }

    var names: [String] { ((try? Folder.names(path)) ?? []).sorted() }

    func rewrite(_ text: String) throws { try Folder.replace(path + "/audit.ndjson", with: Array(text.utf8)) }

    /// As the bot keeps a pause: version, reason, no approvals in the last minute.
    func keepPause(_ reason: String, of bot: String) throws {
        let store = try Store.open(path + "/talaria.db")
        let value = [1, 1, UInt8(reason.utf8.count)] + Array(reason.utf8) + [0]
        store.commit(bot: bot, [.init(key: KeptPause.key, value: value)], at: WallTime(milliseconds: 0))
        store.close()
    }
}

@Suite("The report of an audit log")
struct AuditReportTests {
    private let state: LoggedState

    init() throws { state = try LoggedState() }

    @Test("is a line a decision, with the rule, the command and why, and a line for the chain")
    func text() throws {
        try state.write([
            state.record(.decided, state.ruled),
            state.record(.applied) { [state] in
                state.ruled(&$0)
                $0.applied = "once"
            },
            state.record(.left) {
                $0.prompt = "p2"
                $0.command = "git status > x"
                $0.parse = "unclear (redirection) at 11: a redirection"
                $0.reason = "no rule answers it"
            },
            state.record(.decided) {
                $0.prompt = "p3"
                $0.kind = "clarify"
                $0.command = nil
                $0.text = "Which\ncity?"
                $0.answerText = "Lisbon"
                $0.byHand = true
            },
            state.record(.expired) { $0.prompt = "p2" },
        ])
        let (text, code) = try state.report()
        let hash = try #require(state.log.last?.suffix(66).prefix(16))
        #expect(code == .well)
        #expect(
            text == """
                STATE/audit.ndjson
                     1  2026-01-01T00:00:00Z      decided     once      p1 exec_approval by look (bots/a.json:7:9): "git status"
                     2  2026-01-01T00:00:00.250Z  applied     once      p1 exec_approval by look (bots/a.json:7:9): "git status"
                     3  2026-01-01T00:00:00.500Z  left        -         p2 exec_approval: "git status > x", unclear (redirection) at 11: a redirection, no rule answers it
                     4  2026-01-01T00:00:00.750Z  decided     a text    p3 clarify by hand: "Which\\ncity?", with the text "Lisbon"
                     5  2026-01-01T00:00:01Z      expired     -         p2 exec_approval: "git status"
                5 records, the chain is whole: \(hash)

                """)
    }

    @Test("names the line of a record that was changed, cut out or cut off, and ends with 1")
    func broken() throws {
        try state.write([state.record(.decided, state.ruled), state.record(.left), state.record(.expired)])
        let whole = state.log
        func found(_ lines: [String]) throws -> (String?, ExitCode) {
            try state.rewrite(lines.map { $0 + "\n" }.joined())
            let (text, code) = try state.report()
            return (text.split(separator: "\n").last.map(String.init), code)
        }
        let changed = whole[1].replacing("git status", with: "git stash!")
        #expect(
            try found([whole[0], changed, whole[2]]).0
                == "the chain is broken: line 2 (record 2) was changed; 1 record before it is well")
        #expect(try found([whole[0], changed, whole[2]]).1 == .failed)
        #expect(
            try found([whole[1], whole[0], whole[2]]).0
                == "the chain is broken: line 1 is record 2, where record 1 should follow: records were cut out, put in or moved; 0 records before it are well"
        )
        #expect(
            try found([whole[0], whole[2]]).0
                == "the chain is broken: line 2 is record 3, where record 2 should follow: records were cut out, put in or moved; 1 record before it is well"
        )
        #expect(
            try found([whole[0], whole[1]]).0
                == "the chain is broken: from line 3 on, record 3 at the end: cut off; 2 records before it are well")
        try Folder.remove(state.path + "/audit.ndjson")
        #expect(try state.report().code == .failed)
    }

    @Test("tells what a crash left unfinished from tampering")
    func remains() throws {
        try state.write([state.record(.left)])
        let whole = state.log.map { $0 + "\n" }.joined()
        try state.rewrite(whole + #"{"seq":2,"prev":""#)
        let (text, code) = try state.report()
        #expect(code == .well)
        #expect(
            text.split(separator: "\n").last
                == "line 2 is unfinished: it is just being written, or the process ended meanwhile; it was never acknowledged, so nothing was sent for it"
        )
        // Half of a record that was acknowledged is no crash.
        try state.rewrite(String(whole.dropLast(40)))
        #expect(try state.report().code == .failed)
    }

    @Test("covers the folders of several bots")
    func several() throws {
        try state.write([state.record(.left)], in: "a")
        try state.write([], in: "b")
        let (text, code) = try state.report()
        #expect(code == .well)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "STATE/a/audit.ndjson")
        #expect(lines.contains("STATE/b/audit.ndjson"))
        #expect(lines.dropLast().last == "0 records, the chain is whole: 0000000000000000")
    }

    @Test(
        "of a log in several files is one report; it names the closed file that is not whole, and what was moved away")
    func closedFiles() throws {
        for number in 1...3 { try state.write([state.record(.left) { $0.prompt = "p\(number)" }], fileSize: 1) }
        #expect(
            state.names == [
                "audit.000000000001.ndjson", "audit.000000000002.ndjson", "audit.ndjson", "audit.ndjson.head",
            ])
        var (text, code) = try state.report()
        #expect(code == .well)
        let lines = text.split(separator: "\n")
        #expect(lines[1...3].map { $0.prefix(8) } == ["     1  ", "     2  ", "     3  "])
        #expect(lines[4].hasPrefix("3 records in 3 files, the chain is whole: "))

        let second = state.path + "/audit.000000000002.ndjson"
        let whole = try #require(try Folder.contents(second, atMost: 1 << 20))
        try Folder.replace(
            second, with: Array(String(decoding: whole, as: UTF8.self).replacing("p2", with: "p9").utf8))
        (text, code) = try state.report()
        #expect(code == .failed)
        #expect(
            text.split(separator: "\n").last
                == "the chain is broken: audit.000000000002.ndjson: line 1 (record 2) was changed; 1 record before it is well"
        )
        #expect(
            try state.report(.json).text.hasSuffix(
                #""broken":{"kind":"changed","file":"audit.000000000002.ndjson","line":1,"text":"audit.000000000002.ndjson: line 1 (record 2) was changed"}}]}"#
                    + "\n"))

        for name in state.names.prefix(2) { try Folder.remove(state.path + "/" + name) }
        (text, code) = try state.report()
        #expect(code == .well)
        #expect(
            text.split(separator: "\n")[2...].map { $0.prefix(48) } == [
                "records 1 to 2 are not here: the oldest files we", "1 record, the chain is whole: \(state.hash)",
            ])
    }

    @Test("is one JSON object for programs")
    func json() throws {
        try state.write([state.record(.left) { $0.reason = "no rule answers it" }])
        try state.rewrite(state.log[0].replacing("no rule", with: "a rule!") + "\n")
        let (text, code) = try state.report(.json)
        #expect(code == .failed)
        let zeros = String(repeating: "0", count: 64)
        #expect(
            text
                == #"{"logs":[{"path":"STATE/audit.ndjson","records":[],"first":1,"count":0,"files":1,"hash":"\#(zeros)","whole":false,"unfinished":false,"#
                + #""broken":{"kind":"changed","line":1,"text":"line 1 (record 1) was changed"}}]}"# + "\n")
    }

    @Test("of a folder that is not there, or has no log, is refused with 66")
    func missing() throws {
        for (path, message) in [
            (state.path + "/none", "no such file"), (state.path, "there is no audit log in"),
        ] {
            do throws(ExitFault) {
                _ = try AuditReport(state: path, format: .json)
                Issue.record("\(path) was taken")
            } catch {
                #expect(error.code == .noInput)
                #expect(error.message.lowercased().contains(message), "\(error.message)")
            }
        }
    }
}

@Suite("The end of a pause")
struct AuditResumeTests {
    private let state: LoggedState

    init() throws { state = try LoggedState() }

    private func pause() throws {
        try state.write([
            state.record(.mismatched) { [state] in
                state.ruled(&$0)
                $0.applied = "always"
            }
        ])
        try state.keepPause("prompt_done of p1 names \"always\"", of: "a")
    }

    @Test("is told as long as it lasts, noted in the log, and kept")
    func ends() throws {
        try pause()
        let before = try state.report().text.split(separator: "\n")
        #expect(
            before[1].hasSuffix(
                #"mismatched  once      p1 exec_approval by look (bots/a.json:7:9): "git status", applied was always"#))
        #expect(before.last == "approvals of a pause since record 1: talaria audit --resume STATE ends it")

        let ended = try AuditResume(state: state.path).perform()
        #expect(ended == [.init(bot: "a", reason: "prompt_done of p1 names \"always\"")])
        #expect(ended.text == "approvals of a go on; they paused because prompt_done of p1 names \"always\"\n")
        #expect(ended.json == #"{"resumed":[{"bot":"a","reason":"prompt_done of p1 names \"always\""}]}"# + "\n")

        let after = try state.report().text.split(separator: "\n")
        #expect(after[2].contains("  resumed     -         by user "))
        #expect(after.last?.hasPrefix("2 records, the chain is whole") == true)
        let store = try Store.open(state.path + "/talaria.db")
        let kept = try #require(try store.load(bot: "a").first { $0.key == KeptPause.key })
        #expect(KeptPause(kept.value) == nil)
        #expect(kept.value == [1, 0, 0])
    }

    @Test("is nothing where there is none")
    func none() throws {
        try state.write([state.record(.left)])
        let ended = try AuditResume(state: state.path).perform()
        #expect(ended.text == "approvals do not pause: there is nothing to end\n")
        #expect(state.log.count == 1)
    }

    @Test("is refused while a bot runs on the folder, with 73")
    func running() throws {
        try pause()
        let running = try StateFolder.open(state.path)
        do throws(ExitFault) {
            _ = try AuditResume(state: state.path).perform()
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .cannotWrite)
            #expect(error.message == "a bot is running on \(state.path): its pause is in its memory")
            #expect(error.hint == "stop the bot, end the pause, and start it again")
        }
        #expect(state.log.count == 1)
        withExtendedLifetime(running) {}
    }

    @Test("is refused where the chain is broken, with 1")
    func broken() throws {
        try pause()
        try state.rewrite("")
        do throws(ExitFault) {
            _ = try AuditResume(state: state.path).perform()
            Issue.record("it was taken")
        } catch {
            #expect(error.code == .failed)
            #expect(error.hint == "talaria audit \(state.path)")
        }
    }
}
