import Time

// The rule of a program: it is the file's rules made ready once, and after that nothing is compiled, looked up by name or
// allocated for an event that no rule is about. It belongs to one loop, so that no count or lock is shared between loops.

/// A rule file, compiled.
public final class Program {
    public let file: BotFile
    let variables: [String: Int]
    let states: [String: Int]
    /// By index of the rule.
    let rules: [CompiledRule]
    /// By number of the trigger.
    let buckets: [Bucket]
    let reading: EventReading

    /// - Throws: what a checked file cannot hold, such as a regex that RE2 refuses.
    public init(_ file: BotFile) throws(CompileFault) {
        self.file = file
        variables = Dictionary(
            file.variables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        states = Dictionary(file.states.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var compiler = ConditionCompiler(variables: variables, states: states)
        var rules: [CompiledRule] = []
        for rule in file.rules { rules.append(try CompiledRule(rule, &compiler)) }
        self.rules = rules
        let order = rules.indices.filter { rules[$0].hasStates } + rules.indices.filter { !rules[$0].hasStates }
        buckets = Trigger.allCases.map { trigger in
            let own = order.filter { file.rules[$0].triggers.contains(trigger) }
            return Bucket(
                order: own, gates: own.map { rules[$0].gate }, hasChance: own.contains { rules[$0].hasChance })
        }
        reading = EventReading(paths: compiler.paths)
    }

    /// The rules that fire for an event, by `hit`, `in`, `continue`, `limit` and the order of approvals. Limits are taken
    /// and counts grown in `memory`.
    ///
    /// - Parameters:
    ///   - random: for `chance`; one number is drawn for an event that some rule with `chance` is for, whatever else is.
    ///   - trace: nil, or an empty one to be filled; it costs a look at every rule.
    public func match(
        _ occurrence: borrowing Occurrence, memory: inout Memory, now: Now, zones: ZoneTable,
        random: inout some RandomNumberGenerator, trace: inout Trace?
    ) -> Match {
        let bucket = buckets[occurrence.trigger.number]
        if bucket.order.isEmpty && trace == nil { return Match() }
        reading.begin()
        if bucket.hasChance { reading.seed = random.next() }
        if trace == nil {
            bucket.find(occurrence, reading)
            if bucket.candidates.isEmpty { return Match() }
        }
        var match = select(
            bucket, occurrence, Circumstances(memory: memory, now: now, zones: zones), trace: &trace)
        for index in match.firings.indices {
            let rule = match.firings[index].rule
            match.firings[index].count = memory.recordFiring(of: rule, limit: file.rules[rule].limit, at: now.instant)
        }
        return match
    }

    /// The rules that fire, with their captures, in a memory that has not noticed yet.
    private func select(
        _ bucket: Bucket, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances,
        trace: inout Trace?
    ) -> Match {
        var selection = Selection(hit: file.hit)
        if trace == nil {
            let candidates = bucket.candidates
            for position in candidates {
                let rule = bucket.order[Int(position)]
                guard matches(rule, occurrence, circumstances) else { continue }
                if consider(rule, bucket, occurrence, circumstances, &selection) == .end { break }
            }
        } else {
            trace = explain(bucket, occurrence, circumstances, &selection)
        }
        var match = Match()
        match.heldBack = selection.heldBack
        match.conflict = selection.conflict
        match.limited = selection.limited
        for rule in selection.firing {
            var captures: [String: String] = [:]
            if let condition = rules[rule].condition, rules[rule].hasCaptures {
                addCaptures(of: condition, occurrence, circumstances, to: &captures)
            }
            match.firings.append(Firing(rule: rule, captures: captures, count: 0))
        }
        return match
    }

    /// Whether the rule's own timer, states and condition say yes; neither its limit nor other rules count.
    func matches(
        _ rule: Int, _ occurrence: borrowing Occurrence, _ circumstances: borrowing Circumstances
    ) -> Bool {
        let compiled = rules[rule]
        if occurrence.trigger == .timer, occurrence.timer?.rule != rule { return false }
        if compiled.hasStates {
            guard let state = circumstances.memory.state(at: circumstances.now.instant), compiled.states.contains(state)
            else { return false }
        }
        guard let condition = compiled.condition else { return true }
        return holds(condition, occurrence, circumstances)
    }
}

/// What makes a file impossible to compile. The checker finds it first, with its place in the text.
public struct CompileFault: Error, Hashable, Sendable {
    public var message: String
    public var place: Place

    public init(_ message: String, place: Place) {
        self.message = message
        self.place = place
    }
}
