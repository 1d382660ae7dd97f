import JSON
import Console
import Drive
import Files
import Prove
import Rules

extension Command {
    static let test = Command(
        "test", operands: "PATH...", summary: "run test files in virtual time",
        details: """
            A path is a file NAME.test.json, or a folder: then all test files below it are run. Time is virtual: a test
            that spans thirty days takes milliseconds. A failure shows what was expected beside what came, the step's
            place in the file, and what every rule made of the events before it.

            Exit codes: 0 all passed, 1 a test failed or the coverage is too low, 65 a fault in a test file or in its
            rule file, 66 no such file.
            """,
        flags: [.filter, .coverage, .minCoverage, .junit, .lcov, .watchTests, .format, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        guard arguments.has(.watchTests) else { return try run(arguments).code }
        var rules: [String] = []
        var failure: ExitFault?
        let loop = try newLoop()
        let watch = try FileWatch(
            loop,
            scope: {
                let found = RuleFiles(arguments.operands, ending: ".test.json")
                return .init(files: found.files + rules, folders: found.folders)
            }
        ) { paths in
            Terminal.complain("\nchanged: \(paths.sorted().map { visible($0) }.joined(separator: ", "))\n")
            do throws(ExitFault) { rules = try run(arguments).rules } catch {
                failure = error
                loop.stop()
            }
        }
        defer { watch.end() }
        rules = try run(arguments).rules
        watch.takeIn()
        // SIGINT and SIGTERM end it, in the middle of a test too.
        loop.run()
        if let failure { throw failure }
        return .well
    }

    /// Runs all tests once.
    ///
    /// - Returns: the rule files that they name too.
    private static func run(_ arguments: Arguments) throws(ExitFault) -> (code: ExitCode, rules: [String]) {
        let found = RuleFiles(arguments.operands, ending: ".test.json")
        for missing in found.missing { Terminal.complain(missing) }
        let least = try arguments.number(.minCoverage, in: 0...100)
        let wantsCoverage = arguments.has(.coverage) || least != nil || arguments.has(.lcov)
        let suite = TestSuite(.real, .init(filter: arguments[.filter], coverage: wantsCoverage))
        var results: [FileResult] = []
        var code: ExitCode = found.missing.isEmpty ? .well : .noInput
        for path in found.files {
            do throws(TestSuiteFault) {
                let bytes: [UInt8]
                do throws(FileFault) { bytes = try wholeFile(path, atMost: BotSource.largest) } catch {
                    Terminal.complain(ExitFault(unreadable: error))
                    if code == .well { code = .noInput }
                    continue
                }
                results.append(try suite.run(bytes: bytes, path: path))
            } catch {
                Terminal.complain(
                    DiagnosticPrinter(source: error.refusal.source, colour: arguments.paint.isOn)
                        .text(of: error.refusal.diagnostics))
                if code != .badFile { code = error.refusal.isMissing ? .noInput : .badFile }
            }
        }
        if !results.isEmpty || code == .well { report(results, suite, arguments) }
        try write(JUnit.xml(results), to: arguments[.junit])
        try write(LCOV.text(suite.coverage), to: arguments[.lcov])
        let rules = suite.rulePaths
        if code != .well { return (code, rules) }
        if results.contains(where: { $0.failed > 0 }) || results.allSatisfy({ $0.tests.isEmpty }) {
            return (.failed, rules)
        }
        if let least, suite.coverage.percent < least {
            Terminal.complain(
                ExitFault(.failed, "coverage is \(suite.coverage.percent) %, less than the \(least) % asked for"))
            return (.failed, rules)
        }
        return (.well, rules)
    }

    private static func report(_ results: [FileResult], _ suite: TestSuite, _ arguments: Arguments) {
        if arguments[.format] == "json" {
            Terminal.show(String(decoding: results.json(coverage: suite.coverage), as: UTF8.self) + "\n")
            return
        }
        let color = Terminal.hasColor(1, mode: arguments[.color])
        let text = ResultText(colour: color)
        for result in results where !result.tests.isEmpty { Terminal.show(text.text(of: result)) }
        if arguments.has(.coverage) {
            for coverage in suite.coverage { Terminal.show(coverage.listing(colour: color)) }
        }
        Terminal.show(text.summary(of: results, filter: arguments[.filter]))
    }

    private static func write(_ text: String, to path: String?) throws(ExitFault) {
        guard let path else { return }
        try overwrite(path, with: Array(text.utf8))
    }
}
