import Random
import Rules

extension Bot {
    /// Says what was done or left, if anybody wants to know; the text is made only then.
    func note(
        _ level: LogLevel, _ code: Note.Code, _ text: @autoclosure () -> String, rule: Rule? = nil,
        place: Place? = nil, into effects: inout Effects
    ) {
        guard level >= .warning || blueprint.tracing >= .notes else { return }
        effects.append(.note(Note(level, code, text(), rule: rule?.id, place: place ?? rule?.place)))
    }

    /// `device.*` of templates: who the bot is, or, for a gateway, who its device says it is.
    var profile: Scope.Device {
        guard let guest = desk.value.guest else { return who.device }
        var device = who.device
        device.name = guest.name
        device.platform = guest.platform
        device.appVersion = guest.appVersion
        return device
    }

    /// An id for a frame: no other one of this bot has it.
    mutating func newID() -> String { random.uuid(salt: blueprint.salt) }

    /// The rule that waits for a ticket.
    func acting(for ticket: Ticket) -> Acting? { acting.firstIndex { $0.ticket == ticket }.map { acting[$0] } }

    /// Keeps a change of what a rule waits for.
    mutating func update(_ this: Acting) {
        if let index = acting.firstIndex(where: { $0.number == this.number }) { acting[index] = this }
    }
}
