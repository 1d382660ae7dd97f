import Rules
import Time

// From an event to rules that act: the rules are asked, and each that fires begins, waits its turn, or is left, as its
// `on_overlap` says.

/// An event on its way to the rules.
struct Happening: Sendable {
    var occurrence: Occurrence
    /// The received file of a `media` event.
    var file: MediaFile?
}

extension Bot {
    /// Firings of one rule that wait, or that act at once under `parallel`; more are left out.
    static let mostFirings = 100
    /// Bytes in memory that all firings beside the first of their rule may hold together. One may always wait, whatever its
    /// event says.
    static let mostWaiting = 4 << 20

    /// Puts an event before the rules, behind those that are there already.
    mutating func happen(_ occurrence: Occurrence, file: MediaFile? = nil) {
        pending.append(Happening(occurrence: occurrence, file: file))
    }

    /// An event without more fields than its trigger, made only if a rule is about it.
    mutating func happen(_ trigger: Trigger, _ fill: (inout Occurrence) -> Void = { _ in }) {
        guard blueprint.listens(to: trigger) else { return }
        var occurrence = Occurrence(trigger)
        fill(&occurrence)
        happen(occurrence)
    }

    /// An event that came as a frame.
    mutating func happen(
        _ trigger: Trigger, of message: Span<UInt8>, _ fill: (inout Occurrence) -> Void
    ) {
        guard blueprint.listens(to: trigger) else { return }
        var occurrence = Occurrence(trigger)
        occurrence.frame = frameIfWanted(message)
        fill(&occurrence)
        happen(occurrence)
    }

    /// Lets the rules see one event, and those that fire act.
    mutating func meet(_ happening: Happening, now: Now, into effects: inout Effects) {
        let occurrence = happening.occurrence
        let match = ask(occurrence, now: now, into: &effects)
        report(match, for: occurrence, now: now, into: &effects)
        answerByItself(occurrence, match.firings, now: now, into: &effects)
        lastNumber += 1
        let event = lastNumber
        for firing in match.firings where blueprint.rules.indices.contains(firing.rule) {
            counts.fired &+= 1
            note(.info, .firing, "fires", rule: blueprint.rules[firing.rule], into: &effects)
            let scene = Scene(
                occurrence: occurrence, captures: firing.captures, count: firing.count, file: happening.file,
                event: event)
            begin(firing.rule, scene, now: now, into: &effects)
        }
        if let file = happening.file, !acting.contains(where: { $0.scene.file == file }) {
            effects.append(.discard(file))
        }
    }

    private mutating func ask(_ occurrence: Occurrence, now: Now, into effects: inout Effects) -> Match {
        guard !isDraining, blueprint.listens(to: occurrence.trigger) else { return Match() }
        var trace = blueprint.tracing == .rules ? Trace() : nil
        let match = blueprint.program.match(
            occurrence, memory: &memory, now: now, zones: blueprint.zones, random: &random, trace: &trace)
        if !match.isEmpty { memoryChanged = true }
        if let trace { effects.append(.trace(trace)) }
        return match
    }

    /// What the rules said that is more than who acts.
    private mutating func report(_ match: Match, for occurrence: Occurrence, now: Now, into effects: inout Effects) {
        let rules = blueprint.rules
        if !match.conflict.isEmpty {
            let ids = match.conflict.filter(rules.indices.contains).map { rules[$0].id }.joined(separator: ", ")
            note(.error, .firing, "these rules match at once, so none acts: \(ids)", into: &effects)
        }
        switch occurrence.trigger {
        case .message, .text: reportSilence(match, into: &effects)
        case .prompt: reportPrompt(match, occurrence, into: &effects)
        default: break
        }
    }

    /// Something was said to the bot, and no rule is about it.
    private mutating func reportSilence(_ match: Match, into effects: inout Effects) {
        guard match.firings.isEmpty, match.conflict.isEmpty else { return }
        if isDraining { return note(.info, .firing, "no rule is asked: the bot is stopping", into: &effects) }
        let rules = blueprint.rules
        note(
            .info, .firing,
            match.limited.map { "no rule fires: the limit of \"\(rules[$0].id)\" is used up" } ?? "no rule fires",
            into: &effects)
    }

    private mutating func reportPrompt(_ match: Match, _ occurrence: Occurrence, into effects: inout Effects) {
        let rules = blueprint.rules
        let answers = match.firings.contains { blueprint.traits[$0.rule].contains(.answers) }
        guard !answers else { return }
        let reason =
            if isDraining {
                "the bot is stopping"
            } else if let rule = match.heldBack {
                "the limit of rule \"\(rules[rule].id)\" is used up"
            } else {
                match.conflict.isEmpty ? "no rule answers it" : "several rules match at once"
            }
        leave(OpenPrompt.Card(occurrence), reason: reason, into: &effects)
    }

    // MARK: Overlap

