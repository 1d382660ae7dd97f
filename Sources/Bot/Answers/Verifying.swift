import Hermes
import Rules
import Time

// Prompts as the gateway shows and closes them.

extension Bot {
    /// The gateway shows a prompt.
    mutating func shown(_ prompt: Prompt, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects) {
        var occurrence = Occurrence(.prompt)
        occurrence.id = prompt.id
        occurrence.t = "prompt"
        occurrence.kind = prompt.kind.text
        occurrence.text = prompt.text
        occurrence.options = prompt.options.map { .init(id: $0.id, label: $0.label, style: $0.style) }
        occurrence.command =
            switch prompt.command {
            case .absent: .absent
            case .text(let text): .text(text)
            case .malformed: .malformed
            }
        occurrence.frame = frameIfWanted(bytes)
        guard !inbound.handled.contains(prompt.id, .prompt) else {
            return note(.warning, .prompt, "prompt \(prompt.id) was closed before: left alone", into: &effects)
        }
        let card = OpenPrompt.Card(occurrence)
        let (showing, forgotten) = answers.show(card, connection: counts.opened)
        if let forgotten {
            note(.warning, .prompt, "too many prompts are open: \(forgotten) is forgotten", into: &effects)
            unkeepPrompt(forgotten, into: &effects)
        }
        switch showing {
        case .new:
            keepPrompt(prompt.id, into: &effects)
            happen(occurrence)
        case .again:
            note(.debug, .prompt, "prompt \(prompt.id) is shown again", into: &effects)
        case .answered(let choice):
            note(.info, .prompt, "prompt \(prompt.id) is shown again: the same answer goes again", into: &effects)
            answers.change(prompt.id) { $0.answer?.progress = .onItsWay }
            post(.answer(prompt: prompt.id, option: choice.option, text: choice.text), now: now, into: &effects)
        case .changed:
            leave(card, reason: "another prompt under this id was answered", into: &effects)
        }
    }

    /// `prompt_done`: the prompt's life is over, and it says what was applied.
    mutating func closed(_ done: PromptDone, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects) {
        if let prompt = answers.close(done.id) {
            dropAnswer(to: done.id, into: &effects)
            verify(prompt, done, into: &effects)
            unkeepPrompt(done.id, into: &effects)
            keepHandled(done.id, .prompt, into: &effects)
        }
        happen(.promptDone, of: bytes) {
            $0.id = done.id
            $0.t = "prompt_done"
            $0.option = done.option
            $0.expired = done.expired
        }
    }

    /// An answer that was not confirmed is not sent again once the prompt is closed.
    private mutating func dropAnswer(to id: String, into effects: inout Effects) {
        let parcel = outbox.parcels.first { if case .answer(id, _, _) = $0.content { true } else { false } }
        guard let parcel else { return }
        outbox.remove(parcel.number)
        unkeepParcel(parcel.number, into: &effects)
    }

    private mutating func verify(_ prompt: OpenPrompt, _ done: PromptDone, into effects: inout Effects) {
        let sent = prompt.answer?.wasSent == true ? prompt.answer : nil
        let applied = done.option?.lowercased()
        let agrees = sent == nil || done.expired || sent?.choice.option == applied
        var record = record(done.expired ? .expired : agrees ? .applied : .mismatched, prompt.card, sent)
        record.applied = done.option
        // A card without an answer of ours was closed by a person, or by time.
        if sent == nil { record.byHand = false }
        effects.append(.audit(nil, record))
        guard !agrees, let sent else {
            let what =
                done.expired ? "has expired" : "is closed: \(done.option.map { "\"\($0)\"" } ?? "no option named")"
            return note(.info, .prompt, "prompt \(done.id) \(what)", into: &effects)
        }
        let names = done.option.map { "\"\($0)\"" } ?? "no option"
        let reason = "prompt_done of \(done.id) names \(names), and \(sent.choice.summary) was sent"
        switch prompt.card.known {
        case .execApproval, .slashConfirm:
            note(.error, .mismatch, "\(reason): approvals pause", into: &effects)
            answers.paused = reason
            keepApprovals(into: &effects)
        case .clarify, nil:
            note(.warning, .prompt, reason, into: &effects)
        }
    }
}
