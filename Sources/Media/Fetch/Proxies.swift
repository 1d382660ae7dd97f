import Address

/// Which proxy a request goes through, by the variables that curl made usual. They are read only where the settings say
/// `"proxy": "environment"`.
public struct Proxies: Sendable, Hashable {
    private var http: String?
    private var https: String?
    private var exceptions: ProxyExceptions

    /// From `http_proxy` (lower case alone, since a CGI program's caller can set the other), `https_proxy`, `all_proxy` and
    /// `no_proxy` (either case).
    public init(environment: [String: String]) {
        func value(_ name: String, upper: Bool = true) -> String? {
            let found = environment[name] ?? (upper ? environment[name.uppercased()] : nil)
            return found.flatMap { $0.isEmpty ? nil : $0 }
        }
        let all = value("all_proxy")
        http = value("http_proxy", upper: false) ?? all
        https = value("https_proxy") ?? all
        exceptions = ProxyExceptions(value("no_proxy") ?? "")
    }

    /// The proxy for a URL; nil to go there directly.
    func proxy(for address: WebAddress) -> String? {
        guard let proxy = address.isEncrypted ? https : http else { return nil }
        return exceptions.covers(host: address.origin.host, port: address.origin.port) ? nil : proxy
    }
}
