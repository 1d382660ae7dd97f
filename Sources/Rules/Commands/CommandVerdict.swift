import Shell

// What a `command` condition says to a prompt, with the reason where it says no.

/// Why a `command` condition does not hold: one of its keys, what that wanted, and what was there instead.
public struct CommandFailure: Sendable, Hashable {
    public enum Key: String, Sendable, Hashable {
        case every, some, unclear
    }
    public var key: Key
    public var wanted: String
    public var saw: String
    /// The pattern that came nearest, and where it stands.
    public var nearest: CommandPattern?
    /// What the nearest pattern wanted in place of what.
    public var change: String?
    /// Byte offsets into `PromptCommand.line`: what did not fit.
    public var range: Range<Int>
}

extension CommandCondition {
    /// Nil if the condition holds. `sets` are the file's; a name that is not among them has no patterns.
    public func failure(on command: PromptCommand, sets: [CommandSet]) -> CommandFailure? {
        switch command.reading {
        case .clear(let commands): failure(onClear: commands, of: command.line, sets: sets)
        case .unclear(let fault): failure(onUnclear: fault)
        }
    }

    public func holds(on command: PromptCommand, sets: [CommandSet]) -> Bool {
        failure(on: command, sets: sets) == nil
    }

    private func failure(onUnclear fault: CommandFault) -> CommandFailure? {
        let saw = "unclear (\(fault.code)): \(fault.message)"
        if let every {
            let wanted = "a clear line of commands in \(Self.names(every))"
            return CommandFailure(key: .every, wanted: wanted, saw: saw, range: fault.range)
        }
        // `some` holds for what is unclear, so that a rule that denies errs on the safe side.
        guard unclear == false else { return nil }
        return CommandFailure(key: .unclear, wanted: "a clear line", saw: saw, range: fault.range)
    }

    private func failure(onClear commands: [SimpleCommand], of line: String, sets: [CommandSet]) -> CommandFailure? {
        let whole = 0..<line.utf8.count
        if let every {
            let patterns = Self.patterns(of: every, in: sets)
            for command in commands {
                let argv = command.argv
                if patterns.contains(where: { $0.matches(argv) }) { continue }
                return Self.nearest(to: command, among: patterns, sets: every)
            }
        }
        if let some {
            let patterns = Self.patterns(of: some, in: sets)
            let one = commands.contains { command in
                let argv = command.argv
                return patterns.contains { $0.matches(argv) }
            }
            if !one {
                let saw = commands.map { CommandText.list($0.argv) }.joined(separator: " ")
                return CommandFailure(key: .some, wanted: "a command in \(Self.names(some))", saw: saw, range: whole)
            }
        }
        guard unclear == true else { return nil }
        return CommandFailure(key: .unclear, wanted: "an unclear line", saw: "a clear one", range: whole)
    }

    static func patterns(of names: [String], in sets: [CommandSet]) -> [CommandPattern] {
        sets.filter { names.contains($0.name) }.flatMap(\.patterns)
    }

    private static func names(_ sets: [String]) -> String { sets.map { "\"\($0)\"" }.joined(separator: " or ") }

    private static func nearest(
        to command: SimpleCommand, among patterns: [CommandPattern], sets: [String]
    ) -> CommandFailure {
        let argv = command.argv
        var failure = CommandFailure(
            key: .every, wanted: "a command in \(names(sets))", saw: CommandText.list(argv), range: command.range)
        var best = 0
        for pattern in patterns {
            let attempt = pattern.attempt(argv)
            guard attempt.reached > best else { continue }
            best = attempt.reached
            failure.nearest = pattern
            let there = best < argv.count ? ShellLine.quoted(argv[best]) : "the end"
            failure.change = "\(attempt.wanted?.summary ?? "the end") in place of \(there)"
            if best < argv.count { failure.range = command.words[best].range }
        }
        return failure
    }
}

extension CommandToken {
    /// What the token takes, for people.
    var summary: String {
        switch self {
        case .literal(let text): ShellLine.quoted(text)
        case .anyOf(let choices): choices.map(\.summary).joined(separator: " or ")
        case .glob(let pattern): "a match of \(pattern)"
        case .pathUnder(let folders, _): "a path under \(folders.joined(separator: " or "))"
        case .flags: "one of the flags"
        case .word: "a word"
        case .rest(let token): token.summary
        }
    }
}
