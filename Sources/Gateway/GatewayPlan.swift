import Drive
import Hermes
import Net

/// What a gateway is to be: read and checked before anything is opened, and again for a reload.
public struct GatewayPlan {
    let source: BotSource
    let settings: GatewaySettings
    let tokens: TokenTable
    /// As it was asked for; port 0 is any free one.
    public let address: SocketAddress
    let path: String
    let tls: TLSContext?

    /// Reads the tokens and the certificate.
    /// - Throws: `badConfiguration` for a token that is missing, or none at all on an address that others can reach;
    ///   `noInput` for a certificate that is not there.
    public init(_ source: BotSource, settings: GatewaySettings) throws(ExitFault) {
        self.source = source
        self.settings = settings
        path = settings.path ?? source.file.listen.path
        guard path.hasPrefix("/") else {
            throw ExitFault(.usage, "the path of the WebSocket begins with a slash, not as in “\(path)”", hint: "/ws")
        }
        tokens = try Self.tokens(source)
        address = try Self.address(settings.listen ?? source.file.listen.listen, isOpen: tokens.entries.isEmpty)
        tls = try Self.tls(settings)
    }

    private static func tokens(_ source: BotSource) throws(ExitFault) -> TokenTable {
        let reader = SecretReader(folder: source.folder)
        var entries: [TokenTable.Entry] = []
        for token in source.file.listen.tokens {
            do throws(SecretFault) {
                entries.append(TokenTable.Entry(token: try reader.read(token.source), device: token.device))
            } catch {
                throw ExitFault(.badConfiguration, "\(source.file.path): a token is missing: \(error)")
            }
        }
        return TokenTable(entries)
    }

    private static func address(_ text: String, isOpen: Bool) throws(ExitFault) -> SocketAddress {
        let address: SocketAddress
        do throws(NetFailure) {
            address = try SocketAddress(parsing: text)
        } catch {
            throw ExitFault(.badConfiguration, error.text, hint: "port 0 takes a free one")
        }
        guard isOpen, !address.ip.isLoopback else { return address }
        throw ExitFault(
            .badConfiguration,
            "\(text) can be reached from other machines, and there is no token: anybody would be let in",
            hint: "name \"tokens\" in \"server\", or listen on 127.0.0.1")
    }

    private static func tls(_ settings: GatewaySettings) throws(ExitFault) -> TLSContext? {
        guard let certificate = settings.certificate else { return nil }
        var tls = TLSContext.Settings()
        tls.certificate = certificate
        tls.key = settings.key
        try tls.checkFiles()
        do throws(NetFailure) { return try TLSContext.server(tls) } catch {
            throw ExitFault(.badConfiguration, error.text)
        }
    }

    /// A port in use is `cannotWrite`.
    static func fault(_ failure: NetFailure) -> ExitFault {
        guard failure.code == .listen else { return ExitFault(.badConfiguration, failure.text) }
        return ExitFault(
            .cannotWrite, failure.text, hint: "--listen HOST:PORT names another one, such as 127.0.0.1:0 for a free one"
        )
    }
}
