// Variables are set by rules and read by templates and conditions. One that is never set says the same for ever: nothing at
// all, or a condition that never holds. A variable with a value that nothing sets is a constant, and meant. What tests look
// at, and what the data of load plans sets, counts as well.

extension BotReader {
    mutating func lintVariables() {
        let changed = changedVariables().union(options.elsewhere.set)
        let assigned = Set(file.rules.flatMap(\.assignments).map(\.name))
        let reads = vainReads(of: file.variables.filter { !changed.contains($0.name) })
        var told: Set<String> = []
        for variable in file.variables {
            guard let read = reads[variable.name] else { continue }
            let near = told.count < Self.mostGuesses ? Spelling.nearest(to: variable.name, in: changed.sorted()) : nil
            told.insert(near ?? variable.name)
            let isDeclared = source.tree.root?["vars"]?.member(variable.name) != nil
            let name = quoted(variable.name)
            let cause =
                assigned.contains(variable.name)
                ? "what sets the variable \(name) leaves it as it is" : "nothing sets the variable \(name)"
            lint(
                .unsetVariable, read.range, "\(cause), so \(read.effect)",
                hint: near.map { "did you mean \(quoted($0))?" }
                    ?? "set it in a rule: { \"set\": { \(name): ... } }, or give it its value in \"vars\"",
                related: isDeclared ? [.init(range: range(of: variable), message: "it is declared here")] : [])
        }
        lintUnreadVariables(besides: told)
    }

    /// The variables that rules can make anything but what they are at the start. One that gets the value of another is
    /// changed if that one is.
    private func changedVariables() -> Set<String> {
        let starts = Dictionary(file.variables.map { ($0.name, $0.start) }) { first, _ in first }
        // What a field or a group has the name of is no variable there.
        let hidden = Set(
            lookups.filter { starts[$0.name] != nil && names(known: $0.scope).contains($0.name) }.map(\.name))
        var changed: Set<String> = []
        var pending = file.rules.flatMap(\.assignments)
        for _ in 0..<Self.mostSteps {
            let values = starts.filter { !changed.contains($0.key) && !hidden.contains($0.key) }
            let still = pending.filter { !$0.changes(starts[$0.name], others: values) }
            if still.count == pending.count { return changed }
            changed.formUnion(pending.filter { $0.changes(starts[$0.name], others: values) }.map(\.name))
            pending = still
        }
        return changed.union(pending.map(\.name))
    }

    /// From variable to variable.
    private static let mostSteps = 10

    /// Guesses cost the square of the number of names.
    private static let mostGuesses = 50

    /// - Parameter told: those of which it was said what they were meant for.
    private mutating func lintUnreadVariables(besides told: Set<String>) {
        // One in single braces was meant to be read: that is told at the braces.
        let read = Set(variableReads.map(\.name)).union(lookups.map(\.name)).union(likenesses.map(\.name.name))
            .union(options.elsewhere.read)
        for variable in file.variables where !read.contains(variable.name) && !told.contains(variable.name) {
            lint(
                .unusedVariable, range(of: variable),
                "no template and no condition looks at the variable \(quoted(variable.name))",
                hint: "use it as {{\(variable.name)}}, or take it away")
        }
    }

    private func range(of variable: Variable) -> Range<Int> { source.range(of: variable.place) }

    /// The first place that reads each of these variables in vain, and what comes of it.
    private func vainReads(of variables: [Variable]) -> [String: (range: Range<Int>, effect: String)] {
        let starts = Dictionary(variables.map { ($0.name, $0.start) }) { first, _ in first }
        var found: [String: (range: Range<Int>, effect: String)] = [:]
        func read(_ name: String, _ range: Range<Int>, _ effect: String) {
            if let first = found[name], first.range.lowerBound <= range.lowerBound { return }
            found[name] = (range, effect)
        }
        for lookup in lookups {
            guard let start = starts[lookup.name], start.saysNothing,
                !names(known: lookup.scope).contains(lookup.name)
            else { continue }
            read(lookup.name, lookup.range, "{{\(lookup.name)}} is always \(start.text.isEmpty ? "empty" : start.text)")
        }
        for condition in variableReads {
            guard let start = starts[condition.name], let matcher = condition.matcher,
                let test = try? ValueTest(matcher),
                test.failure(on: start, named: condition.name) != nil
            else { continue }
            let value = if case .text(let text) = start { quoted(text) } else { start.text }
            read(condition.name, condition.range, "this never holds: it is always \(value)")
        }
        return found
    }
}

extension Assignment {
    /// Whether it can make the variable anything but what it is at the start.
    ///
    /// - Parameter others: variables that are always what they are at the start.
    fileprivate func changes(_ start: Value?, others: [String: Value]) -> Bool {
        switch change {
        case .to(let template): template.text(with: others).map { Value.text($0) != start && $0 != start?.text } ?? true
        case .number(let number): .number(number) != start
        case .flag(let flag): .flag(flag) != start
        case .add(let number): number != 0
        }
    }
}

extension Template {
    /// What it always yields, if it looks up nothing but these.
    fileprivate func text(with values: [String: Value]) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let part): text += part
            case .lookup(let lookup):
                guard lookup.filters.isEmpty, lookup.fallback == nil, let value = values[lookup.name] else {
                    return nil
                }
                text += value.text
            }
        }
        return text
    }
}

extension Rule {
    /// What its actions set; those of an AI's `on_error` too.
    fileprivate var assignments: [Assignment] { Self.assignments(in: actions) }

    private static func assignments(in actions: [Action]) -> [Assignment] {
        actions.flatMap { action -> [Assignment] in
            switch action.step {
            case .set(let assignments): assignments
            case .askAI(let ask): self.assignments(in: ask.onError)
            default: []
            }
        }
    }
}

extension Value {
    /// What a variable holds that waits to be set.
    fileprivate var saysNothing: Bool {
        switch self {
        case .text(let text): text.allSatisfy(\.isWhitespace)
        case .number(let number): number == 0
        case .flag(let flag): !flag
        }
    }
}
