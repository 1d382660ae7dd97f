import Bot
import Drive
import JSON
import Rules
import Store

// `talaria audit`: each log is read from its beginning, its chain checked link by link, and its decisions printed as they
// are read, so that a log of any size takes little memory.

/// Verifies and prints the audit logs of a state folder.
public struct AuditReport {
    public enum Format: Sendable {
        case text(Paint)
        case json
    }

    private let folders: AuditFolders
    private let state: String
    private let format: Format

    /// - Parameter state: of one bot, or with a folder a bot.
    /// - Throws: `noInput` if it holds no log.
    public init(state: String, format: Format) throws(ExitFault) {
        folders = try AuditFolders(state)
        self.state = state
        self.format = format
    }

    /// - Returns: `failed` if a chain is broken.
    public func print(_ show: (String) -> Void) throws(ExitFault) -> ExitCode {
        var areWhole = true
        if case .json = format { show("{\"logs\":[") }
        for (index, folder) in folders.paths.enumerated() {
            let path = AuditFolders.log(in: folder)
            let outcome: AuditReading.Outcome
            switch format {
            case .text(let paint):
                show((index > 0 ? "\n" : "") + visible(path) + "\n")
                outcome = try text(path, paint, show)
            case .json:
                show((index > 0 ? "," : "") + "{\"path\":\(JSONWriter.text { $0.string(path) }),\"records\":[")
                outcome = try json(path, show)
            }
            areWhole = areWhole && outcome.found == nil
        }
        if case .json = format { show("]}\n") }
        return areWhole ? .well : .failed
    }

    private func verify(
        _ path: String, _ each: (AuditReading.Record) -> Void
    ) throws(ExitFault) -> AuditReading.Outcome {
        do { return try AuditReading.verify(path, each: each) } catch { throw ExitFault(.noInput, "\(error)") }
    }

    // MARK: For people

    private func text(_ path: String, _ paint: Paint, _ show: (String) -> Void) throws(ExitFault)
        -> AuditReading.Outcome
    {
        /// The bots whose approvals pause, with the record that says why.
        var paused: [String: Int] = [:]
        let outcome = try verify(path) { record in
            let number = String(record.number)
            let line = String(repeating: " ", count: max(0, 6 - number.count)) + number + "  "
            guard let decision = AuditDecision(record.json) else {
                return show(line + visible(String(decoding: record.json, as: UTF8.self)) + "\n")
            }
            if decision.pauses { paused[decision.bot] = record.number }
            if decision.resumes { paused[decision.bot] = nil }
            show(line + decision.text { Self.paint(paint, $0, $1) } + "\n")
        }
        if outcome.first > 1 {
            let which = outcome.first == 2 ? "record 1 is" : "records 1 to \(outcome.first - 1) are"
            show(paint.yellow("\(which) not here") + ": the oldest files were moved away, or removed\n")
        }
        let records = "\(outcome.count) record\(outcome.count == 1 ? "" : "s")"
        if let found = outcome.found {
            show(
                paint.red("the chain is broken: \(visible(found.text))")
                    + "; \(records) before it \(outcome.count == 1 ? "is" : "are") well\n")
        } else {
            let files = outcome.files > 1 ? " in \(outcome.files) files" : ""
            show("\(records)\(files), the chain is whole: \(paint.green(String(outcome.hash.prefix(16))))\n")
        }
        if let line = outcome.unfinishedLine {
            show("line \(line) is unfinished: it is just being written, or the process ended meanwhile;")
            show(" it was never acknowledged, so nothing was sent for it\n")
        }
        for (bot, record) in paused.sorted(by: { $0.key < $1.key }) {
            show(
                paint.yellow("approvals of \(visible(bot)) pause since record \(record)")
                    + ": talaria audit --resume \(visible(state)) ends it\n")
        }
        return outcome
    }

    private static func paint(_ paint: Paint, _ stage: AuditRecord.Stage?, _ text: String) -> String {
        switch stage {
        case .decided, .resent, .resumed: paint.bold(text)
        case .applied: paint.green(text)
        case .mismatched, nil: paint.red(text)
        case .left, .expired: paint.dim(text)
        }
    }

    // MARK: For programs

    private func json(_ path: String, _ show: (String) -> Void) throws(ExitFault) -> AuditReading.Outcome {
        var isFirst = true
        let outcome = try verify(path) { record in
            show(isFirst ? "" : ",")
            isFirst = false
            let object = String(decoding: record.json, as: UTF8.self)
            show("{\"line\":\(record.number),\"hash\":\"\(record.hash)\",\"record\":\(object)}")
        }
        let end = JSONWriter.text { json in
            json.object { json in
                json.member("first", outcome.first)
                json.member("count", outcome.count)
                json.member("files", outcome.files)
                json.member("hash", outcome.hash)
                json.member("whole", outcome.found == nil)
                json.member("unfinished", outcome.unfinishedLine != nil)
                if let found = outcome.found {
                    json.key("broken")
                    json.object { json in
                        json.member("kind", found.kind.rawValue)
                        if let file = found.file { json.member("file", file) }
                        json.member("line", found.line)
                        json.member("text", found.text)
                    }
                }
            }
        }
        show("]," + end.dropFirst())
        return outcome
    }
}
