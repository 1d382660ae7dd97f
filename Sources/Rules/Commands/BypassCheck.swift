import Shell

// Which bypass a rule would let through. What the file cannot say by itself (a text, a time, a chance) is taken to hold
// for the rule that approves and to fail for the rules that deny.

extension Bypass {
    /// The first line that one of the file's approving rules would approve, with a rule that is guarded by its sets.
    ///
    /// - Parameters:
    ///   - rule: index into `file.rules`. A rule that may not approve, or is `unguarded`, has no bypass.
    public static func firstApproved(rule index: Int, in file: BotFile) -> Bypass? {
        guard file.rules.indices.contains(index) else { return nil }
        let rule = file.rules[index]
        guard rule.mayApprove, !rule.unguarded, let sets = rule.condition?.guardingSets else { return nil }
        let patterns = CommandCondition.patterns(of: sets, in: file.commands)
        let seeds = rule.examples.match.map(\.text) + patterns.flatMap(\.samples).map { ShellLine.quoted($0) }
        let deniers = file.rules.filter(\.deniesByCommand)
        return firstApproved(seeds: seeds) { command in
            guard rule.condition?.outlook(on: command, sets: file.commands).mayHold ?? true else { return false }
            return !deniers.contains { $0.surelyDenies(command, sets: file.commands) }
        }
    }

    /// The first bypass of the standing list, or made of one of these allowed lines, that is approved.
    public static func firstApproved(seeds: [String], by approves: (PromptCommand) -> Bool) -> Bypass? {
        var seen: Set<String> = []
        for bypass in standing where approves(PromptCommand(line: bypass.line)) { return bypass }
        for seed in seeds where seen.insert(seed).inserted {
            for bypass in shapes(on: seed) where approves(PromptCommand(line: bypass.line)) { return bypass }
        }
        return nil
    }
}

extension Rule {
    fileprivate func surelyDenies(_ command: PromptCommand, sets: [CommandSet]) -> Bool {
        states.isEmpty && !(condition?.outlook(on: command, sets: sets).mayFail ?? false)
    }
}

extension Condition {
    /// What a condition may say to a prompt with this command, of which nothing else is known.
    struct Outlook {
        var mayHold: Bool
        var mayFail: Bool
    }

    func outlook(on command: PromptCommand, sets: [CommandSet]) -> Outlook {
        switch test {
        case .command(let condition):
            let holds = condition.holds(on: command, sets: sets)
            return Outlook(mayHold: holds, mayFail: !holds)
        case .word(.kind, let kinds):
            let holds = kinds.contains { $0.lowercased() == "exec_approval" }
            return Outlook(mayHold: holds, mayFail: !holds)
        case .all(let conditions):
            let parts = conditions.map { $0.outlook(on: command, sets: sets) }
            return Outlook(mayHold: parts.allSatisfy(\.mayHold), mayFail: parts.contains(where: \.mayFail))
        case .any(let conditions):
            let parts = conditions.map { $0.outlook(on: command, sets: sets) }
            return Outlook(mayHold: parts.contains(where: \.mayHold), mayFail: parts.allSatisfy(\.mayFail))
        case .not(let condition):
            let part = condition.outlook(on: command, sets: sets)
            return Outlook(mayHold: part.mayFail, mayFail: part.mayHold)
        default:
            return Outlook(mayHold: true, mayFail: true)
        }
    }
}

extension CommandPattern {
    /// Argvs that the pattern takes, one of each thing that may be repeated: so many that each choice comes in one.
    var samples: [[String]] {
        let choices = min(tokens.map(\.choiceCount).max() ?? 1, 8)
        return (0..<choices).map { turn in tokens.flatMap { $0.sample(turn) } }
    }
}

extension CommandToken {
    fileprivate var choiceCount: Int {
        switch self {
        case .anyOf(let choices): max(choices.count, choices.map(\.choiceCount).max() ?? 1)
        case .pathUnder(let folders, _): max(folders.count, 1)
        case .rest(let token): token.choiceCount
        default: 1
        }
    }

    fileprivate func sample(_ turn: Int) -> [String] {
        switch self {
        case .literal(let text): return [text]
        case .anyOf(let choices): return choices.isEmpty ? [] : choices[turn % choices.count].sample(turn)
        case .glob(let pattern):
            let scalars = pattern.unicodeScalars.map { $0 == "*" || $0 == "?" ? "x" : $0 }
            return [String(String.UnicodeScalarView(scalars))]
        case .pathUnder(let folders, _): return folders.isEmpty ? [] : [folders[turn % folders.count] + "/x"]
        case .flags: return []
        case .word: return ["x"]
        case .rest(let token): return token.sample(turn)
        }
    }
}
