// The rule of explaining: the same judgements as matching, on every rule in turn and with no shortcuts, and what is found is
// written down. A trace therefore also proves that the shortcuts are right.

extension Program {
    /// Looks at every rule, in the order in which they are tried, and says what became of each.
    func explain(
        _ bucket: Bucket, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances,
        _ selection: inout Selection
    ) -> Trace {
        var trace = Trace()
        trace.trigger = occurrence.trigger
        trace.event = occurrence.id
        trace.text = occurrence.text
        trace.state = state(of: circumstances.memory, now: circumstances.now)
        trace.command = reading.command(of: occurrence)
        var ended: Int?
        for rule in rules.indices.filter({ rules[$0].hasStates }) + rules.indices.filter({ !rules[$0].hasStates }) {
            let verdict: Verdict
            let reason = failure(of: rule, occurrence, circumstances)
            let outcomes = ended == nil ? self.outcomes(of: rule, reason, occurrence, circumstances) : []
            if let reason {
                verdict = reason
            } else if let ended {
                verdict = .tooLate(after: file.rules[ended].id)
            } else {
                let judged = self.verdict(on: rule, bucket, occurrence, circumstances, selection)
                verdict = shown(judged, rule, circumstances)
                if consider(rule, bucket, occurrence, circumstances, &selection) == .end {
                    if case .outranked(let other) = judged { ended = other } else { ended = rule }
                }
            }
            let own = file.rules[rule]
            trace.rules.append(RuleTrace(rule: rule, id: own.id, place: own.place, verdict: verdict))
            trace.rules[trace.rules.count - 1].outcomes = outcomes
        }
        for index in trace.rules.indices {
            settle(&trace.rules[index], selection, circumstances)
            if case .fired = trace.rules[index].verdict {
                trace.rules[index].held = held(of: trace.rules[index].rule, occurrence, circumstances)
            }
        }
        return trace
    }

    /// What can be said only once all rules were looked at.
    private func settle(
        _ trace: inout RuleTrace, _ selection: borrowing Selection, _ circumstances: borrowing Circumstances
    ) {
        let rule = trace.rule
        if selection.firing.contains(rule) {
            trace.verdict = .fired(count: circumstances.memory.count(ofRule: rule) + 1)
        } else if selection.conflict.contains(rule) {
            trace.verdict = .conflict(with: selection.conflict.filter { $0 != rule }.map { file.rules[$0].id })
        }
    }

    private func shown(
        _ verdict: Selection.Verdict, _ rule: Int, _ circumstances: borrowing Circumstances
    ) -> Verdict {
        let limit = file.rules[rule].limit ?? Limit(count: 0, per: .zero)
        let frees = circumstances.memory.frees(limit, ofRule: rule, at: circumstances.now.instant)
        return switch verdict {
        case .fires, .already: .fired(count: circumstances.memory.count(ofRule: rule) + 1)
        case .limited: .limited(limit, frees: frees)
        case .heldBack: .heldBack(limit, frees: frees)
        case .outranked(let other): .outranked(by: file.rules[other].id)
        case .leftAlone(let other): .leftAlone(by: file.rules[other].id)
        }
    }

    /// Why a rule does not match, its limit and other rules aside; nil if it does.
    private func failure(
        of rule: Int, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> Verdict? {
        let own = file.rules[rule]
        let isOtherTimer = occurrence.trigger == .timer && occurrence.timer?.rule != rule
        if isOtherTimer || !own.triggers.contains(occurrence.trigger) { return .otherEvent(wanted: own.triggers) }
        if rules[rule].hasStates {
            let state = circumstances.memory.state(at: circumstances.now.instant)
            if !(state.map(rules[rule].states.contains) ?? false) {
                return .otherState(
                    wanted: own.states, saw: self.state(of: circumstances.memory, now: circumstances.now))
            }
        }
        guard let condition = own.condition, let compiled = rules[rule].condition,
            !holds(compiled, occurrence, circumstances)
        else { return nil }
        return .failed(firstFailure(condition, compiled, occurrence, circumstances))
    }
}
