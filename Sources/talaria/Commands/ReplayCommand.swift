import Console
import Drive
import Files
import Prove
import Rules
import Time

extension Command {
    static let replay = Command(
        "replay", operands: "FILE BOT.json", summary: "tell a recorded session to a rule file, and show what differs",
        details: """
            What came in is told to the rules in virtual time, as it was recorded; what they would send is set beside
            what was sent then. Shown are decisions that changed, were added, or are missing; ids, typing and the states
            of a growing message do not count. With the rules that were recorded there is no difference.

            With --to-test a test file is written instead; it is run at once, and what became of it is told.

            Exit codes: 0 done, 1 something differs (with --expect-same), 64 usage (also a stretch with nothing in it),
            65 a fault in the recording or the rule file, 66 no such file, 73 the test cannot be written.
            """,
        flags: [.expectSame, .from, .to, .toTest, .testName, .format, .color], atLeast: 2, atMost: 2
    ) { (arguments) throws(ExitFault) in
        let stretch = Stretch(from: try arguments.bound(.from), to: try arguments.bound(.to))
        let (path, bot) = (arguments.operands[0], arguments.operands[1])
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try wholeFile(path, atMost: 1 << 30) } catch {
            throw ExitFault(unreadable: error)
        }
        let recording = try told(path) { () throws(Recording.Fault) in try Recording(bytes) }
        let replay = try rules(bot, arguments)
        let nothing = try told(path) { () throws(Recording.Fault) in try replay.fault(in: stretch, of: recording) }
        if let nothing { throw arguments.usage("--from and --to hold nothing of \(path): \(nothing)") }
        if let out = arguments[.toTest] {
            let name = arguments[.testName] ?? "as recorded in \(path)"
            let test = try told(path) { () throws(Recording.Fault) in
                try replay.test(of: recording, name: name, bot: Paths.relative(bot, to: out), stretch)
            }
            return try write(test, to: out, arguments)
        }
        let result = try told(path) { () throws(Recording.Fault) in try replay.run(recording, stretch) }
        if arguments[.format] == "json" {
            Terminal.show(String(decoding: result.json(), as: UTF8.self) + "\n")
        } else {
            Terminal.show(ReplayText(colour: Terminal.hasColor(1, mode: arguments[.color])).text(of: result))
        }
        return arguments.has(.expectSame) && !result.isSame ? .failed : .well
    }

    private static func told<T>(
        _ path: String, _ body: () throws(Recording.Fault) -> T
    ) throws(ExitFault) -> T {
        do { return try body() } catch { throw ExitFault(.badFile, "\(path):\(error.line): \(error.message)") }
    }

    private static func rules(_ path: String, _ arguments: Arguments) throws(ExitFault) -> Replay {
        do { return try Replay(bot: path, .real) } catch {
            let printer = DiagnosticPrinter(source: error.refusal.source, colour: arguments.paint.isOn)
            throw ExitFault(
                error.refusal.isMissing ? .noInput : .badFile, printer.text(of: error.refusal.diagnostics) + "\n")
        }
    }

    /// Writes the test, runs it, and says what became of it.
    private static func write(_ test: String, to path: String, _ arguments: Arguments) throws(ExitFault) -> ExitCode {
        let bytes = Array(test.utf8)
        let laidOut = Formatter.format(SourceText(path: path, bytes: bytes)) ?? bytes
        try overwrite(path, with: laidOut)
        let text = ResultText(colour: Terminal.hasColor(1, mode: arguments[.color]))
        do { Terminal.show(text.text(of: try TestSuite(.real).run(bytes: laidOut, path: path))) } catch {
            throw ExitFault(
                .badFile,
                DiagnosticPrinter(source: error.refusal.source).text(of: error.refusal.diagnostics) + "\n")
        }
        return .well
    }
}

extension Arguments {
    /// A moment, or a time since the beginning.
    fileprivate func bound(_ flag: Flag) throws(ExitFault) -> Stretch.Bound? {
        guard let text = self[flag] else { return nil }
        if let time = WallTime(iso8601: text) { return .moment(time) }
        if let interval = Interval(parsing: text) { return .since(interval) }
        throw usage("\(flag.name) takes a moment such as 2026-03-01T10:00:00Z or a time such as 5m, not “\(text)”")
    }
}
