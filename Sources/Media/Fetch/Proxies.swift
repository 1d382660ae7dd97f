/// Which proxy a request goes through, by the variables that curl made usual. They are read only where the settings say
/// `"proxy": "environment"`.
public struct Proxies: Sendable, Hashable {
    private var http: String?
    private var https: String?
    private var exceptions: [String]

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
        exceptions = (value("no_proxy") ?? "").split { $0 == "," || $0 == " " }.map { Origin.canonical($0) }
    }

    /// The proxy for a URL; nil to go there directly.
    func proxy(for address: WebAddress) -> String? {
        guard let proxy = address.isEncrypted ? https : http else { return nil }
        let host = address.origin.host
        let isExcepted = exceptions.contains { entry in
            if entry == "*" { return true }
            if let network = IPNetwork(entry), let literal = IPAddress(host) { return network.contains(literal) }
            let name = entry.hasPrefix(".") ? String(entry.dropFirst()) : entry
            return host == name || host.hasSuffix("." + name)
        }
        return isExcepted ? nil : proxy
    }
}
