import JSON
import Bot
import Rules
import Time

/// Runs test files. A bot is compiled once for all tests of all files that name it.
public final class TestSuite {
    /// What is wrong with a test file, or with the rule file that it names.
    public struct Refusal: Sendable {
        public var diagnostics: [Diagnostic]
        /// Of the file that they are about.
        public var source: SourceText
        /// It is only that a file is not there.
        public var isMissing = false
    }

    public struct Options: Sendable {
        /// Tests whose name or file holds this text, whatever its case; nil: all.
        public var filter: String?
        public var coverage = false

        public init(filter: String? = nil, coverage: Bool = false) {
            self.filter = filter
            self.coverage = coverage
        }
    }

    private let surroundings: Surroundings
    private let options: Options
    private var bots: [String: Result<CompiledBot, BotRefusal>] = [:]
    /// By the rule file's path, in the order in which they were met.
    public private(set) var coverage: [Coverage] = []

    /// The rule files that test files have named so far.
    public var rulePaths: [String] { bots.keys.sorted() }

    public init(_ surroundings: Surroundings, _ options: Options = Options()) {
        self.surroundings = surroundings
        self.options = options
    }

    /// Runs one test file.
    ///
    /// - Throws: what is wrong with it, or with its rule file; no test was run then.
    public func run(bytes: [UInt8], path: String) throws(TestSuiteFault) -> FileResult {
        let reading = TestReader.read(bytes: bytes, path: path)
        guard let file = reading.file else {
            throw TestSuiteFault(Refusal(diagnostics: reading.diagnostics, source: reading.source))
        }
        let botPath = RelativePath.resolve(file.bot, from: path)
        let bot: CompiledBot
        switch compiled(botPath) {
        case .success(let compiled): bot = compiled
        case .failure(let refusal): throw TestSuiteFault(refusal.told(in: file))
        }
        let faults = bot.unknownNames(in: file)
        if !faults.isEmpty { throw TestSuiteFault(Refusal(diagnostics: faults, source: reading.source)) }
        var results: [TestResult] = []
        for test in file.tests where isWanted(test, in: file) { results.append(run(test, in: file, bot)) }
        return FileResult(path: path, bot: botPath, tests: results)
    }

    /// Only reads a test file and its rule file: what is wrong with them.
    public func check(bytes: [UInt8], path: String) -> Refusal? {
        let reading = TestReader.read(bytes: bytes, path: path)
        guard let file = reading.file else { return Refusal(diagnostics: reading.diagnostics, source: reading.source) }
        switch compiled(RelativePath.resolve(file.bot, from: path)) {
        case .failure(let refusal): return refusal.told(in: file)
        case .success(let bot):
            let faults = bot.unknownNames(in: file)
            return faults.isEmpty ? nil : Refusal(diagnostics: faults, source: reading.source)
        }
    }

    /// Which rule file a test file is for, and what it does with its variables: its `vars` steps look at them.
    public static func uses(bytes: [UInt8], path: String) -> (bots: [String], uses: VariableUses)? {
        guard let file = TestReader.read(bytes: bytes, path: path).file else { return nil }
        var uses = VariableUses()
        for case .variables(let values) in file.tests.flatMap(\.steps).map(\.action) {
            uses.read.formUnion(values.map(\.name))
        }
        return ([RelativePath.resolve(file.bot, from: path)], uses)
    }

    private func isWanted(_ test: TestCase, in file: TestFile) -> Bool {
        guard let filter = options.filter?.lowercased() else { return true }
        return "\(file.path) \(test.name)".lowercased().contains(filter)
    }

    private func compiled(_ path: String) -> Result<CompiledBot, BotRefusal> {
        if let known = bots[path] { return known }
        let made = CompiledBot.make(path, surroundings, traced: options.coverage)
        bots[path] = made
        return made
    }

    private func run(_ test: TestCase, in file: TestFile, _ compiled: CompiledBot) -> TestResult {
        let bot = compiled.start(test, surroundings)
        if options.coverage { bot.diary.coverage = coverage(of: compiled) }
        let fault = TestRun(test: test, bot: bot, path: file.path).run()
        if let covered = bot.diary.coverage { keep(covered) }
        let lasted = bot.now.wall - test.start
        guard let fault else {
            return TestResult(name: test.name, place: test.place, outcome: .passed, lasted: lasted)
        }
        let failure = TestFailure(fault, compiled.retrace(test, in: file, bot, surroundings), of: compiled.file)
        return TestResult(name: test.name, place: test.place, outcome: .failed(failure), lasted: lasted)
    }

    private func coverage(of bot: CompiledBot) -> Coverage {
        coverage.first { $0.path == bot.path } ?? Coverage(bot.file, source: bot.source)
    }

    private func keep(_ covered: Coverage) {
        if let index = coverage.firstIndex(where: { $0.path == covered.path }) {
            coverage[index] = covered
        } else {
            coverage.append(covered)
        }
    }
}

/// A test file, or its rule file, cannot be used.
public struct TestSuiteFault: Error {
    public var refusal: TestSuite.Refusal

    init(_ refusal: TestSuite.Refusal) { self.refusal = refusal }
}

extension TestFailure {
    /// How many of the last events are told.
    static let eventsTold = 4

    init(_ fault: StepFault, _ diary: Diary, of file: BotFile) {
        let act = diary.act
        let notes =
            diary.notes.dropFirst(act.notes).filter { $0.note.level >= .warning }.map {
                ($0.time, "\($0.note.level.rawValue): \($0.note.text)")
            }
            + diary.logs.dropFirst(act.logs).map { ($0.time, "log: \($0.text)") }
        self.init(
            place: fault.place, step: fault.step, message: fault.message, expected: fault.expected, got: fault.got,
            difference: fault.mismatch?.text, time: fault.time, unheard: diary.unheard(by: file),
            events: diary.entries.dropFirst(act.entries).suffix(Self.eventsTold).map {
                TracedEvent(time: $0.time, trace: $0.trace)
            },
            wanted: file.rules(saying: fault.expected),
            notes: notes.sorted { $0.0 < $1.0 }.suffix(8).map { "\($0.0.iso8601) \(visible($0.1))" })
    }
}
