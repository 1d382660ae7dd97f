import Drive
import Measure

/// `talaria report`: runs that were measured before, merged, judged and shown.
extension Outlets {
    /// Merges the files, writes what is to be written, and gives what is to be printed.
    public func report(_ paths: [String], asJSON: Bool, colour: Bool) throws(ExitFault) -> (
        text: String, code: ExitCode
    ) {
        try apart()
        let record = try RunFiles.merged(paths)
        let before = try before()
        try write(record, before: before)
        let comparison = before.map { Comparison(record, with: $0.record) }
        if asJSON {
            return (String(decoding: record.json(comparison: comparison), as: UTF8.self), record.verdict.exitCode)
        }
        var text = ""
        if let before, let comparison { text += comparison.text(with: before.name, colour: colour) + "\n" }
        return (text + Summary.text(record, colour: colour), record.verdict.exitCode)
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
