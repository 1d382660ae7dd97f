import Hermes
import JSON
import Random
import Rules
import Time

// What a gateway does for a device: the actions of its rules, and what it does by itself where no rule does.

extension Bot {
    mutating func performAsGateway(
        _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        switch action.step {
        case .ready(let extra): sayReady(extra, action, by: this, now: now, into: &effects)
        case .message(let message): say(message, action, by: this, now: now, into: &effects)
        case .prompt(let card): show(card, action, by: this, now: now, into: &effects)
        case .promptDone(let option, let expired, let id):
            close(option: option, expired: expired, id: id, action, by: this, now: now, into: &effects)
        case .avatar(let state): showAvatar(state, action, by: this, into: &effects)
        case .error(let code, let message, let fatal):
            sayError(code, message, fatal: fatal, action, by: this, now: now, into: &effects)
        case .close(let code, let reason): close(code, reason, action, by: this, now: now, into: &effects)
        default: .failed("it is no action of a gateway")
        }
    }

    private mutating func sayReady(
        _ extra: JSONTemplate, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        guard isConnected else { return .failed("no device is connected") }
        var bytes: [UInt8] = []
        blueprint.program.render(extra, scope(this, now: now), into: &bytes)
        acted(action, by: this, String(decoding: bytes, as: UTF8.self), into: &effects)
        // The object's own members, behind `t`.
        let members = bytes.count > 2 ? String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) : ""
        greet(Ready(rest: members), now: now, into: &effects)
        return .done
    }

    private mutating func say(
        _ message: GatewayMessage, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let scope = scope(this, now: now)
        guard let template = drawn(message.texts) else { return .done }
        let text = blueprint.program.render(template, scope)
        let id = message.id.map { blueprint.program.render($0, scope) } ?? newID()
        guard !id.isEmpty else { return .failed("the id is empty") }
        guard outbox.room > 0 else { return .failed("the outbox is full") }
        acted(action, by: this, text, into: &effects)
        let isEdit = desk.value.note(message: id, isFinal: message.final)
        let stream = TextStream(
            id: id, text: text, isWhole: true, style: message.stream, closes: message.final, hasBegun: isEdit,
            now: now.instant)
        let number = post(.stream(stream), rule: resultRule(this), now: now, into: &effects)
        return message.stream == nil ? .done : .waits(.parcel(number))
    }

    // MARK: Prompts

    private mutating func show(
        _ prompt: PromptCard, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let scope = scope(this, now: now)
        let program = blueprint.program
        let id = prompt.id.map { program.render($0, scope) } ?? newID()
        guard !id.isEmpty else { return .failed("the id is empty") }
        guard outbox.room > 0 else { return .failed("the outbox is full") }
        let lasts = prompt.expires ?? (prompt.kind == "clarify" ? .seconds(3_600) : .seconds(300))
        let card = Desk.Card(
            prompt: Prompt(
                id: id, kind: .init(prompt.kind), text: program.render(prompt.text, scope),
                options: prompt.options.map {
                    .init(id: $0.id, label: program.render($0.label, scope), style: $0.style)
                },
                command: prompt.command.map { .text(program.render($0, scope)) } ?? .absent),
            expires: now.instant + lasts)
        acted(action, by: this, "\(prompt.kind) \(id): \(card.prompt.text)", into: &effects)
        if let lost = desk.value.open(card) {
            note(.warning, .prompt, "too many prompts are open: \(lost) is forgotten", into: &effects)
            unkeepCard(lost, into: &effects)
        }
        keepCard(card, now: now, into: &effects)
        post(.frame(card.frame, .prompt, about: card.id), now: now, into: &effects)
        return .done
    }

    private mutating func close(
        option: String?, expired: Bool, id: Template?, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        let occurrence = this.scene.occurrence
        let id = id.map { render($0, by: this, now: now) } ?? occurrence.id ?? ""
        guard !id.isEmpty else { return .failed("no prompt is named") }
        let answered = occurrence.trigger == .answer && occurrence.id == id ? occurrence.option : nil
        let applied = expired ? option : option ?? answered
        acted(action, by: this, applied ?? (expired ? "expired" : "no option"), into: &effects)
        close(.init(id: id, option: applied, expired: expired), now: now, into: &effects)
        return .done
    }

    /// Closes a card and tells the device.
    mutating func close(_ closing: Desk.Closing, now: Now, into effects: inout Effects) {
        desk.value.close(closing)
        unkeepCard(closing.id, into: &effects)
        var bytes: [UInt8] = []
        PromptDone(id: closing.id, option: closing.option, expired: closing.expired).encode(into: &bytes)
        // A card that the device has not seen yet is never shown.
        for parcel in outbox.parcels where parcel.progress == .waiting {
            guard case .frame(_, .prompt, closing.id) = parcel.content else { continue }
            outbox.remove(parcel.number)
            unkeepParcel(parcel.number, into: &effects)
        }
        post(.frame(bytes, .promptDone, about: closing.id), now: now, into: &effects)
    }

    /// Closes the cards whose time is over.
    mutating func expireCards(now: Now, into effects: inout Effects) {
        guard blueprint.role == .gateway, desk.isUsed else { return }
        for card in desk.value.expired(at: now.instant) {
            note(.info, .prompt, "prompt \(card.id) has expired", into: &effects)
            close(.init(id: card.id, option: nil, expired: true), now: now, into: &effects)
        }
    }

    // MARK: Signs and ends

    private mutating func showAvatar(
        _ state: String, _ action: Action, by this: Acting, into effects: inout Effects
    ) -> Outcome {
        acted(action, by: this, state, into: &effects)
        if isReady { effects.send(.avatar) { AvatarState(state).encode(into: &$0) } }
        return .done
    }

    /// Typing is shown as it is: a device that is not there misses nothing.
    mutating func showTyping(_ isTyping: Bool, now: Now, into effects: inout Effects) {
        guard blueprint.role == .gateway, isReady else { return }
        effects.send(.typing) { Typing.encode(stop: !isTyping, into: &$0) }
    }

    mutating func type(
        _ delay: DelayRange, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let delay = random.interval(from: delay.least, to: delay.most)
        acted(action, by: this, delay.text, into: &effects)
        guard delay > .zero else { return .done }
        guard blueprint.role == .gateway else { return .waits(.pause(until: now.instant + delay)) }
        showTyping(true, now: now, into: &effects)
        return .waits(.typing(until: now.instant + delay))
    }

    private mutating func sayError(
        _ code: Template, _ message: Template, fatal: Bool, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        let scope = scope(this, now: now)
        let frame = ErrorFrame(
            code: blueprint.program.render(code, scope), message: blueprint.program.render(message, scope), fatal: fatal
        )
        acted(action, by: this, "\(frame.code): \(frame.message)", into: &effects)
        // It may stand in place of a ready, so it does not wait for one.
        guard isConnected else { return .failed("no device is connected") }
        effects.send(.error) { frame.encode(into: &$0) }
        return .done
    }

    private mutating func close(
        _ code: UInt16, _ reason: Template, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let reason = render(reason, by: this, now: now)
        acted(action, by: this, "\(code) \(reason)", into: &effects)
        hangUp(code: code, reason: reason, now: now, into: &effects)
        return .done
    }

    // MARK: By itself

    /// What a gateway says to a hello or an answer if no rule that fired says it.
    mutating func answerByItself(
        _ occurrence: Occurrence, _ firings: [Firing], now: Now, into effects: inout Effects
    ) {
        guard blueprint.role == .gateway else { return }
        func takenOver(_ trait: RuleTraits) -> Bool {
            firings.contains { blueprint.traits[$0.rule].contains(trait) }
        }
        switch occurrence.trigger {
        case .hello where !takenOver(.greets):
            greet(Ready(), now: now, into: &effects)
        case .answer where !takenOver(.settles):
            close(
                .init(id: occurrence.id ?? "", option: occurrence.option, expired: false), now: now, into: &effects)
        default: break
        }
    }

    /// Says ready: from here on frames may go, those first that an earlier connection lost, then the open cards again.
    mutating func greet(_ ready: Ready, now: Now, into effects: inout Effects) {
        effects.send(.ready) { ready.encode(into: &$0) }
        guard !isReady else { return }
        link.greeted()
        counts.ready &+= 1
        guard desk.isUsed else { return }
        for card in desk.value.cards {
            let waits = outbox.parcels.contains {
                if case .frame(_, .prompt, card.id) = $0.content { true } else { false }
            }
            if !waits { post(.frame(card.frame, .prompt, about: card.id), now: now, into: &effects) }
        }
    }
}
