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
    /// Whether all that is given holds. `sets` are the file's; a name that is not among them has no patterns.
    public func holds(on command: PromptCommand, sets: [CommandSet]) -> Bool {
        switch command.reading {
        case .unclear:
            // `some` holds for what is unclear, so that a rule that denies errs on the safe side.
            return every == nil && unclear != false
        case .clear(let commands):
            if let every {
                let patterns = Self.patterns(of: every, in: sets)
                guard commands.allSatisfy({ Self.matches($0, one: patterns) }) else { return false }
            }
            if let some {
                let patterns = Self.patterns(of: some, in: sets)
                guard commands.contains(where: { Self.matches($0, one: patterns) }) else { return false }
            }
            return unclear != true
        }
    }

    private static func matches(_ command: SimpleCommand, one patterns: [CommandPattern]) -> Bool {
        let words = command.argv.map { Word($0) }
        return patterns.contains { $0.takes(words) }
    }

    /// The first reason why the condition does not hold; nil if it does.
    public func failure(on command: PromptCommand, sets: [CommandSet]) -> CommandFailure? {
        if holds(on: command, sets: sets) { return nil }
        switch command.reading {
        case .clear(let commands): return failure(onClear: commands, of: command.line, sets: sets)
        case .unclear(let fault):
            let saw = "unclear (\(fault.code)): \(fault.message)"
            let wanted = every.map { "a clear line of commands in \(Self.names($0))" } ?? "a clear line"
            let key: CommandFailure.Key = every == nil ? .unclear : .every
            return CommandFailure(key: key, wanted: wanted, saw: saw, range: fault.range)
        }
    }

    private func failure(onClear commands: [SimpleCommand], of line: String, sets: [CommandSet]) -> CommandFailure {
        if let every {
            let patterns = Self.patterns(of: every, in: sets)
            if let other = commands.first(where: { !Self.matches($0, one: patterns) }) {
                return Self.nearest(to: other, among: patterns, sets: every)
            }
        }
        let whole = 0..<line.utf8.count
        if let some, !commands.contains(where: { Self.matches($0, one: Self.patterns(of: some, in: sets)) }) {
            let saw = commands.map { CommandText.list($0.argv) }.joined(separator: " ")
            return CommandFailure(key: .some, wanted: "a command in \(Self.names(some))", saw: saw, range: whole)
        }
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
        let words = argv.map { Word($0) }
        var best = 0
        for pattern in patterns {
            let attempt = pattern.attempt(words)
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
