import Address
import Hermes
import Net
import Rules
import WebSocket

/// The server that a bot connects to.
public struct Target {
    public var url: WebSocketURL
    var tls: TLSContext?
    public var server: ServerSettings
    /// Of the environment: `http_proxy`, `https_proxy`, `no_proxy`.
    var proxy: ProxySettings

    /// - Throws: `badConfiguration` for a URL or a certificate that cannot be used, or a token that would travel in the
    ///   clear; `noInput` for a file of TLS that is not there.
    public init(_ url: String, server: ServerSettings, tls settings: TLSContext.Settings = .init(), hasToken: Bool)
        throws(ExitFault)
    {
        do {
            self.url = try WebSocketURL(url)
        } catch {
            throw Self.fault(error, in: url)
        }
        self.server = server
        do { proxy = try ProxySettings.toward(self.url, environment: ProcessEnvironment.all) } catch {
            throw ExitFault(.badConfiguration, error.text)
        }
        if settings.isInsecure, hasToken, !HostPort.isLoopback(self.url.host) {
            throw ExitFault(
                .badConfiguration, "--insecure would show the token to whoever answers as \(self.url)",
                hint: "--ca FILE trusts the server's own authority")
        }
        try settings.checkFiles()
        // Reading the system's authorities costs more than all else of a start: only where they are needed. Files that
        // were named are read in any case, so that a mistake in them shows at once.
        if self.url.isSecure || settings.namesFiles {
            do { tls = try TLSContext.client(settings) } catch { throw ExitFault(.badConfiguration, error.text) }
        }
        if hasToken, !self.url.isSecure, !HostPort.isLoopback(self.url.host), !server.plaintextToken {
            throw ExitFault(
                .badConfiguration,
                "\(self.url) is not encrypted and not on this machine: the token would travel in the clear",
                hint: "use wss://, or say \"plaintext_token\": true in \"server\" if the network is trusted")
        }
    }

    /// What is wrong with the URL, and how it was likely meant. Neither query nor user is repeated: they may be secrets.
    private static func fault(_ fault: WebSocketURL.Fault, in url: String) -> ExitFault {
        let shown = url.prefix { $0 != "?" && $0 != "#" }
        guard !shown.contains("@"), shown.count <= 200 else {
            return ExitFault(.badConfiguration, "the server's URL cannot be used: \(fault)")
        }
        let message = "the server's URL “\(shown)” cannot be used: \(fault)"
        guard fault == .badScheme else { return ExitFault(.badConfiguration, message) }
        let parts = shown.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let isNamed = shown.contains("://")
        let rest =
            isNamed ? shown.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? "" : shown
        let scheme = parts.first?.lowercased() == "https:" ? "wss" : "ws"
        let likely = try? WebSocketURL("\(scheme)://\(rest)")
        return ExitFault(.badConfiguration, message, hint: likely.map { "did you mean \($0)?" })
    }

    /// One attempt, with the token in its place.
    public func request(_ token: Secret?) -> ConnectRequest {
        var request = ConnectRequest(url)
        request.tls = tls
        request.proxy = proxy
        // A touch before the session's own bound, which does not know what was waited for.
        request.timeout = .milliseconds(server.connectTimeout.milliseconds * 99 / 100)
        request.origin = server.origin
        request.compression = server.compression ? .eachByItself : nil
        request.subprotocols = server.subprotocol.map { [$0] } ?? []
        for (name, value) in server.headers { request.fields.append(name, value) }
        if let token {
            switch server.tokenPlacement {
            case .queryAndHello: request.url.addQuery("token", token.exposed)
            case .header: request.authorization = "Bearer \(token.exposed)"
            case .hello: break
            }
        }
        return request
    }
}
