import Drive
import Files
import Measure
import Net
import Time

/// Where the figures of a run go, and how it is run beside its plan.
public struct Outlets {
    /// run.json.
    public var record: String?
    /// report.html.
    public var page: String?
    /// Each second's histograms, in HdrHistogram's log format.
    public var log: String?
    /// An older run.json to compare with.
    public var compare: String?
    /// Where a metrics page is served while it runs.
    public var prometheus: SocketAddress?
    /// The rate is raised until a threshold breaks.
    public var findsLimit = false
    public var startAt: WallTime?

    public init() {}

    /// The older run.
    func before() throws(ExitFault) -> (record: RunRecord, name: String)? {
        guard let compare else { return nil }
        return (try RunFiles.read(compare), compare)
    }

    /// Looks that no file is to hold two things.
    func apart() throws(ExitFault) {
        let paths = [record, page, log].compactMap(\.self)
        guard Set(paths).count == paths.count else {
            throw ExitFault(.usage, "--out, --html and --hlog write different things: each needs a file of its own")
        }
    }

    /// Looks whether the files can be written, before anything is measured for them.
    func rehearse() throws(ExitFault) {
        try apart()
        for case let path? in [record, page, log] { try mayOverwrite(path) }
    }

    /// Writes the files. All are tried before the first fault is thrown.
    func write(_ record: RunRecord, before: (record: RunRecord, name: String)?) throws(ExitFault) {
        var fault: ExitFault?
        func write(_ bytes: [UInt8], to path: String?) {
            guard let path else { return }
            do throws(ExitFault) { try overwrite(path, with: bytes) } catch { fault = fault ?? error }
        }
        write(record.json, to: self.record)
        if page != nil { write(Array(ReportPage.html(record, comparedWith: before).utf8), to: page) }
        if log != nil { write(Array(HistogramLog(record).text.utf8), to: log) }
        if let fault { throw fault }
    }
}
