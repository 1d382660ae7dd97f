import Time

// The rule of a program: it is the file's rules made ready once, and after that nothing is compiled, looked up by name or
// allocated for an event that no rule is about. It belongs to one loop, so that no count or lock is shared between loops.

/// A rule file, compiled.
public final class Program {
    public let file: BotFile
    let variables: [String: Int]
    let states: [String: Int]

    /// - Throws: what a checked file cannot hold, such as a regex that RE2 refuses.
    public init(_ file: BotFile) throws(CompileFault) {
        self.file = file
        variables = Dictionary(
            file.variables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        states = Dictionary(file.states.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The rules that fire for an event, by `hit`, `in`, `continue`, `limit` and the order of approvals. Limits are taken
    /// and counts grown in `memory`.
    ///
    /// - Parameters:
    ///   - random: for `chance`; one number is drawn for an event that a rule with `chance` is about, whatever else is.
    ///   - trace: nil, or an empty one to be filled; it costs a look at every rule.
    public func match(
        _ occurrence: borrowing Occurrence, memory: inout Memory, now: Now, zones: ZoneTable,
        random: inout some RandomNumberGenerator, trace: inout Trace?
    ) -> Match {
        Match()
    }
}

/// What makes a file impossible to compile. The checker finds it first, with its place in the text.
public struct CompileFault: Error, Hashable, Sendable {
    public var message: String
    public var place: Place

    public init(_ message: String, place: Place) {
        self.message = message
        self.place = place
    }
}
