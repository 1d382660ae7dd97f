import Drive
import Rules
import Time

/// What `talaria run` was told.
public struct RunSettings: Sendable {
    public var bots: [String] = []
    /// Comes before the rule files' own.
    public var url: String?
    public var tokenFile: String?
    public var authorities: String?
    /// Takes any certificate. Refused together with a token, unless the server is this machine.
    public var isInsecure = false
    public var state: String?
    /// At the first failure to connect a bot ends, with exit code 69.
    public var retries = true
    public var stopsAfter: Interval?
    public var drain: Interval = .seconds(10)
    public var approves = true

    public init() {}
}
