import Files

/// What stops all approving at once: `--no-approve`, or a file `approvals.off` in the bot's state folder or in the one
/// above it. It is looked at before every message and again before an answer is sent, so that a touch of the file is
/// enough.
struct KillSwitch: Sendable {
    let isForced: Bool
    let paths: [String]

    init(isForced: Bool, folders: [String]) {
        self.isForced = isForced
        paths = folders.map { $0 + "/approvals.off" }
    }

    /// Why nothing may be approved; nil: it may.
    func reason() -> String? {
        if isForced { return "--no-approve was given" }
        return paths.first { (try? Folder.ownStatus($0)) != nil }.map { "\($0) is there" }
    }
}