    private mutating func begin(_ rule: Int, _ scene: Scene, now: Now, into effects: inout Effects) {
        lastNumber += 1
        let new = Acting(number: lastNumber, rule: rule, scene: scene)
        let others = acting.count { $0.rule == rule }
        let definition = blueprint.rules[rule]
        guard others > 0 else { return run(new, now: now, into: &effects) }
        let excess = excess(with: scene)
        switch definition.overlap {
        case .parallel where others < Self.mostFirings && excess == nil:
            run(new, now: now, into: &effects)
        case .queue where others <= Self.mostFirings && excess == nil:
            note(.debug, .firing, "waits its turn", rule: definition, into: &effects)
            acting.append(new)
            keep(new, now: now, into: &effects)
        case .restart:
            note(.debug, .firing, "begins anew", rule: definition, into: &effects)
            end(where: { $0.rule == rule }, why: "restarted", now: now, into: &effects)
            run(new, now: now, into: &effects)
        case .skip:
            note(.debug, .firing, "is still acting: skipped", rule: definition, into: &effects)
        case .parallel, .queue:
            note(
                .warning, .firing, "fires more often than it ends\(excess ?? ""): this time is left out",
                rule: definition, into: &effects)
        }
    }

    /// Why there is no room for one more firing beside the first of its rule, as the warning goes on; nil: there is.
    private func excess(with scene: Scene) -> String? {
        var rules: Set<Int> = []
        let held = acting.filter { !rules.insert($0.rule).inserted }
        guard !held.isEmpty else { return nil }
        let weight = held.reduce(scene.weight) { $0 + $1.scene.weight }
        if weight.memory > Self.mostWaiting { return ", and what waits is over \(Self.mostWaiting >> 20) MiB" }
        if weight.disk > blueprint.intake.quota { return ", and the files that wait are over the quota" }
        return nil
    }

    // MARK: Running

    /// Runs a rule on from where it stands, until it waits or ends.
    mutating func run(_ start: Acting, now: Now, into effects: inout Effects) {
        var this = start
        while !hasEnded, let action = this.current(in: blueprint.rules[this.rule].actions) {
            switch perform(action, by: this, now: now, into: &effects) {
            case .done:
                this.step()
            case .waits(let wait):
                this.wait = wait
                store(this, now: now, into: &effects)
                return
            case .failed(let reason):
                failed(action, by: this, reason, into: &effects)
                if case .askAI(let ask) = action.step, !ask.onError.isEmpty {
                    this.enterOnError(reason)
                } else {
                    return finish(this, now: now, into: &effects)
                }
            }
        }
        finish(this, now: now, into: &effects)
    }

    /// Goes on with a rule whose wait is over.
    mutating func resume(_ acting: Acting, with outcome: Outcome, now: Now, into effects: inout Effects) {
        var this = acting
        guard let action = this.current(in: blueprint.rules[this.rule].actions) else {
            return finish(this, now: now, into: &effects)
        }
        switch outcome {
        case .done:
            this.step()
        case .waits(let wait):
            this.wait = wait
            return store(this, now: now, into: &effects)
        case .failed(let reason):
            failed(action, by: this, reason, into: &effects)
            guard case .askAI(let ask) = action.step, !ask.onError.isEmpty else {
                return finish(this, now: now, into: &effects)
            }
            this.enterOnError(reason)
        }
        run(this, now: now, into: &effects)
    }

    private mutating func store(_ this: Acting, now: Now, into effects: inout Effects) {
        if let index = acting.firstIndex(where: { $0.number == this.number }) {
            acting[index] = this
        } else {
            let at = acting.firstIndex { $0.number > this.number } ?? acting.endIndex
            acting.insert(this, at: at)
        }
        keep(this, now: now, into: &effects)
    }

    /// The rule is done: the next firing of it that waits has its turn.
    private mutating func finish(_ this: Acting, now: Now, into effects: inout Effects) {
        forget(this, into: &effects)
        if acting.contains(where: { $0.rule == this.rule }) { turns.append(this.rule) }
    }

    /// Takes a rule out of those that act, and frees the received file that it was the last to need.
    mutating func forget(_ this: Acting, into effects: inout Effects) {
        guard let index = acting.firstIndex(where: { $0.number == this.number }) else { return }
        acting.remove(at: index)
        unkeep(this, into: &effects)
        guard let file = this.scene.file, !acting.contains(where: { $0.scene.file == file }) else { return }
        effects.append(.discard(file))
    }

    /// Lets the oldest waiting firing of each rule that ended begin.
    mutating func takeTurns(now: Now, into effects: inout Effects) {
        while !turns.isEmpty {
            let rule = turns.removeFirst()
            let firings = acting.filter { $0.rule == rule }
            guard let next = firings.first, firings.allSatisfy(\.waitsItsTurn) else { continue }
            run(next, now: now, into: &effects)
        }
    }
}
