import JSON
import Time

// text -> located tree -> checked shape -> rules with their meaning -> proved rules. Each step reports all that it finds
// and hands on what it can use; the file comes out only if nothing was wrong.

/// Reads rule files.
public enum RuleFile {
    /// What a reading needs from outside.
    public struct Options: Sendable {
        /// Finds lints too. They need a file without errors.
        public var lints: Bool
        /// Times the regexes; nil: they are not timed.
        public var stopwatch: Stopwatch?
        /// Whether the time zone database has a name.
        public var zoneExists: @Sendable (String) -> Bool
        /// Whether a file is there; the path is as the rule file says it, so relative to that.
        public var fileExists: @Sendable (String) -> Bool
        /// What other files do with the variables, so that no lint says that nobody does.
        public var elsewhere: VariableUses

        public init(
            lints: Bool = true, zoneExists: @escaping @Sendable (String) -> Bool = { _ in true },
            fileExists: @escaping @Sendable (String) -> Bool = { _ in true }, stopwatch: Stopwatch? = nil,
            elsewhere: VariableUses = .init()
        ) {
            self.lints = lints
            self.stopwatch = stopwatch
            self.zoneExists = zoneExists
            self.fileExists = fileExists
            self.elsewhere = elsewhere
        }
    }

    /// Runs the work once and says how long it took.
    public typealias Stopwatch = @Sendable (_ work: () -> Void) -> Interval

    /// Reads a rule file: every fault in one go, in file order.
    ///
    /// - Parameters:
    ///   - bytes: The file as it stands; it may hold anything.
    ///   - path: As the user named it, for messages and traces.
    public static func read(bytes: [UInt8], path: String, options: Options = Options()) -> RuleFileReading {
        let source = SourceText(path: path, bytes: bytes)
        var reader = BotReader(source: source, options: options)
        reader.read()
        if options.lints, !reader.diagnostics.hasErrors { reader.lint() }
        let diagnostics = reader.diagnostics.inFileOrder
        var shown = source
        shown.secrets = diagnostics.filter { $0.code == .secretInFile }.map(\.range)
        return RuleFileReading(
            file: diagnostics.hasErrors ? nil : reader.file, diagnostics: diagnostics, source: shown)
    }
}

/// A rule file that was read.
public struct RuleFileReading: Sendable {
    /// nil if there was an error.
    public var file: BotFile?
    /// In file order.
    public var diagnostics: [Diagnostic]
    public var source: SourceText
}

extension [Diagnostic] {
    public var hasErrors: Bool { contains { $0.severity == .error } }

    /// Sorted by place; what stands at one place keeps its order, and what is said twice is said once.
    public var inFileOrder: [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return enumerated()
            .sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }
            .map(\.element)
            .filter { seen.insert($0).inserted }
    }
}
