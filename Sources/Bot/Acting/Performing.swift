import Rules
import Time

// One action of a rule, performed. What an action does at once it does here; what takes time it begins, and says what it
// waits for.

extension Bot {
    mutating func perform(_ action: Action, by this: Acting, now: Now, into effects: inout Effects) -> Outcome {
        switch action.step {
        case .reply(let reply): say(reply, action, by: this, now: now, into: &effects)
        case .askAI(let ask): askAI(ask, action, by: this, now: now, into: &effects)
        case .answer(let choice): answer(choice, action, by: this, now: now, into: &effects)
        case .media(let post): self.post(post, action, by: this, now: now, into: &effects)
        case .audio(let source, let transcript):
            play(source, transcript: transcript, action, by: this, now: now, into: &effects)
        case .save(let folder): save(folder, action, by: this, now: now, into: &effects)
        case .typing(let delay): type(delay, action, by: this, now: now, into: &effects)
        case .wait(let delay): pause(delay, action, by: this, now: now, into: &effects)
        case .set(let assignments): set(assignments, action, by: this, now: now, into: &effects)
        case .goto(let state, let time): go(to: state, for: time, action, by: this, now: now, into: &effects)
        case .send(let frame): send(frame, action, by: this, now: now, into: &effects)
        case .cancel(let rule): cancel(of: rule, action, by: this, now: now, into: &effects)
        case .log(let level, let text): log(level, text, action, by: this, now: now, into: &effects)
        case .http(let call): self.call(call, action, by: this, now: now, into: &effects)
        case .stop(let code): stop(code, action, by: this, now: now, into: &effects)
        case .disconnect(let code, let reconnect):
            disconnect(code, reconnect: reconnect, action, by: this, now: now, into: &effects)
        case .ready, .message, .prompt, .promptDone, .avatar, .error, .close:
            performAsGateway(action, by: this, now: now, into: &effects)
        }
    }

    /// What templates of a rule look at.
    func scope(_ this: Acting, now: Now) -> Scope {
        Scope(
            occurrence: this.scene.occurrence, captures: this.scene.captures, count: this.scene.count, memory: memory,
            device: profile, now: now, zones: blueprint.zones, error: this.error)
    }

    func render(_ template: Template, by this: Acting, now: Now) -> String {
        blueprint.program.render(template, scope(this, now: now))
    }

    /// Says what an action did; the text is made only if somebody wants it.
    func acted(
        _ action: Action, by this: Acting, _ detail: @autoclosure () -> String, done: Bool = true,
        into effects: inout Effects
    ) {
        guard blueprint.tracing == .rules else { return }
        let trace = ActionTrace(place: action.place, action: action.step.name, detail: detail(), done: done)
        effects.append(.acted(rule: this.rule, event: this.scene.event, trace))
    }

    /// Says that an action failed, and tells rules that ask.
    mutating func failed(_ action: Action, by this: Acting, _ reason: String, into effects: inout Effects) {
        acted(action, by: this, reason, done: false, into: &effects)
        let rule = blueprint.rules[this.rule]
        note(.warning, .failed, "\(action.step.name): \(reason)", rule: rule, place: action.place, into: &effects)
        if action.step.endsInResult { result(of: this, error: reason) }
    }

    /// Tells rules how something ended that a rule began. What a rule for results did itself tells nothing, so that a
    /// bot never talks to itself for ever.
    mutating func result(of this: Acting, error: String? = nil) {
        guard this.scene.occurrence.trigger != .result else { return }
        result(of: blueprint.rules[this.rule].id, error: error)
    }

    mutating func result(of rule: String?, error: String? = nil) {
        guard let rule else { return }
        happen(.result) {
            $0.of = rule
            $0.ok = error == nil
            $0.error = error
        }
    }

    /// The rule that a parcel tells its end to; nil if no rule asks.
    func resultRule(_ this: Acting) -> String? {
        guard blueprint.listens(to: .result), this.scene.occurrence.trigger != .result else { return nil }
        return blueprint.rules[this.rule].id
    }

    mutating func newTicket() -> Ticket {
        lastNumber += 1
        return Ticket(lastNumber)
    }
}

extension Action.Step {
    /// Its end, well or not, is an event for rules (`result`).
    fileprivate var endsInResult: Bool {
        switch self {
        case .reply, .askAI, .media, .audio, .save, .http, .message: true
        default: false
        }
    }
}
