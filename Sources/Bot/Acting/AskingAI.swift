import Rules
import Time

// `ask_ai`: a reply that comes in by pieces from elsewhere, and goes out as any stream does: the newest text only.

extension Bot {
    /// Bytes of one reply; a model that does not stop is stopped.
    static let longestReply = 1 << 20

    mutating func askAI(
        _ ask: AskAI, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let scope = scope(this, now: now)
        let prompt = blueprint.program.render(ask.prompt, scope)
        var turns: [AIRequest.Turn] = []
        if let system = ask.system {
            turns.append(.init(role: "system", text: blueprint.program.render(system, scope)))
        }
        turns += ai.value.turns(of: blueprint.rules[this.rule].id)
        turns.append(.init(role: "user", text: prompt))
        acted(action, by: this, prompt, into: &effects)
        if let reason = ai.value.begin(blueprint.file.ai, day: day(now), now: now.instant) { return .failed(reason) }
        var reply = AIReply(ticket: newTicket(), deadline: now.instant + ask.timeout, prompt: prompt)
        if blueprint.file.ai.tokensPerDay != nil {
            reply.paid = turns.reduce(0) { $0 + AIAccount.estimate($1.text) }
            pay(reply.paid, now: now, into: &effects)
        }
        var request = AIRequest(url: ask.url, model: ask.model, key: ask.key, turns: turns, maxTokens: ask.maxTokens)
        request.first = min(ask.firstToken ?? ask.timeout, ask.timeout)
        request.between = min(ask.betweenTokens ?? ask.timeout, ask.timeout)
        request.whole = ask.timeout
        request.countsTokens = blueprint.file.ai.tokensPerDay != nil
        effects.append(.askAI(reply.ticket, request))
        return .waits(.ai(reply))
    }

    /// The day that tokens are counted for: days since 1970-01-01 on the local clock.
    private func day(_ now: Now) -> Int { blueprint.zones.local.civil(at: now.wall).date.daysSinceEpoch }

    private mutating func pay(_ tokens: Int, now: Now, into effects: inout Effects) {
        ai.value.spend(tokens, day: day(now))
        keepTokens(into: &effects)
    }

    /// A request has ended, whole or not: what it cost is known, or about.
    mutating func payRest(of reply: AIReply, now: Now, into effects: inout Effects) {
        guard blueprint.file.ai.tokensPerDay != nil else { return }
        let cost = reply.counted ?? reply.paid + AIAccount.estimate(reply.text)
        pay(cost - reply.paid, now: now, into: &effects)
    }

    /// A piece of an AI reply, or its end.
    mutating func progress(_ ticket: Ticket, _ progress: AIProgress, now: Now, into effects: inout Effects) {
        var hasRoom = true
        if case .piece(let piece) = progress { hasRoom = append(piece, ticket) }
        guard var this = acting(for: ticket), case .ai(var reply) = this.wait,
            case .askAI(let ask) = this.current(in: blueprint.rules[this.rule].actions)?.step
        else { return }
        switch progress {
        case .piece(let piece):
            guard hasRoom else {
                effects.append(.cancel(ticket))
                return fail(this, reply, "the reply does not end", now: now, into: &effects)
            }
            if let style = ask.stream, !blueprint.limits.wholeTexts {
                show(piece, of: &reply, style: style, by: this, now: now, into: &effects)
            }
            this.wait = .ai(reply)
            update(this)
        case .counted(let tokens):
            reply.counted = tokens
            this.wait = .ai(reply)
            update(this)
        case .finished:
            guard !reply.isBlank else {
                return fail(this, reply, "the reply is empty", now: now, into: &effects)
            }
            ai.value.remember(
                reply.prompt, reply.text, of: blueprint.rules[this.rule].id, turns: ask.history,
                characters: blueprint.file.ai.maxHistory)
            finish(reply, by: this, now: now, into: &effects)
        case .failed(let reason):
            fail(this, reply, reason, now: now, into: &effects)
        }
    }

    /// Adds a piece to a reply where that lies, so that what is there already is not copied for it. False: the reply
    /// would be too long.
    private mutating func append(_ piece: String, _ ticket: Ticket) -> Bool {
        guard let index = acting.firstIndex(where: { $0.ticket == ticket }), case .ai(var reply) = acting[index].wait
        else { return true }
        acting[index].wait = .lost  // so that the text is held once
        defer { acting[index].wait = .ai(reply) }
        return reply.append(piece, atMost: Self.longestReply)
    }

    /// The time for the whole reply is over.
    mutating func timeOut(_ this: Acting, _ reply: AIReply, now: Now, into effects: inout Effects) {
        effects.append(.cancel(reply.ticket))
        fail(this, reply, "timeout: the reply was not there in time", now: now, into: &effects)
    }

    /// Adds what came to the stream; a text that has grown too long goes on under a new id.
    private mutating func show(
        _ piece: String, of reply: inout AIReply, style: StreamStyle, by this: Acting, now: Now,
        into effects: inout Effects
    ) {
        guard let parcel = reply.parcel else {
            guard !reply.isBlank else { return }
            reply.parcel = openStream(reply.text, style: style, after: nil, by: this, now: now, into: &effects)
            return splitStream(&reply, style: style, by: this, now: now, into: &effects)
        }
        outbox.changeStream(parcel) { $0.append(piece) }
        splitStream(&reply, style: style, by: this, now: now, into: &effects)
    }

    private mutating func openStream(
        _ text: String, style: StreamStyle, after earlier: UInt64?, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> UInt64 {
        let stream = TextStream(id: newID(), text: text, isWhole: false, style: style, now: now.instant)
        return post(.stream(stream), rule: resultRule(this), follows: earlier, now: now, into: &effects)
    }

    private mutating func splitStream(
        _ reply: inout AIReply, style: StreamStyle, by this: Acting, now: Now, into effects: inout Effects
    ) {
        guard let most = blueprint.limits.text else { return }
        while let parcel = reply.parcel, case .stream(let stream) = outbox[parcel]?.content,
            let (head, tail) = stream.text.split(atMost: most)
        {
            outbox.changeStream(parcel) { $0.finish(upTo: head.utf8.count) }
            outbox.change(parcel) { $0.rule = nil }
            streamIsWhole(parcel, now: now, into: &effects)
            reply.parcel = openStream(tail, style: style, after: parcel, by: this, now: now, into: &effects)
        }
    }

    private mutating func finish(_ reply: AIReply, by this: Acting, now: Now, into effects: inout Effects) {
        payRest(of: reply, now: now, into: &effects)
        guard let parcel = reply.parcel else {
            let outcome = send(
                reply.text, style: nil, rule: resultRule(this), passesClarify: false, now: now, into: &effects)
            return resume(this, with: outcome, now: now, into: &effects)
        }
        outbox.changeStream(parcel) { $0.finish() }
        streamIsWhole(parcel, now: now, into: &effects)
        resume(this, with: .waits(.parcel(parcel)), now: now, into: &effects)
    }

    /// What has come so far stays; the stream ends with it.
    private mutating func fail(
        _ this: Acting, _ reply: AIReply, _ reason: String, now: Now, into effects: inout Effects
    ) {
        payRest(of: reply, now: now, into: &effects)
        if let parcel = reply.parcel {
            outbox.change(parcel) { $0.rule = nil }
            outbox.changeStream(parcel) { $0.finish() }
            streamIsWhole(parcel, now: now, into: &effects)
        }
        resume(this, with: .failed(reason), now: now, into: &effects)
    }
}
