import Console
import Drive
import Files
import Rules

extension Command {
    static let fmt = Command(
        "fmt", operands: "PATH...", summary: "lay rule files out in the one canonical way",
        details: """
            A path is a file, or a folder: then all rule files below it. Comments are kept; a file that is laid out
            well already is not touched.

            Exit codes: 0 done, 1 something would change (with --check), 65 a file is no JSON, 66 no such file, 73 a
            file cannot be written.
            """,
        flags: [.checkOnly, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        let found = RuleFiles(arguments.operands)
        for missing in found.missing { Terminal.complain(missing) }
        var code: ExitCode = found.missing.isEmpty ? .well : .noInput
        for path in found.files {
            let bytes: [UInt8]
            do throws(FileFault) { bytes = try wholeFile(path, atMost: BotSource.largest) } catch {
                throw ExitFault(unreadable: error)
            }
            guard let laidOut = Formatter.format(SourceText(path: path, bytes: bytes)) else {
                let reading = RuleFile.read(bytes: bytes, path: path)
                let faults = reading.diagnostics.filter { $0.code == .syntax || $0.code == .encoding }
                Terminal.complain(
                    DiagnosticPrinter(source: reading.source, colour: arguments.paint.isOn).text(of: faults))
                code = .badFile
                continue
            }
            guard laidOut != bytes else { continue }
            Terminal.show("\(path)\n")
            if arguments.has(.checkOnly) {
                if code == .well { code = .failed }
                continue
            }
            try overwrite(path, with: laidOut)
        }
        return code
    }
}
