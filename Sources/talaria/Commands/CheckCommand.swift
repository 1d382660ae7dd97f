import Console
import Drive
import Files
import Load
import Prove
import Rules

extension Command {
    static let check = Command(
        "check", operands: "PATH...", summary: "read rule, test and load files and point at every fault",
        details: """
            A path is a rule file, a test file or a load plan, or a folder: then all such files below it are read. Each
            fault is shown with its file:line:column, a caret under what is meant, a code that docs/diagnostics.md
            explains, and what to do. A lint is advice, and no fault: lints are looked for once a file has no faults.

            Exit codes: 0 no fault, 1 a lint (with --strict), 65 a fault, 66 no such file, or one that a test or
            a load plan names.
            """,
        flags: [.checkFormat, .strict, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        let found = RuleFiles(arguments.operands, others: true)
        var companions = Companions(named: found.files) {
            PlanFile.isPlan($1) ? PlanFile.uses(bytes: $0, path: $1) : TestSuite.uses(bytes: $0, path: $1)
        }
        var reports: [FileReport] = []
        var missing = found.missing
        for path in found.files {
            do throws(FileFault) {
                let report = report(try wholeFile(path, atMost: BotSource.largest), path, &companions)
                // The faults of the rule file that a test names may have been told already.
                if !reports.contains(where: { $0.source.path == report.source.path }) { reports.append(report) }
            } catch {
                missing.append(ExitFault(unreadable: error))
            }
        }
        for missing in missing { Terminal.complain(missing) }
        switch arguments[.checkFormat] {
        case "json": Terminal.show(reports.json + "\n")
        case "sarif": Terminal.show(reports.sarif(version: program.version) + "\n")
        default:
            // Where nothing could be read, there is nothing to sum up.
            if reports.isEmpty { break }
            Terminal.show(reports.text(colour: Terminal.hasColor(1, mode: arguments[.color])))
        }
        let diagnostics = reports.flatMap(\.diagnostics)
        let errors = diagnostics.filter { $0.severity == .error }
        if errors.contains(where: { $0.code != .missingFile }) { return .badFile }
        if !missing.isEmpty || !errors.isEmpty { return .noInput }
        return arguments.has(.strict) && !diagnostics.isEmpty ? .failed : .well
    }

    /// What is wrong with a file of any kind; its name says which it is.
    private static func report(_ bytes: [UInt8], _ path: String, _ companions: inout Companions) -> FileReport {
        if PlanFile.isPlan(path) { return PlanFile.check(bytes: bytes, path: path) }
        if path.hasSuffix(".test.json") {
            let refusal = TestSuite(.real, .init()).check(bytes: bytes, path: path)
            return FileReport(
                source: refusal?.source ?? SourceText(path: path, bytes: bytes), diagnostics: refusal?.diagnostics ?? []
            )
        }
        return companions.check(bytes, path)
    }
}
