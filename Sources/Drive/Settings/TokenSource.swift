import Glibc
import Hermes
import Rules

/// Where a bot's token comes from: `--token-file`, the rule file's own, TALARIA_TOKEN, or a systemd credential named
/// `token`. It is read anew for each attempt to connect, so that it can be changed while a bot runs.
public struct TokenSource {
    public let reader: SecretReader
    public let source: SecretSource?

    public init(flag: String?, server: ServerSettings, folder: String) {
        if let flag {
            reader = SecretReader(folder: ".")
            source = .file(flag)
            return
        }
        reader = SecretReader(folder: folder)
        if let named = server.token {
            source = named
        } else if getenv("TALARIA_TOKEN") != nil {
            source = .environment("TALARIA_TOKEN")
        } else if let folder = getenv("CREDENTIALS_DIRECTORY"), access(String(cString: folder) + "/token", R_OK) == 0 {
            source = .credential("token")
        } else {
            source = nil
        }
    }

    /// The same before a bot begins.
    ///
    /// - Throws: `badConfiguration`, with the source that has none and how to name another.
    public func read(of bot: String) throws(ExitFault) -> Secret? {
        do { return try read() } catch {
            throw ExitFault(
                .badConfiguration, "\(bot) has no token: \(error)",
                hint: "--token-file FILE names where it is read from")
        }
    }

    /// nil: the bot has no token.
    public func read() throws(SecretFault) -> Secret? {
        guard let source else { return nil }
        return try reader.read(source)
    }
}
