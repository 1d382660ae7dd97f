import Drive
import Files
import Store

/// The audit logs that a state folder holds: its own, and those of the bots that have a folder of their name in it.
struct AuditFolders {
    /// Folders that hold a log, in order of name.
    private(set) var paths: [String] = []

    /// - Throws: `noInput` if there is no such folder, or no log in it.
    init(_ state: String) throws(ExitFault) {
        var names: [String] = []
        do throws(FileFault) {
            if try Folder.status(state).isFolder { names = try Folder.names(state).sorted() }
        } catch {
            throw ExitFault.noLog("\(error)")
        }
        let base = state.count > 1 && state.hasSuffix("/") ? String(state.dropLast()) : state
        if Self.holdsLog(base) { paths.append(base) }
        for name in names where !name.hasPrefix(".") && Self.holdsLog(base + "/" + name) {
            paths.append(base + "/" + name)
        }
        guard !paths.isEmpty else { throw ExitFault.noLog("there is no audit log in \(state)") }
    }

    static func log(in folder: String) -> String { folder + "/audit.ndjson" }

    private static func holdsLog(_ folder: String) -> Bool { AuditLog.isThere(log(in: folder)) }
}

extension ExitFault {
    fileprivate static func noLog(_ message: String) -> ExitFault {
        ExitFault(.noInput, message, hint: "a bot's state folder is the one given to run with --state")
    }
}
