import JSON

/// Why a file is no run.json, and where.
public struct RecordFault: Error, Hashable, Sendable {
    public enum Code: String, Sendable {
        /// Not JSON at all.
        case syntax
        /// JSON, but nothing that `load` wrote: it has no version.
        case notARun = "not_a_run"
        /// Of a version that is not known here.
        case version
        /// A member that must be there is not.
        case missing
        /// A value of another kind or size than belongs there.
        case value
        /// A histogram that cannot be read.
        case histogram
    }

    public let code: Code
    /// The way to the value: `metrics.reply.histogram`; empty for the whole file.
    public let path: String
    public let place: LineMap.Place
    public let message: String

    /// One line: `run.json:7:30: metrics.reply.count: a whole number is due, not a text`.
    public func text(file: String) -> String {
        visible("\(file):\(place): " + (path.isEmpty ? "" : "\(path): ") + message)
    }
}
