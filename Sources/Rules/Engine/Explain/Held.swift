// Why a rule matches: the conditions by which it does, each with the value that it saw. Of several that are enough (`any`, a
// list of texts) the first that holds is told.

/// One condition of a rule that held.
public struct Held: Sendable, Hashable {
    public var place: Place
    /// Its keys from `when` down, such as `text.contains` or `not.kind`.
    public var condition: String
    /// Of a list of texts: the one that fits.
    public var wanted: String
    /// Nil: there is no more to it than what was wanted.
    public var saw: String?

    init(_ place: Place, _ condition: String, wanted: String, saw: String?) {
        self.place = place
        self.condition = condition
        self.wanted = wanted
        self.saw = saw == wanted ? nil : saw
    }

    fileprivate func inside(_ key: String) -> Held {
        Held(place, "\(key).\(condition)", wanted: wanted, saw: saw)
    }
}

extension Program {
    /// The conditions by which a rule matches, in the order in which the rule file says them.
    func held(
        of rule: Int, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> [Held] {
        let own = file.rules[rule]
        var held: [Held] = []
        if rules[rule].hasStates, let state = state(of: circumstances.memory, now: circumstances.now) {
            held.append(Held(own.place, "in", wanted: Wording.list(own.states), saw: Wording.quoted(state)))
        }
        if let condition = own.condition, let compiled = rules[rule].condition {
            held += self.held(condition, compiled, occurrence, circumstances)
        }
        return held
    }

    private func held(
        _ condition: Condition, _ compiled: CompiledCondition, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances
    ) -> [Held] {
        switch (condition.test, compiled) {
        case (.all(let conditions), .all(let parts)):
            var all: [Held] = []
            for (condition, part) in zip(conditions, parts) {
                all += held(condition, part, occurrence, circumstances)
            }
            return all
        case (.any(let conditions), .any(let parts)):
            for (condition, part) in zip(conditions, parts) where holds(part, occurrence, circumstances) {
                return held(condition, part, occurrence, circumstances).map { $0.inside("any") }
            }
            return []
        case (.not(let inner), .not(let part)):
            return [heldAsIs(inner, part, occurrence, circumstances).inside("not")]
        case (.text(let field, let matcher), .text(_, let part)):
            let labels = field == .label && occurrence.option == nil ? occurrence.options.map(\.label) : []
            guard let text = occurrence.text(of: field) ?? labels.first(where: { holds(part, text: $0) }) else {
                return []
            }
            reading.spare.read(text)
            return part.held(reading.spare, matcher, named: field.rawValue)
        case (.time(let window), _):
            return [Held(condition.place, "time", wanted: window.summary, saw: window.clock(circumstances))]
        case (.command(let command), _): return held(command, condition.place, occurrence)
        default: return [heldAsIs(condition, compiled, occurrence, circumstances)]
        }
    }

    /// What a condition wants, and what there is: the same words, whether it holds or not.
    private func heldAsIs(
        _ condition: Condition, _ compiled: CompiledCondition, _ occurrence: borrowing Occurrence,
        _ circumstances: borrowing Circumstances
    ) -> Held {
        let failure = firstFailure(condition, compiled, occurrence, circumstances)
        return Held(failure.place, failure.condition, wanted: failure.wanted, saw: failure.saw)
    }

    private func held(
        _ condition: CommandCondition, _ place: Place, _ occurrence: borrowing Occurrence
    ) -> [Held] {
        let saw = reading.command(of: occurrence)?.summary
        return [
            condition.every.map { Held(place, "command.every", wanted: Wording.list($0), saw: saw) },
            condition.some.map { Held(place, "command.some", wanted: Wording.list($0), saw: saw) },
            condition.unclear.map { Held(place, "command.unclear", wanted: "\($0)", saw: saw) },
        ].compactMap(\.self)
    }
}

extension CompiledMatcher {
    /// What each test of a text matcher that holds wanted; the text beside the first of them.
    fileprivate func held(_ subject: Subject, _ matcher: TextMatcher, named name: String) -> [Held] {
        let saw = Wording.quoted(
            String(decoding: exact ? subject.plain[...] : subject.plain[subject.trimmed], as: UTF8.self))
        var held: [Held] = []
        for (test, check) in zip(matcher.tests, checks) {
            let wanted = entry(of: test, check, subject).map { Wording.quoted($0) } ?? test.summary
            held.append(
                Held(test.place, "\(name).\(test.key)", wanted: wanted, saw: held.isEmpty ? saw : nil))
        }
        return held
    }

    /// Of a list of texts: the first that fits.
    private func entry(of test: TextTest, _ check: Check, _ subject: Subject) -> String? {
        let bytes = exact ? subject.plain : subject.folded
        let text = bytes.span
        switch (test.kind, check) {
        case (.anyOf(let texts), _): return texts.first { Self.literal($0, exact: exact) == bytes }
        case (.containsAny(let texts), _):
            return texts.first { ByteSearch.find(Self.literal($0, exact: exact), in: text) != nil }
        case (.startsWith(let texts), _):
            return texts.first { ByteSearch.stands(Self.literal($0, exact: exact), at: 0, in: text) }
        case (.endsWith(let texts), _):
            return texts.first {
                let literal = Self.literal($0, exact: exact)
                return ByteSearch.stands(literal, at: text.count - literal.count, in: text)
            }
        case (.words(let texts), .words(let phrases)): return zip(texts, phrases).first { $1.isIn(text) }?.0
        case (.glob(let texts), .glob(let globs)):
            let shape = subject.shape(exact: exact)
            return zip(texts, globs).first { $1.matches(text, shape) }?.0
        case (.regex(let texts), .regex(let regexes)):
            let plain = subject.plain
            let text = plain.span.extracting(exact ? plain.indices : subject.trimmed)
            return zip(texts, regexes).first { $1.matches(text) }?.0
        default: return nil
        }
    }
}
