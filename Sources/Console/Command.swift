import Drive

/// One command: its words, its flags, and what it does with them.
public struct Command: Sendable {
    public let name: String
    /// The words behind the name, as help shows them.
    let operands: String
    /// One line for the list of commands.
    let summary: String
    /// A few lines more, for `help COMMAND`.
    let details: String
    let flags: [Flag]
    /// Fewest and most operands; nil: any number.
    let atLeast: Int
    let atMost: Int?
    /// What to do with a word that is one too many; nil: its help says.
    let stray: (@Sendable (_ word: String) -> String)?
    let action: @Sendable (Arguments) throws(ExitFault) -> ExitCode

    public init(
        _ name: String, operands: String = "", summary: String, details: String = "", flags: [Flag] = [],
        atLeast: Int = 0, atMost: Int? = nil, stray: (@Sendable (_ word: String) -> String)? = nil,
        action: @escaping @Sendable (Arguments) throws(ExitFault) -> ExitCode
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.details = details
        self.flags = flags
        self.atLeast = atLeast
        self.atMost = atMost
        self.stray = stray
        self.action = action
    }

    func allFlags() -> [Flag] { flags + [.help] }

    /// `talaria run BOT.json...`, as it is called without flags.
    var usage: String { "talaria \(name)" + (operands.isEmpty ? "" : " \(operands)") }
}
