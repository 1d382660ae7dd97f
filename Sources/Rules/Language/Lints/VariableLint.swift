// Variables are set by rules and read by templates and conditions. One that is never set says the same for ever: nothing at
// all, or a condition that never holds. A variable with a value that nothing sets is a constant, and meant.

extension BotReader {
    mutating func lintVariables() {
        let starts = Dictionary(file.variables.map { ($0.name, $0.start) }) { first, _ in first }
        let changed = Set(file.rules.flatMap(\.assignments).filter { $0.changes(starts[$0.name]) }.map(\.name))
        let reads = vainReads(of: file.variables.filter { !changed.contains($0.name) })
        var told: Set<String> = []
        for variable in file.variables {
            guard let read = reads[variable.name] else { continue }
            let near = told.count < Self.mostGuesses ? Spelling.nearest(to: variable.name, in: changed.sorted()) : nil
            told.insert(near ?? variable.name)
            let isDeclared = source.tree.root?["vars"]?.member(variable.name) != nil
            lint(
                .unsetVariable, read.range, "nothing sets the variable \(quoted(variable.name)), so \(read.effect)",
                hint: near.map { "did you mean \(quoted($0))?" }
                    ?? "set it in a rule: { \"set\": { \(quoted(variable.name)): ... } }, or give it its value in \"vars\"",
                related: isDeclared ? [.init(range: range(of: variable), message: "it is declared here")] : [])
        }
        lintUnreadVariables(besides: told)
    }

    /// Guesses cost the square of the number of names.
    private static let mostGuesses = 50

    /// - Parameter told: those of which it was said what they were meant for.
    private mutating func lintUnreadVariables(besides told: Set<String>) {
        let read = Set(variableReads.map(\.name)).union(lookups.map(\.name))
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
    fileprivate func changes(_ start: Value?) -> Bool {
        switch change {
        case .to(let template): template.literalText.map { Value.text($0) != start } ?? true
        case .number(let number): .number(number) != start
        case .flag(let flag): .flag(flag) != start
        case .add(let number): number != 0
        }
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
