import Hermes
import Rules
import Time

extension Packer {
    mutating func put(_ prompt: OpenPrompt) {
        put(prompt.card.id)
        put(prompt.card.kind)
        put(prompt.card.text)
        put(prompt.card.options) { $0.put($1) }
        put(prompt.card.command)
        put(prompt.answer) {
            $0.put($1.choice.option)
            $0.put($1.choice.text)
            $0.put($1.rule)
            $0.put($1.place?.line)
            $0.put($1.place?.column)
            $0.put($1.wasSent)
            if case .deciding = $1.progress { $0.put(false) } else { $0.put(true) }
        }
    }

    mutating func put(_ card: Desk.Card, now: Now) {
        put(card.prompt.id)
        put(card.prompt.kind.text)
        put(card.prompt.text)
        put(card.prompt.options) {
            $0.put($1.id)
            $0.put($1.label)
            $0.put($1.style)
        }
        if case .text(let command) = card.prompt.command { put(command as String?) } else { put(nil as String?) }
        put(card.expires, now: now)
    }
}

extension Unpacker {
    /// An answer that was decided and not handed on is forgotten: its rule chooses again.
    mutating func prompt() throws(PackingFault) -> OpenPrompt {
        let card = OpenPrompt.Card(
            id: try text(), kind: try text(), text: try text(),
            options: try list { (u: inout Unpacker) throws(PackingFault) in try u.option() }, command: try command())
        // Of no connection of this process: shown again, it counts as shown after a reconnect.
        var prompt = OpenPrompt(card: card, connection: 0)
        prompt.answer = try optional { (u: inout Unpacker) throws(PackingFault) in try u.answer() } ?? nil
        return prompt
    }

    private mutating func answer() throws(PackingFault) -> OpenPrompt.Answer? {
        let choice = Chosen(option: try textIfAny(), text: try textIfAny())
        let rule = try textIfAny()
        let line = try intIfAny()
        let column = try intIfAny()
        let wasSent = try flag()
        guard try flag() else { return nil }
        var place: Place?
        if let line, let column { place = Place(line: line, column: column) }
        return OpenPrompt.Answer(choice: choice, rule: rule, place: place, progress: .delivered, wasSent: wasSent)
    }

    mutating func deskCard(now: Now) throws(PackingFault) -> Desk.Card {
        let prompt = Prompt(
            id: try text(), kind: .init(try text()), text: try text(),
            options: try list { (u: inout Unpacker) throws(PackingFault) in
                Prompt.Option(id: try u.text(), label: try u.text(), style: try u.textIfAny())
            },
            command: try textIfAny().map { .text($0) } ?? .absent)
        return Desk.Card(prompt: prompt, expires: try instant(now: now))
    }
}
