import Bot
import Rules
import Time

/// A rule file, ready to be tested.
final class CompiledBot {
    let path: String
    let file: BotFile
    let source: SourceText
    private let blueprint: Blueprint
    /// The same with all that its rules think: slower, and only wanted for what failed.
    private let traced: Blueprint

    private init(_ file: BotFile, _ source: SourceText, _ program: Program, zones: ZoneTable, isTraced: Bool) {
        path = file.path
        self.file = file
        self.source = source
        traced = Blueprint(program, zones: zones, tracing: .rules)
        blueprint = isTraced ? traced : Blueprint(program, zones: zones, tracing: .off)
    }

    static func make(_ path: String, _ surroundings: Surroundings, traced: Bool) -> Result<CompiledBot, BotRefusal> {
        let bytes: [UInt8]
        switch surroundings.read(path) {
        case .failure(let fault): return .failure(.unreadable(path, fault))
        case .success(let read): bytes = read
        }
        let reading = RuleFile.read(bytes: bytes, path: path, options: surroundings.options(path))
        guard var file = reading.file else { return .failure(.faulty(reading.diagnostics, reading.source)) }
        // A scripted gateway always answers pings, so that nothing is seen of them; without, a month takes no time.
        file.server.ping = Self.never
        file.server.deadAfter = Self.never * 3
        var zones = ZoneTable()
        for name in file.zoneNames {
            if let zone = surroundings.zone(name) { zones.add(zone) }
        }
        do throws(CompileFault) {
            return .success(CompiledBot(file, reading.source, try Program(file), zones: zones, isTraced: traced))
        } catch {
            return .failure(.uncompiled(error.message, error.place, reading.source))
        }
    }

    private static let never = Interval.hours(24 * 365 * 20)

    func start(_ test: TestCase, _ surroundings: Surroundings) -> VirtualBot {
        start(at: test.start, seed: test.seed, surroundings)
    }

    func start(at time: WallTime, seed: UInt64, _ surroundings: Surroundings) -> VirtualBot {
        VirtualBot(blueprint, at: time, seed: seed, surroundings: surroundings)
    }

    /// A bot that is told a recorded session.
    func begin(_ session: Recording.Session, _ surroundings: Surroundings) -> VirtualBot {
        VirtualBot(blueprint, session, surroundings: surroundings)
    }

    /// What the rules thought in a test that failed: it is run again, the same to the last byte, and this time listened to.
    func retrace(_ test: TestCase, in file: TestFile, _ first: VirtualBot, _ surroundings: Surroundings) -> Diary {
        if blueprint === traced { return first.diary }
        let bot = VirtualBot(traced, at: test.start, seed: test.seed, surroundings: surroundings)
        _ = TestRun(test: test, bot: bot, path: file.path).run()
        return bot.diary
    }

    /// Variables, states and types of frames that a test names and the bot has not.
    func unknownNames(in file: TestFile) -> [Diagnostic] {
        var faults: [Diagnostic] = []
        for step in file.tests.flatMap(\.steps) {
            switch step.action {
            case .variables(let values):
                for (name, _, place) in values where !self.file.variables.contains(where: { $0.name == name }) {
                    let known = self.file.variables.map(\.name)
                    faults.append(fault(file, place, "the bot has no variable \(quoted(name))", name, known))
                }
            case .expect(let frames, _):
                for frame in frames {
                    if let fault = unknownType(of: frame) {
                        faults.append(fault)
                    } else {
                        faults += unknownKeys(of: frame) + unknownWords(of: frame)
                    }
                }
            case .state(let name?) where !self.file.states.contains(name):
                faults.append(fault(file, step.place, "the bot has no state \(quoted(name))", name, self.file.states))
            default: break
            }
        }
        return faults
    }

    /// A frame of this type never leaves the bot.
    private func unknownType(of frame: ExpectedFrame) -> Diagnostic? {
        guard let (name, range) = frame.type, !FrameTypes.leaving(file).contains(name) else { return nil }
        let known = FrameTypes.leaving(file)
        return Diagnostic(
            .unknownWord, range: range, message: "no frame of type \(quoted(name)) ever leaves this bot",
            hint: FrameTypes.meant(by: name, from: file.role)
                ?? Spelling.nearest(to: name, in: known).map { "did you mean \(quoted($0))?" }
                ?? "what leaves it is " + known.map { quoted($0) }.joined(separator: ", "))
    }

