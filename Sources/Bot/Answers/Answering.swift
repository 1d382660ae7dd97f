import Hermes
import Rules
import Time

// `answer`. Nothing is sent before its audit record is on the disk, and all that could speak against it is judged twice:
// when the rule chooses, and when the frame is about to go.
//
//     chosen -> audit record -> `audited` -> judged again -> outbox -> judged again -> sent -> prompt_done verified

extension Bot {
    mutating func answer(
        _ wanted: AnswerChoice, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let card = OpenPrompt.Card(this.scene.occurrence)
        let rule = blueprint.rules[this.rule]
        do throws(Refusal) {
            let choice = try card.choose(wanted) { render($0, by: this, now: now) }
            try judge(choice, wanted, card: card, rule: rule, now: now)
            acted(action, by: this, "\(choice.summary), once it is in the audit log", into: &effects)
            let ticket = decide(
                OpenPrompt.Answer(choice: choice, rule: rule.id, place: action.place, progress: .onItsWay), card,
                now: now, into: &effects)
            return .waits(.audit(ticket))
        } catch {
            leave(card, reason: error.reason, rule: rule, place: action.place, into: &effects)
            return .failed("left alone: \(error.reason)")
        }
    }

    /// An answer by hand: a person judges, but only what is offered is sent.
    mutating func answerByHand(_ id: String, _ wanted: AnswerChoice, now: Now, into effects: inout Effects) {
        guard let card = answers[id]?.card else {
            return note(.warning, .prompt, "prompt \(id) is not open", into: &effects)
        }
        do throws(Refusal) {
            let scope = Scope(
                occurrence: Occurrence(.prompt), memory: memory, device: profile, now: now, zones: blueprint.zones)
            let choice = try card.choose(wanted) { blueprint.program.render($0, scope) }
            try judge(choice, wanted, card: card, rule: nil, now: now)
            _ = decide(
                OpenPrompt.Answer(choice: choice, rule: nil, place: nil, progress: .onItsWay), card, now: now,
                into: &effects)
        } catch {
            leave(card, reason: error.reason, into: &effects)
        }
    }

    /// Binds the prompt to this answer and asks for its audit record.
    private mutating func decide(
        _ answer: OpenPrompt.Answer, _ card: OpenPrompt.Card, now: Now, into effects: inout Effects
    ) -> Ticket {
        let ticket = newTicket()
        var answer = answer
        answer.progress = .deciding(ticket)
        answers.change(card.id) { $0.answer = answer }
        effects.append(.audit(ticket, record(.decided, card, answer)))
        return ticket
    }

    // MARK: Judging

    /// Whether this answer may be given now. Throws why not.
    private func judge(
        _ choice: Chosen, _ wanted: AnswerChoice, card: OpenPrompt.Card, rule: Rule?, now: Now
    ) throws(Refusal) {
        if let answer = answers[card.id]?.answer {
            throw Refusal("it is answered already, with \(answer.choice.summary)")
        }
        if let objection = objection(to: choice, card: card, now: now) { throw Refusal(objection) }
        guard card.known == .execApproval, let rule else { return }
        let style = card.options.first { $0.id.lowercased() == choice.option }?.style
        if let refusal = rule.refusal(toSend: choice.option, styled: style, chosenBy: wanted) {
            throw Refusal(refusal.message)
        }
        guard choice.option != "deny", let prompt = answers[card.id] else { return }
        if let objection = objection(ofRule: rule.id, to: prompt, now: now) { throw Refusal(objection) }
    }

    private func objection(to choice: Chosen, card: OpenPrompt.Card, now: Now) -> String? {
        answers.objection(
            to: choice, card: card, perMinute: blueprint.file.approvalsPerMinute, now: now.wall)
    }

    /// What speaks against sending an answer that was decided: the switches, the pause, the prompt, and the rules as they
    /// are now.
    private func objection(to prompt: OpenPrompt, now: Now) -> String? {
        guard let answer = prompt.answer else { return "it has no answer" }
        if let objection = objection(to: answer.choice, card: prompt.card, now: now) { return objection }
        guard let id = answer.rule, prompt.card.known == .execApproval, answer.choice.option != "deny" else {
            return nil
        }
        return objection(ofRule: id, to: prompt, now: now)
    }

    // MARK: The audit record is there, or not

