import Bot
import Drive
import Hermes
import Net
import Rules
import Store
import Time

// What a fleet does for its bots: connections, what is kept, the audit log, the transcript.

extension Fleet: DrivenOwner {
    public func connect(_ driven: Driven) {
        let member = members[driven.tag]
        let token: Secret?
        do {
            token = try member.token.read()
        } catch {
            // It was there at the start: whoever changes it may be at it just now.
            journal.log(.warning, "no token for this attempt: \(error)", bot: member.name, at: loop.now.wall)
            driven.tell(.closed(.failed(reason: "the token cannot be read")))
            return
        }
        if let token { journal.hide(token) }
        member.attemptToken = token
        journal.note(
            .info, code: Note.Code.connection.rawValue, "connecting to \(member.target.url)", rule: nil, place: nil,
            bot: member.name, at: loop.now.wall)
        driven.connecting(stage.sockets.connect(member.target.request(token), tag: driven.tag))
    }

    public func failed(_ driven: Driven, reason: String) {
        let member = members[driven.tag]
        let (code, text): (ExitCode, String) =
            switch reason {
            case "denied": (.denied, "\(member.target.url) denies access")
            case "gave_up": (.unreachable, "\(member.target.url) cannot be reached, and no further attempt is allowed")
            default: (.badConfiguration, "\(member.target.url): \(reason)")
            }
        journal.log(.error, text, bot: member.name, at: loop.now.wall)
        member.failure = code
        // What rules still do about it may end.
        driven.tell(.drain)
    }

    public func ended(_ driven: Driven, code: Int32) {
        let member = members[driven.tag]
        if let connection = driven.connection { stage.sockets.close(connection, code: 1000, reason: "") }
        finish(member, code: member.failure?.rawValue ?? code)
    }

    public func keep(_ changes: [Change], of driven: Driven, done: @escaping () -> Void) {
        let member = members[driven.tag]
        let here = awaitingDisk(member) { (_: Void) in done() }
        member.store.commit(
            bot: member.name, changes.map { Store.Change(key: member.place.key(of: $0.key), value: $0.value) },
            at: loop.now.wall
        ) { [journal, name = member.name, time = loop.now.wall] fault in
            if let fault { journal.log(.error, "what should be kept was not: \(fault)", bot: name, at: time) }
            here.perform { $0(()) }
        }
    }

    public func audit(_ record: AuditRecord, of driven: Driven, done: @escaping (String?) -> Void) {
        let member = members[driven.tag]
        let here = awaitingDisk(member, done)
        let line = AuditEntry.bytes(record, source: member.source, at: loop.now.wall)
        stage.worker.perform { [audit = member.audit, killSwitch = record.lets ? member.killSwitch : nil] in
            var failure = killSwitch?.reason()
            do { _ = try audit.append(line) } catch { failure = "\(error)" }
            here.perform { [failure] in $0(failure) }
        }
    }

    /// `done` on the loop, and how long the disk takes until then.
    private func awaitingDisk<T>(_ member: Member, _ done: @escaping (T) -> Void) -> OnLoop<(T) -> Void> {
        member.disk.handed(at: loop.now.instant)
        lookAtDisk(of: member)
        return OnLoop(
            { [weak self, weak member] (outcome: T) in
                if let self, let member, let waited = member.disk.ended(at: loop.now.instant) {
                    journal.log(
                        .info, "the disk took what was to be kept, after \(waited.text)", bot: member.name,
                        at: loop.now.wall)
                }
                done(outcome)
            }, loop: loop)
    }

    /// Looks when it is due whether the disk has been silent for too long.
    private func lookAtDisk(of member: Member) {
        guard !member.looksAtDisk, let deadline = member.disk.deadline else { return }
        member.looksAtDisk = true
        loop.after(max(.zero, deadline - loop.now.instant)) { [weak self, weak member] now in
            guard let self, let member else { return }
            member.looksAtDisk = false
            if let waited = member.disk.look(at: now.instant) {
                journal.log(
                    .warning,
                    "the disk has not taken for \(waited.text) what is to be kept in \(member.folder.path): the bot says nothing more until it does",
                    bot: member.name, at: now.wall)
            }
            lookAtDisk(of: member)
        }
    }

    public func heard(_ message: Span<UInt8>, by driven: Driven) {
        journal.heard(message, role: .device, bot: driven.name, at: loop.now.wall)
    }

    public func said(_ frame: Span<UInt8>, _ kind: Outgoing, by driven: Driven) {
        journal.said(frame, role: .device, bot: driven.name, at: loop.now.wall)
    }

    public func said(part: OutgoingPart, by driven: Driven) {
        journal.said(part: part, bot: driven.name, at: loop.now.wall)
    }

    public func noted(_ note: Note, by driven: Driven) {
        journal.note(note, file: members[driven.tag].source.file, at: loop.now.wall)
    }

    public func traced(_ trace: Trace, by driven: Driven) {
        onTrace?(trace)
        journal.trace(trace, file: members[driven.tag].source.file, bot: driven.name, at: loop.now.wall)
    }

    public func acted(_ rule: Int, _ action: ActionTrace, by driven: Driven) {
        onAction?(rule, action)
        journal.acted(action, rule: rule, file: members[driven.tag].source.file, bot: driven.name, at: loop.now.wall)
    }
}
