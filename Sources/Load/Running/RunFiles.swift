import Drive
import Files
import Measure

/// The run.json files that report and --compare read.
enum RunFiles {
    /// - Throws: 66 where it cannot be read, 65 with the place where it is no run.json.
    static func read(_ path: String) throws(ExitFault) -> RunRecord {
        let bytes: [UInt8]
        do throws(FileFault) { bytes = try wholeFile(path, atMost: RunRecord.largestFile) } catch {
            throw ExitFault(unreadable: error)
        }
        do throws(RecordFault) { return try RunRecord(json: bytes) } catch {
            // What is no JSON, or has comments, is mostly another file.
            throw ExitFault(
                .badFile, error.text(file: path),
                hint: error.code == .syntax ? "talaria load --out FILE writes a run.json" : nil)
        }
    }

    /// The sum of all, in the order in which they ran. Each file is looked at before a fault is thrown; 65 goes before 66.
    static func merged(_ paths: [String]) throws(ExitFault) -> RunRecord {
        var fault: ExitFault?
        var records: [(path: String, record: RunRecord)] = []
        func keep(_ error: ExitFault) {
            if fault == nil || fault?.code == .noInput && error.code == .badFile { fault = error }
        }
        for path in paths {
            do throws(ExitFault) { records.append((path, try read(path))) } catch { keep(error) }
        }
        var sum: RunRecord?
        let order = records.indices.sorted { (records[$0].record.started, $0) < (records[$1].record.started, $1) }
        for (path, record) in order.map({ records[$0] }) {
            guard sum != nil else {
                sum = record
                continue
            }
            do throws(MergeFault) { try sum?.merge(run: record) } catch {
                keep(ExitFault(.badFile, "\(path): \(error)", hint: error.hint))
            }
        }
        if let fault { throw fault }
        guard let sum else { throw ExitFault(.usage, "report needs a RUN.json") }
        return sum
    }
}