    mutating func audited(_ ticket: Ticket, failure: String?, now: Now, into effects: inout Effects) {
        let this = acting(for: ticket)
        guard let prompt = answers.deciding(ticket), let answer = prompt.answer else {
            // The prompt was closed meanwhile, or the rule was.
            guard let this else { return }
            return resume(this, with: .failed("left alone: the prompt is closed"), now: now, into: &effects)
        }
        let objection = failure.map { "the audit log cannot be written: \($0)" } ?? objection(to: prompt, now: now)
        if let objection {
            withdraw(ticket, why: objection, into: &effects)
            guard let this else { return }
            return resume(this, with: .failed("left alone: \(objection)"), now: now, into: &effects)
        }
        answers.change(prompt.card.id) { $0.answer?.progress = .onItsWay }
        post(answer, to: prompt.card, now: now, into: &effects)
        if let this { resume(this, with: .done, now: now, into: &effects) }
    }

    private mutating func post(
        _ answer: OpenPrompt.Answer, to card: OpenPrompt.Card, now: Now, into effects: inout Effects
    ) {
        post(
            .answer(prompt: card.id, option: answer.choice.option, text: answer.choice.text), now: now, into: &effects)
        keepPrompt(card.id, into: &effects)
    }

    /// Takes an answer back that has not been sent.
    mutating func withdraw(_ ticket: Ticket, why: String, into effects: inout Effects) {
        guard let prompt = answers.deciding(ticket), let answer = prompt.answer else { return }
        answers.change(prompt.card.id) { $0.answer = nil }
        var record = record(.left, prompt.card, answer)
        record.reason = why
        effects.append(.audit(nil, record))
    }

    // MARK: Sending

    /// Judges an answer once more, at the moment at which its frame goes. False: it must not go.
    mutating func mayGo(_ id: String, now: Now, into effects: inout Effects) -> Bool {
        guard let prompt = answers[id], let answer = prompt.answer else { return false }
        if let objection = objection(to: prompt, now: now) {
            var record = record(.left, prompt.card, answer)
            record.reason = objection
            effects.append(.audit(nil, record))
            note(.warning, .prompt, "prompt \(id) is left alone: \(objection)", into: &effects)
            // What may have reached the gateway stays the one answer that this prompt can have.
            answers.change(id) {
                if answer.wasSent { $0.answer?.progress = .delivered } else { $0.answer = nil }
            }
            keepPrompt(id, into: &effects)
            return false
        }
        if answer.wasSent { effects.append(.audit(nil, record(.resent, prompt.card, answer))) }
        answers.change(id) { $0.answer?.wasSent = true }
        if prompt.card.approves(answer.choice) {
            answers.count(at: now.wall)
            keepApprovals(into: &effects)
        }
        keepPrompt(id, into: &effects)
        note(.info, .prompt, "prompt \(id) is answered: \(answer.choice.summary)", into: &effects)
        return true
    }

    /// Whether an answer's frame, which a driver held back until what belongs to it was kept, may still go: its prompt is
    /// open, and nothing has stopped approving meanwhile.
    public func stillAnswers(_ frame: Span<UInt8>) -> Bool {
        guard case .frame(.answer(let sent)) = DeviceFrame.decode(frame), let prompt = answers[sent.prompt],
            let choice = prompt.answer?.choice
        else { return false }
        return !prompt.card.approves(choice) || !answers.isOff && answers.paused == nil
    }

    /// Says that nothing is sent for a prompt, and why.
    mutating func leave(
        _ card: OpenPrompt.Card, reason: String, rule: Rule? = nil, place: Place? = nil, into effects: inout Effects
    ) {
        var record = record(.left, card, nil)
        record.reason = reason
        record.rule = rule?.id
        record.place = place
        effects.append(.audit(nil, record))
        note(.info, .prompt, "prompt \(card.id) is left alone: \(reason)", rule: rule, place: place, into: &effects)
    }

    func record(_ stage: AuditRecord.Stage, _ card: OpenPrompt.Card, _ answer: OpenPrompt.Answer?) -> AuditRecord {
        var record = AuditRecord(
            stage: stage, prompt: card.id, kind: card.kind, text: card.text, offered: card.options.map(\.id))
        if case .text(let command) = card.command { record.command = command }
        if card.known == .execApproval {
            record.parse = PromptCommand(field: card.command, text: card.text).summary
        }
        guard let answer else { return record }
        record.rule = answer.rule
        record.place = answer.place
        record.byHand = answer.rule == nil
        record.option = answer.choice.option
        record.answerText = answer.choice.text
        return record
    }
}

extension Chosen {
    /// For people.
    var summary: String {
        switch (option, text) {
        case (let option?, nil): "\"\(option)\""
        case (let option?, let text?): "\"\(option)\" with the text \"\(text)\""
        case (nil, let text): "the text \"\(text ?? "")\""
        }
    }
}
