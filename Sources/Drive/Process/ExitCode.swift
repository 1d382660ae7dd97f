/// How the process ends: a contract with scripts and service managers (docs/cli.md). The numbers from 64 on are those
/// of sysexits(3).
public enum ExitCode: Int32, Sendable {
    case well = 0
    /// A test or a threshold failed, or a check found something.
    case failed = 1
    case usage = 64
    /// A rule, test or plan file with a fault in it.
    case badFile = 65
    case noInput = 66
    /// The server cannot be reached, and the command was told not to retry.
    case unreachable = 69
    /// A fault of our own.
    case fault = 70
    case cannotWrite = 73
    /// The load generator was the bottleneck: the run proves nothing.
    case bottleneck = 75
    case denied = 77
    case badConfiguration = 78
    /// Stopped at once by a second SIGINT or SIGTERM.
    case interrupted = 130
    case terminated = 143
}

/// Why a command could not do its work: the exit code, one line for a person, and what to do about it.
public struct ExitFault: Error, Sendable {
    public let code: ExitCode
    public let message: String
    public let hint: String?

    public init(_ code: ExitCode, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}
