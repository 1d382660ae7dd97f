import Console
import Drive
import Files
import Measure

extension Command {
    static let report = Command(
        "report", operands: "RUN.json...", summary: "merge load runs, judge and print them",
        details: """
            Merges what `load --out` wrote, exactly: the report of ten shards is the report of one run that measured
            the same. The thresholds of the runs are judged on the sum; a shard that is missing is a threshold not
            met. Times are compared with their noise: how far the change may lie off by chance.

            Exit codes: 0 all thresholds met, 1 one is not, 65 a file is no run.json or does not fit the others,
            66 no such file, 73 a file cannot be written, 75 the generator was the bottleneck.
            """,
        flags: [.html, .compare, .runOut, .hlog, .format, .color], atLeast: 1
    ) { (arguments) throws(ExitFault) in
        let run = try merged(arguments.operands)
        let before = try arguments[.compare].map { (path) throws(ExitFault) in (record: try merged([path]), name: path)
        }
        let comparison = before.map { Comparison(run, with: $0.record) }
        try write(run.json, to: arguments[.runOut])
        if let path = arguments[.html] { try write(Array(ReportPage.html(run, comparedWith: before).utf8), to: path) }
        if let path = arguments[.hlog] { try write(Array(HistogramLog(run).text.utf8), to: path) }
        if arguments[.format] == "json" {
            Terminal.show(String(decoding: run.json(comparison: comparison), as: UTF8.self))
        } else {
            let color = Terminal.hasColor(1, mode: arguments[.color])
            if let before, let comparison { Terminal.show(comparison.text(with: before.name, colour: color) + "\n") }
            Terminal.show(Summary.text(run, colour: color))
        }
        return run.verdict.exitCode
    }

    /// All files are looked at before the first fault is thrown, so that one look finds all; 65 goes before 66.
    private static func merged(_ paths: [String]) throws(ExitFault) -> RunRecord {
        var faults: [ExitFault] = []
        var sum: RunRecord?
        for path in paths {
            do throws(ExitFault) {
                let record = try read(path)
                guard sum != nil else {
                    sum = record
                    continue
                }
                do throws(MergeFault) { try sum?.merge(run: record) } catch {
                    throw ExitFault(.badFile, "\(path): \(error)", hint: "give each shard of one run once")
                }
            } catch {
                faults.append(error)
            }
        }
        if let worst = faults.first(where: { $0.code == .badFile }) ?? faults.first {
            for fault in faults where fault.message != worst.message { Terminal.complain(fault) }
            throw worst
        }
        guard let sum else { throw ExitFault(.usage, "report needs RUN.json") }
        return sum
    }

    private static func read(_ path: String) throws(ExitFault) -> RunRecord {
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try wholeFile(path, atMost: RunRecord.largestFile) } catch {
            throw ExitFault(.noInput, "\(error)")
        }
        do throws(RecordFault) { return try RunRecord(json: bytes) } catch {
            throw ExitFault(.badFile, error.text(file: path))
        }
    }

    private static func write(_ bytes: [UInt8], to path: String?) throws(ExitFault) {
        guard let path else { return }
        do throws(FileFault) { try Folder.replace(path, with: bytes) } catch {
            throw ExitFault(.cannotWrite, "\(error)")
        }
    }
}

extension Verdict {
    var exitCode: ExitCode {
        switch self {
        case .passed: .well
        case .failed: .failed
        case .bottleneck: .bottleneck
        }
    }
}
