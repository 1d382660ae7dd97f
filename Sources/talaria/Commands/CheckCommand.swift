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

            Exit codes: 0 no fault, 1 a lint (with --strict), 65 a fault, 66 no such file, or one that a load plan names.
            """,
        flags: [.checkFormat, .strict, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        let found = RuleFiles(arguments.operands, others: true)
        var reports: [FileReport] = []
        var missing = found.missing
        for path in found.files {
            do throws(FileFault) {
                let report = report(try wholeFile(path, atMost: BotSource.largest), path)
                // The faults of the rule file that a test names may have been told already.
                if !reports.contains(where: { $0.source.path == report.source.path }) { reports.append(report) }
            } catch {
                missing.append("\(error)")
            }
        }
        for missing in missing { Terminal.complain(ExitFault(.noInput, missing)) }
        switch arguments[.checkFormat] {
        case "json": Terminal.show(reports.json + "\n")
        case "sarif": Terminal.show(reports.sarif(version: program.version) + "\n")
        default: Terminal.show(text(reports, color: Terminal.hasColor(1, mode: arguments[.color])))
        }
        let diagnostics = reports.flatMap(\.diagnostics)
        let errors = diagnostics.filter { $0.severity == .error }
        if errors.contains(where: { $0.code != .missingFile }) { return .badFile }
        if !missing.isEmpty || !errors.isEmpty { return .noInput }
        return arguments.has(.strict) && !diagnostics.isEmpty ? .failed : .well
    }

    /// What is wrong with a file of any kind; its name says which it is.
    private static func report(_ bytes: [UInt8], _ path: String) -> FileReport {
        if PlanFile.isPlan(path) { return PlanFile.check(bytes: bytes, path: path) }
        if path.hasSuffix(".test.json") {
            let refusal = TestSuite(.real, .init()).check(bytes: bytes, path: path)
            return FileReport(
                source: refusal?.source ?? SourceText(path: path, bytes: bytes), diagnostics: refusal?.diagnostics ?? []
            )
        }
        let reading = RuleFile.read(bytes: bytes, path: path, options: BotSource.options(folder: folder(of: path)))
        return FileReport(source: reading.source, diagnostics: reading.diagnostics)
    }

    private static func text(_ reports: [FileReport], color: Bool) -> String {
        var text = ""
        for report in reports where !report.diagnostics.isEmpty {
            text += DiagnosticPrinter(source: report.source, colour: color).text(of: report.diagnostics) + "\n"
        }
        let faults = reports.flatMap(\.diagnostics).count { $0.severity == .error }
        let lints = reports.flatMap(\.diagnostics).count - faults
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return text + "\(counted(reports.count, "file")), \(counted(faults, "fault")), \(counted(lints, "lint"))\n"
    }
}