    /// Keys that no frame of the type has, so that it never comes.
    private func unknownKeys(of frame: ExpectedFrame) -> [Diagnostic] {
        guard let (type, _) = frame.type, let known = FrameTypes.keys(of: type, from: file.role),
            !FrameTypes.isSentByHand(type, file)
        else { return [] }
        return frame.keys.filter { !known.contains($0.name) }.map { key in
            Diagnostic(
                .unknownKey, range: key.range,
                message: "a frame of type \(quoted(type)) that leaves this bot never has \(quoted(key.name))",
                hint: Spelling.nearest(to: key.name, in: known).map { "did you mean \(quoted($0))?" }
                    ?? "its keys are " + known.map { quoted($0) }.joined(separator: ", "))
        }
    }

    /// Words that a key of the frame never holds, such as a kind of file that there is not.
    private func unknownWords(of frame: ExpectedFrame) -> [Diagnostic] {
        guard let (type, _) = frame.type, !FrameTypes.isSentByHand(type, file) else { return [] }
        return frame.words.compactMap { key, word, range in
            guard let known = FrameTypes.words(of: key, in: type, from: file.role), !known.contains(word) else {
                return nil
            }
            return Diagnostic(
                .unknownWord, range: range,
                message: "\(quoted(key)) of a frame of type \(quoted(type)) is never \(quoted(word))",
                hint: Spelling.nearest(to: word, in: known).map { "did you mean \(quoted($0))?" }
                    ?? "it is one of " + known.map { quoted($0) }.joined(separator: ", "))
        }
    }

    private func fault(
        _ file: TestFile, _ place: Place, _ message: String, _ name: String, _ known: [String]
    ) -> Diagnostic {
        let hint = Why.known(known, near: name)
        return Diagnostic(.unknownName, range: file.source.range(of: place), message: message, hint: hint)
    }
}

/// Why a rule file cannot be tested.
enum BotRefusal: Error {
    case unreadable(String, Surroundings.Unreadable)
    case faulty([Diagnostic], SourceText)
    case uncompiled(String, Place, SourceText)

    /// As it is told to who named the rule file.
    func told(path: String) -> TestSuite.Refusal {
        if case .unreadable(_, let fault) = self {
            return TestSuite.Refusal(
                diagnostics: [fault.told(path, at: 0..<0, hint: nil)], source: SourceText(path: path, bytes: []),
                isMissing: fault.isMissing)
        }
        return told(botRange: 0..<0, source: SourceText(path: path, bytes: []))
    }

    /// As it is told to who runs this test file.
    func told(in file: TestFile) -> TestSuite.Refusal { told(botRange: file.botRange, source: file.source) }

    private func told(botRange: Range<Int>, source file: SourceText) -> TestSuite.Refusal {
        switch self {
        case .faulty(let diagnostics, let source): return TestSuite.Refusal(diagnostics: diagnostics, source: source)
        case .uncompiled(let message, let place, let source): return Self.uncompiled(message, place, source)
        case .unreadable(let path, let fault):
            let told = fault.told(path, at: botRange, hint: "the path is taken from the test file's own folder")
            return TestSuite.Refusal(diagnostics: [told], source: file, isMissing: fault.isMissing)
        }
    }

    static func uncompiled(_ message: String, _ place: Place, _ source: SourceText) -> TestSuite.Refusal {
        let fault = Diagnostic(.badRegex, range: source.range(of: place), message: message)
        return TestSuite.Refusal(diagnostics: [fault], source: source)
    }
}

extension Surroundings.Unreadable {
    /// As a fault at the place that names the rule file.
    ///
    /// - Parameter hint: what to do where nothing is known that was likely meant.
    fileprivate func told(_ path: String, at range: Range<Int>, hint: String?) -> Diagnostic {
        Diagnostic(
            isMissing ? .missingFile : .badPath, severity: .error, range: range,
            message: isMissing
                ? "there is no rule file \(quoted(path))"
                : "the rule file \(quoted(path)) cannot be read: \(reason)",
            hint: self.hint ?? hint)
    }
}
