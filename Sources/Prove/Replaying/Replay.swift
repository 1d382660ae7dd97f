import Bot
import Rules
import Time

// The recorded lines, told to a bot with perhaps other rules, at the recorded times. What it sends is set beside what was
// sent then. Ids, typing and interim states do not count: what is compared are decisions.

/// What a replay found.
public struct ReplayResult: Sendable {
    /// In order of time.
    public var decisions: [Decision]
    /// Lines of the recording that end in their middle.
    public var cutOff: [Int]
    /// Lines that a full disk cost the recording.
    public var missingLines: Int
    /// The recording has no texts.
    public var isRedacted: Bool
    /// The recorded lines could not all be told: why.
    public var fault: String?

    public func count(_ difference: Decision.Difference) -> Int { decisions.count { $0.difference == difference } }
    public var isSame: Bool { fault == nil && decisions.allSatisfy { $0.difference == .same } }
}

/// A rule file that recordings are told to.
public struct Replay {
    private let compiled: CompiledBot
    private let surroundings: Surroundings

    /// - Throws: what is wrong with the rule file.
    public init(bot path: String, _ surroundings: Surroundings) throws(TestSuiteFault) {
        self.surroundings = surroundings
        switch CompiledBot.make(path, surroundings, traced: false) {
        case .success(let bot): compiled = bot
        case .failure(let refusal): throw TestSuiteFault(refusal.told(path: path))
        }
    }

    /// The name that the rule file gives the bot.
    public var bot: String { compiled.file.name }

    /// The sessions in the recording that are this bot's: those of its name, or all if they are of one bot.
    ///
    /// - Throws: the recording is of other bots.
    func sessions(of recording: Recording) throws(Recording.Fault) -> [Recording.Session] {
        let own = recording.sessions(of: bot)
        if !own.isEmpty { return own }
        guard let only = recording.bots.first, recording.bots.count == 1 else {
            let names = recording.bots.map { quoted($0) }.joined(separator: ", ")
            throw Recording.Fault(line: 1, message: "this recording is of \(names), and not of \(quoted(bot))")
        }
        return recording.sessions(of: only)
    }

    /// Why a stretch holds nothing of this bot's sessions; nil: something is in it.
    public func fault(in stretch: Stretch, of recording: Recording) throws(Recording.Fault) -> String? {
        let sessions = try sessions(of: recording)
        guard let start = sessions.first?.start else { return nil }
        return stretch.fault(in: start...sessions.flatMap(\.lines).reduce(start) { max($0, $1.time) })
    }

    /// Runs a recording through the rules.
    ///
    /// - Parameter stretch: the decisions that are told; what came before it is played all the same.
    public func run(_ recording: Recording, _ stretch: Stretch = Stretch()) throws(Recording.Fault) -> ReplayResult {
        let sessions = try sessions(of: recording)
        var result = ReplayResult(
            decisions: [], cutOff: recording.cutOff, missingLines: recording.missing, isRedacted: recording.isRedacted)
        let start = sessions.first?.start ?? WallTime(milliseconds: 0)
        for session in sessions {
            guard session.role == compiled.file.role else {
                throw Recording.Fault(
                    line: session.line,
                    message: "it was recorded as role \(session.role.rawValue), which this bot has not")
            }
            var playback = Playback(session, compiled, surroundings)
            let decisions = playback.play()
            result.decisions += decisions.filter { stretch.holds($0.time, start: start) }
            if result.fault == nil { result.fault = playback.fault }
        }
        return result
    }
}
