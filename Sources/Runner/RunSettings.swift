import Drive
import Net
import Rules
import Time

/// What `talaria run` was told.
public struct RunSettings: Sendable {
    public var bots: [String] = []
    /// Comes before the rule files' own.
    public var url: String?
    public var tokenFile: String?
    public var authorities: String?
    /// PEM files of the certificate that a wss server may ask for, and of its key (nil: in the same file).
    public var certificate: String?
    public var key: String?
    /// Takes any certificate. Refused together with a token, unless the server is this machine.
    public var isInsecure = false
    public var state: String?
    /// False: a bot ends, with exit code 69, when its connection cannot be made or is lost.
    public var retries = true
    public var stopsAfter: Interval?
    public var drain: Interval = .seconds(10)
    public var approves = true
    /// The file that the sessions of all bots are recorded in.
    public var recording: String?
    /// The recording holds no texts.
    public var redactsTexts = false

    public init() {}

    /// How a wss server is spoken with.
    var tls: TLSContext.Settings {
        var tls = TLSContext.Settings()
        tls.authorities = authorities
        tls.certificate = certificate
        tls.key = key
        tls.isInsecure = isInsecure
        return tls
    }
}
