// Variables are set by rules and read by templates and conditions. One that is never set says the same for ever: nothing at
// all, or a condition that never holds. A variable with a value that nothing sets is a constant, and meant.

extension BotReader {
    mutating func lintVariables() {
        let changed = Set(file.rules.flatMap(\.assignments).filter(isChange).map(\.name))
        var told: Set<String> = []
        for variable in file.variables where !changed.contains(variable.name) {
            guard let read = firstRead(of: variable) else { continue }
            let near = Spelling.nearest(to: variable.name, in: changed.sorted())
            if let near { told.insert(near) }
            let isDeclared = source.tree.root?["vars"]?.member(variable.name) != nil
            lint(
                .unsetVariable, read.range, "nothing sets the variable \(quoted(variable.name)), so \(read.effect)",
                hint: near.map { "did you mean \(quoted($0))?" }
                    ?? "set it in a rule: { \"set\": { \(quoted(variable.name)): ... } }, or give it its value in \"vars\"",
                related: isDeclared ? [.init(range: range(of: variable), message: "it is declared here")] : [])
        }
        lintUnreadVariables(besides: told)
    }

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

    /// Whether an assignment can make the variable anything but what it is at the start.
    private func isChange(_ assignment: Assignment) -> Bool {
        let start = file.variables.first { $0.name == assignment.name }?.start
        switch assignment.change {
        case .to(let template): return template.literalText.map { Value.text($0) != start } ?? true
        case .number(let number): return .number(number) != start
        case .flag(let flag): return .flag(flag) != start
        case .add(let number): return number != 0
        }
    }

    /// The first place that reads the variable in vain, and what comes of it.
    private func firstRead(of variable: Variable) -> (range: Range<Int>, effect: String)? {
        var reads: [(range: Range<Int>, effect: String)] = []
        if variable.start.saysNothing {
            let value = variable.start.text.isEmpty ? "empty" : variable.start.text
            for lookup in lookups
            where lookup.name == variable.name && !names(known: lookup.scope).contains(lookup.name) {
                reads.append((lookup.range, "{{\(lookup.name)}} is always \(value)"))
            }
        }
        for read in variableReads where read.name == variable.name {
            guard let matcher = read.matcher, let test = try? ValueTest(matcher),
                test.failure(on: variable.start, named: read.name) != nil
            else { continue }
            let value = if case .text(let text) = variable.start { quoted(text) } else { variable.start.text }
            reads.append((read.range, "this never holds: it is always \(value)"))
        }
        return reads.min { $0.range.lowerBound < $1.range.lowerBound }
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
