import Rules
import Time

// The actions that need nobody: waiting, remembering, logging, leaving.

extension Bot {
    mutating func pause(
        _ delay: DelayRange, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let delay = random.interval(from: delay.least, to: delay.most)
        acted(action, by: this, delay.text, into: &effects)
        return delay > .zero ? .waits(.pause(until: now.instant + delay)) : .done
    }

    mutating func set(
        _ assignments: [Assignment], _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        for assignment in assignments {
            // Each sees what the ones before it set.
            let scope = scope(this, now: now)
            let value = blueprint.program.perform(assignment, scope: scope, in: &memory)
            acted(action, by: this, "\(assignment.name) = \(value.shown)", into: &effects)
        }
        memoryChanged = true
        return .done
    }

    mutating func go(
        to state: String?, for time: Interval?, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        blueprint.program.enter(state, for: time, now: now, in: &memory)
        memoryChanged = true
        acted(action, by: this, state ?? "no state", into: &effects)
        return .done
    }

    mutating func log(
        _ level: LogLevel, _ template: Template, _ action: Action, by this: Acting, now: Now,
        into effects: inout Effects
    ) -> Outcome {
        let text = render(template, by: this, now: now)
        acted(action, by: this, text, into: &effects)
        effects.append(.log(level, text))
        return .done
    }

    /// Ends the streams and AI replies of one rule, or of all; the rules that wait for them end with them.
    mutating func cancel(
        of id: String?, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        let rule = id.flatMap { blueprint.rule(named: $0) }
        let streaming = acting.filter { other in
            guard other.number != this.number, id == nil || other.rule == rule else { return false }
            switch other.wait {
            case .ai: return true
            case .parcel(let number):
                if case .stream = outbox[number]?.content { return true }
                return false
            default: return false
            }
        }.map(\.number)
        acted(action, by: this, "\(streaming.count) ended", into: &effects)
        end(where: { streaming.contains($0.number) }, why: "cancelled", now: now, into: &effects)
        return .done
    }

    mutating func stop(
        _ code: Int, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        acted(action, by: this, "exit code \(code)", into: &effects)
        leave(code: Int32(truncatingIfNeeded: code), now: now, into: &effects)
        return .done
    }

    /// Ends rules that act: what they began is cancelled, a stream that has begun is closed where it is.
    mutating func end(
        where ends: (Acting) -> Bool, why: String, now: Now, into effects: inout Effects
    ) {
        for this in acting.filter(ends) {
            if let ticket = this.wait.ticket { effects.append(.cancel(ticket)) }
            switch this.wait {
            case .ai(let reply):
                payRest(of: reply, now: now, into: &effects)
                if let parcel = reply.parcel { stopStream(parcel, now: now, into: &effects) }
                result(of: this, error: why)
            case .parcel(let number):
                takeBack(number, now: now, into: &effects)
                result(of: this, error: why)
            case .audit(let ticket): withdraw(ticket, why: "its rule was \(why)", into: &effects)
            case .save(_, let fetched): if let fetched { effects.append(.discard(fetched)) }
            case .typing: showTyping(false, now: now, into: &effects)
            case .turn, .again, .lost, .pause, .fetch, .call, .fetchToSave: break
            }
            let rule = blueprint.rules[this.rule]
            note(.debug, .firing, "is \(why)", rule: rule, into: &effects)
            forget(this, into: &effects)
            turns.append(this.rule)
        }
    }
}
