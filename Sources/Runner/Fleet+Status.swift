import Bot
import Drive
import Rules

// How the bots are doing, for a person: at the start and whenever approving is stopped or goes on, and in whole when
// asked by SIGUSR1.

extension Fleet {
    /// A line a bot: where it is, what it is at, and whether it may approve.
    public func reportStatus() {
        for member in members {
            journal.log(.warning, member.statusLine, bot: member.name, at: loop.now.wall)
        }
    }

    /// What a person should know before the bot begins.
    func tellOfApprovals(_ member: Member) {
        if let reason = member.driven.bot.status.approvalsPaused {
            journal.log(
                .warning, "approvals pause: \(reason); talaria audit --resume \(member.folder.path) ends it",
                bot: member.name, at: loop.now.wall)
        }
        look(atKillSwitchOf: member)
    }

    /// Tells the bot if the kill switch was turned since, and says so.
    func look(atKillSwitchOf member: Member) {
        let reason = member.killSwitch.reason()
        guard (reason == nil) != member.approves else { return }
        member.approves = reason == nil
        let text = reason.map { "nothing is approved from now on: \($0)" } ?? "approvals go on: approvals.off is gone"
        journal.log(.warning, text, bot: member.name, at: loop.now.wall)
        member.driven.tell(.approvals(reason == nil ? .on : .off))
    }
}

extension Member {
    /// `ready; approvals pause: …; 1 rule acts, 0 wait; 2 on their way, 0 open prompts; 3 rules fired on 1 connection`
    var statusLine: String {
        let status = driven.bot.status
        let approvals =
            if let reason = killSwitch.reason() {
                "approvals are off: \(reason)"
            } else if let reason = status.approvalsPaused {
                "approvals pause: \(reason)"
            } else {
                "approvals are on"
            }
        return "status: \(status.phase.rawValue); \(approvals); \(status.acting) acting, \(status.queued) waiting; "
            + "\(status.outbox) not delivered, \(status.openPrompts) open prompts; "
            + "\(status.counts.fired) fired, \(status.counts.opened) connections, \(status.counts.malformed) malformed"
    }
}
