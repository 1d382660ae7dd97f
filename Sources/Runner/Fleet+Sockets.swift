import Bot
import Drive
import Hermes
import Net

// The fleet's end of its connections: a connection's tag is its member's index.

extension Fleet: WebSocketDriver {
    public func opened(_ connection: Connection, tag: Int, _ opening: Opening) {
        let member = members[tag]
        member.isAdvised = true
        member.driven.opened(connection, token: member.attemptToken)
        member.attemptToken = nil
    }

    public func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {
        look(atKillSwitchOf: members[tag])
        members[tag].driven.receive(message)
    }

    public func ponged(mark: UInt64, on connection: Connection, tag: Int) {
        members[tag].driven.tell(.acknowledged(mark: mark))
    }
    public func heard(on connection: Connection, tag: Int) { members[tag].driven.tell(.alive) }
    public func congested(_ connection: Connection, tag: Int) { members[tag].driven.tell(.congested) }
    public func writable(_ connection: Connection, tag: Int) { members[tag].driven.writable() }

    public func closed(_ connection: Connection, tag: Int, _ ending: Net.Ending) {
        defer { stopIfQuiet() }
        guard members[tag].outcome == nil else { return }
        members[tag].driven.closed(connection, BotEnding(ending))
        advise(members[tag], ending)
    }

    /// Once, and only where no connection was made yet: what to look at.
    private func advise(_ member: Member, _ ending: Net.Ending) {
        guard !member.isAdvised, let advice = ending.advice else { return }
        member.isAdvised = true
        let more = " (talaria doctor --url \(member.target.url) looks at the way there)"
        journal.log(.info, advice + more, bot: member.name, at: loop.now.wall)
    }
}
