import Console
import Drive
import Files
import Rules

extension Command {
    static let check = Command(
        "check", operands: "PATH...", summary: "read rule files and point at every fault",
        details: """
            A path is a rule file, or a folder: then all rule files below it are read. Each fault is shown with its
            file:line:column, a caret under what is meant, a code that docs/diagnostics.md explains, and what to do.
            A lint is advice, and no fault.

            Exit codes: 0 no fault, 1 a lint (with --strict), 65 a fault, 66 no such file.
            """,
        flags: [.checkFormat, .strict, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        let found = RuleFiles(arguments.operands)
        var readings: [RuleFileReading] = []
        for path in found.files {
            do throws(FileFault) {
                readings.append(
                    RuleFile.read(
                        bytes: try wholeFile(path, atMost: BotSource.largest), path: path,
                        options: BotSource.options(folder: folder(of: path))))
            } catch {
                Terminal.complain(ExitFault(.noInput, "\(error)"))
                return .noInput
            }
        }
        for missing in found.missing { Terminal.complain(ExitFault(.noInput, missing)) }
        switch arguments[.checkFormat] {
        case "json": Terminal.show(reports(readings).json + "\n")
        case "sarif": Terminal.show(reports(readings).sarif(version: program.version) + "\n")
        default: Terminal.show(text(readings, color: Terminal.hasColor(1, mode: arguments[.color])))
        }
        let diagnostics = readings.flatMap(\.diagnostics)
        if diagnostics.contains(where: { $0.severity == .error }) { return .badFile }
        if !found.missing.isEmpty { return .noInput }
        return arguments.has(.strict) && !diagnostics.isEmpty ? .failed : .well
    }

    private static func reports(_ readings: [RuleFileReading]) -> [FileReport] {
        readings.map { FileReport(source: $0.source, diagnostics: $0.diagnostics) }
    }

    private static func text(_ readings: [RuleFileReading], color: Bool) -> String {
        var text = ""
        for reading in readings where !reading.diagnostics.isEmpty {
            text += DiagnosticPrinter(source: reading.source, colour: color).text(of: reading.diagnostics) + "\n"
        }
        let faults = readings.flatMap(\.diagnostics).count { $0.severity == .error }
        let lints = readings.flatMap(\.diagnostics).count - faults
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        return text + "\(counted(readings.count, "file")), \(counted(faults, "fault")), \(counted(lints, "lint"))\n"
    }
}
