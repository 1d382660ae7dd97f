import Bot
import Drive
import Hermes
import Media
import Net
import Rules
import Store
import Time

/// One bot of a fleet: its file, its state, its server, and the value that it is.
final class Member {
    var source: BotSource
    let token: TokenSource
    let folder: StateFolder
    let store: Store
    let audit: AuditLog
    let inbox: Inbox
    var target: Target
    /// Where what it keeps stands in the store.
    let place: KeptPlace
    var driven: Driven!
    /// Once it runs.
    var fetcher: Fetcher?
    let killSwitch: KillSwitch
    /// How long the disk takes for what is to be kept.
    var disk = DiskWait()
    var looksAtDisk = false
    /// As the bot was last told.
    var approves = true
    /// Of the attempt that is being made.
    var attemptToken: Secret?
    /// Was connected once, or told what to look at.
    var isAdvised = false
    /// Why it will never connect again.
    var failure: ExitCode?
    /// How it ended; nil: it runs.
    var outcome: Int32?

    init(
        source: BotSource, token: TokenSource, folder: StateFolder, store: Store, audit: AuditLog, inbox: Inbox,
        killSwitch: KillSwitch, target: Target, place: KeptPlace
    ) {
        self.source = source
        self.token = token
        self.folder = folder
        self.store = store
        self.audit = audit
        self.inbox = inbox
        self.killSwitch = killSwitch
        self.target = target
        self.place = place
    }

    var name: String { source.file.name }
}
