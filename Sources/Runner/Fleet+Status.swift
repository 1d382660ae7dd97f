import Bot
import Drive
import Rules
import Time

// How the bots are doing, for a person: at the start and whenever approving is stopped or goes on, and in whole when
// asked by SIGUSR1.

extension Fleet {
    /// A line a bot: where it is, what it is at, and whether it may approve.
    public func reportStatus() {
        for member in members {
            journal.log(.warning, member.statusLine, bot: member.name, at: loop.now.wall)
        }
    }

    /// No rule acts or waits its turn, and all that was said is delivered.
    var isIdle: Bool {
        members.allSatisfy { member in
            let status = member.driven.bot.status
            return status.acting == 0 && status.queued == 0 && status.outbox == 0
        }
    }

    /// No bot is connected, or will be again.
    var isGone: Bool {
        members.allSatisfy { member in
            let phase = member.driven.bot.status.phase
            return phase == .closed || phase == .failed
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
    /// At the end: what it was still at, and what becomes of that.
    ///
    /// `: 2 replies are held back by the clarify "Which city?" ("Hello", "Bye"); what it kept goes on …`
    func rest(now: Now) -> String {
        var text = ""
        if let held = driven.bot.heldBack(now: now) {
            let count = held.texts.count
            let some = held.texts.prefix(3).map { "\"\($0)\"" } + (count > 3 ? ["…"] : [])
            text = ": \(count == 1 ? "a reply is" : "\(count) replies are") held back by \(held.holder)"
            text += " (\(some.joined(separator: ", ")))"
        }
        text +=
            place.server.map { "; what it kept goes on at the next start with \($0)" }
            ?? "; what was for the embedded gateway ends with it"
        return text
    }

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

extension KeptPlace.Remainder {
    /// For the log.
    var line: String {
        let some = undelivered == 1 ? "1 reply or answer" : "\(undelivered) replies and answers"
        guard let server else { return "\(some) for an embedded gateway that is gone: forgotten" }
        return isGone
            ? "\(some) for \(server), where the bot has not been for a month: forgotten"
            : "\(some) not delivered to \(server): kept until the bot connects there again"
    }
}
