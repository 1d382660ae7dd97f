import Bot
import Rules
import Time

// The rule of `why`: it is the very bot that runs, in virtual time, with all that its rules think written down. It is
// connected, given what the question says it remembers, told the one event, and left alone until its rules have ended.
// Nothing outside is touched: a fetch gets an empty answer, an AI endpoint says "…", so that the actions behind them are
// seen too.

/// Asks a rule file what it makes of one event.
public struct Why {
    private let surroundings: Surroundings

    public init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// What the bot of the rule file at `path` makes of the event.
    ///
    /// - Throws: what is wrong with the file, or with the question.
    public func answer(_ question: Question, path: String) throws(WhyFault) -> Explanation {
        let compiled: CompiledBot
        switch CompiledBot.make(path, surroundings, traced: true) {
        case .success(let made): compiled = made
        case .failure(let refusal): throw refusal.toldAlone
        }
        let file = compiled.file
        let frame = try question.frame(to: file.role)
        let values = try question.values(for: file)
        if let state = question.state, !file.states.contains(state) {
            throw .question("the bot has no state \(quoted(state))", hint: Self.known(file.states, near: state))
        }
        let bot = compiled.start(at: question.time, seed: 1, surroundings)
        bot.script.standsIn = true
        bot.begin()
        bot.advance(by: Self.settling) { bot.isIdle }
        for (name, value) in values { bot.set(name, to: value) }
        if let state = question.state { bot.enter(state) }
        var explanation = explanation(of: frame, to: bot, compiled)
        explanation.malformed = question.malformed(frame, to: file.role)
        return explanation
    }

    /// What the rules of `ready` have to end in, before the event comes.
    private static let settling = Interval.seconds(60)
    /// An unfinished message is taken as final after a quiet time; that long its rules are waited for.
    private static let patience = Interval.seconds(120)
    /// What rules have to end in.
    private static let longest = Interval.hours(1)

    private func explanation(of frame: [UInt8], to bot: VirtualBot, _ compiled: CompiledBot) -> Explanation {
        let (entries, notes) = (bot.diary.entries.count, bot.diary.notes.count)
        bot.receive(frame)
        func told() -> [Trace] { bot.diary.entries.dropFirst(entries).map(\.trace).filter(\.isOfFrame) }
        if told().isEmpty { bot.advance(by: Self.patience) { !told().isEmpty } }
        // Only what the frame itself caused: while its rules act, timers go on.
        let count = told().count
        bot.advance(by: Self.longest) { bot.isIdle }
        var explanation = Explanation(path: compiled.path, frame: String(decoding: frame, as: UTF8.self))
        explanation.traces = Array(told().prefix(count))
        explanation.notes = bot.diary.notes.dropFirst(notes).map(\.note).filter(\.isWorthTelling)
        if explanation.traces.isEmpty {
            let isIgnored = explanation.notes.contains { $0.code == .ignored }
            explanation.traces = [compiled.file.silence(about: frame, isIgnored: isIgnored)]
        }
        explanation.stoodIn = bot.script.stoodIn
        explanation.isStillActing = !bot.isIdle
        explanation.fault = bot.fault
        return explanation
    }

    /// What the bot has instead of a name that it has not.
    static func known(_ names: [String], near name: String) -> String {
        if let near = Spelling.nearest(to: name, in: names) { return "did you mean \(quoted(near))?" }
        return names.isEmpty ? "it has none" : "it has \(names.map { quoted($0) }.joined(separator: ", "))"
    }
}

/// Why there is no explanation.
public enum WhyFault: Error {
    /// The rule file has faults.
    case refused(TestSuite.Refusal)
    /// It cannot be read.
    case unreadable(Surroundings.Unreadable)
    /// What was asked cannot be.
    case question(String, hint: String?)
    /// The JSON that was given has faults: as they are printed, with the line and carets.
    case malformed(String)
}

extension BotRefusal {
    /// As it is told to who named the rule file.
    fileprivate var toldAlone: WhyFault {
        switch self {
        case .faulty(let diagnostics, let source): .refused(.init(diagnostics: diagnostics, source: source))
        case .uncompiled(let message, let place, let source): .refused(Self.uncompiled(message, place, source))
        case .unreadable(_, let fault): .unreadable(fault)
        }
    }
}

extension Question {
    /// The variables' values, of the kind that each one has in the file.
    func values(for file: BotFile) throws(WhyFault) -> [(name: String, value: Value)] {
        var values: [(String, Value)] = []
        for word in variables {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw .question("--var takes NAME=VALUE, not \(quoted(word))", hint: nil) }
            guard let variable = file.variables.first(where: { $0.name == parts[0] }) else {
                throw .question(
                    "the bot has no variable \(quoted(parts[0]))",
                    hint: Why.known(file.variables.map(\.name), near: parts[0]))
            }
            values.append((parts[0], try Self.value(parts[1], like: variable)))
        }
        return values
    }

    private static func value(_ text: String, like variable: Variable) throws(WhyFault) -> Value {
        switch variable.start {
        case .text: return .text(text)
        case .number:
            if let number = Double(text), number.isFinite { return .number(number) }
            throw .question("\(quoted(variable.name)) is a number, not \(quoted(text))", hint: nil)
        case .flag:
            if text == "true" || text == "false" { return .flag(text == "true") }
            throw .question("\(quoted(variable.name)) is true or false, not \(quoted(text))", hint: nil)
        }
    }
}

extension Trace {
    /// Of what came in; not of a timer, nor of what became of something that a rule did.
    fileprivate var isOfFrame: Bool { trigger != .timer && trigger != .result }
}

extension Note {
    /// More than the traces say by themselves.
    fileprivate var isWorthTelling: Bool {
        switch code {
        case .ignored, .provisional, .prompt, .mismatch: true
        // The traces show it at its action.
        case .failed: false
        default: level >= .warning
        }
    }
}
