import COpenSSL

/// Which proxy, if any, stands before a host: `http_proxy` for ws, `https_proxy` for wss, `no_proxy` for what goes direct.
/// Loopback always goes direct.
public struct ProxySettings: Hashable, Sendable {
    /// An HTTP proxy, spoken to with CONNECT (RFC 9110 section 9.3.6).
    public struct Proxy: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        public var host: String
        public var port: UInt16
        /// The value of Proxy-Authorization.
        var authorization: String?

        /// Never the credentials.
        public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    public var plain: Proxy?
    public var secure: Proxy?
    /// As in `no_proxy`: `*`, `host`, `.domain`, `host:port`, addresses and networks such as `10.0.0.0/8`.
    public var direct: [String] = []

    /// No proxy at all.
    public init() {}

    /// Reads the variables, lower case first; HTTP_PROXY in upper case is not read, since a CGI request can set it.
    public init(environment: [String: String]) throws(NetFailure) {
        plain = try ProxySettings.proxy("http_proxy", environment["http_proxy"])
        secure = try ProxySettings.proxy("https_proxy", environment["https_proxy"] ?? environment["HTTPS_PROXY"])
        direct = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
            .split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// The proxy to go through, if any.
    public func proxy(isSecure: Bool, host: String, port: UInt16) -> Proxy? {
        guard let proxy = isSecure ? secure : plain else { return nil }
        let address = IPAddress(host)
        if host == "localhost" || host.hasSuffix(".localhost") || address?.isLoopback == true { return nil }
        return direct.contains { ProxySettings.names($0, host: host, address: address, port: port) } ? nil : proxy
    }

    private static func names(_ entry: String, host: String, address: IPAddress?, port: UInt16) -> Bool {
        if entry == "*" { return true }
        if let slash = entry.firstIndex(of: "/") {
            guard let address, let network = IPAddress(entry[..<slash]), network.family == address.family,
                let length = Int(entry[entry.index(after: slash)...]), length >= 0
            else { return false }
            return address.hasPrefix(network, bits: length)
        }
        if let address {
            if IPAddress(entry) == address { return true }
            let (bare, entryPort) = split(entry[...])
            return IPAddress(bare) == address && entryPort == port
        }
        let (name, entryPort) = split(entry[...])
        if let entryPort, entryPort != port { return false }
        let suffix = name.lowercased().drop { $0 == "." }
        guard !suffix.isEmpty else { return false }
        return host == suffix || host.hasSuffix("." + suffix)
    }

    /// `host`, `host:port`, `[::1]:port`.
    private static func split(_ text: Substring) -> (host: Substring, port: UInt16?) {
        if text.first == "[", let end = text.firstIndex(of: "]") {
            let port = text[end...].dropFirst(2)
            return (text[..<end].dropFirst(), UInt16(port))
        }
        guard let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon else { return (text, nil) }
        return (text[..<colon], UInt16(text[text.index(after: colon)...]))
    }

    private static func proxy(_ name: String, _ value: String?) throws(NetFailure) -> Proxy? {
        guard let value, !value.isEmpty else { return nil }
        var rest = value[...]
        if let range = value.firstIndex(of: ":"), value[range...].hasPrefix("://") {
            guard value[..<range].lowercased() == "http" else {
                throw NetFailure(.proxy, "\(name) must name an http:// proxy")
            }
            rest = value[range...].dropFirst(3)
        }
        rest = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        var authorization: String?
        if let at = rest.lastIndex(of: "@") {
            authorization = "Basic " + base64(decoded(rest[..<at]))
            rest = rest[rest.index(after: at)...]
        }
        let (host, port) = split(rest)
        let text = String(rest)
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            port != nil || !text.contains(":") || text.hasSuffix("]")
        else { throw NetFailure(.proxy, "\(name) is no http://host:port") }
        return Proxy(host: host.lowercased(), port: port ?? 80, authorization: authorization)
    }

    private static func decoded(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let code = UInt8(String(Substring(rest.prefix(2))), radix: 16), rest.count >= 2 {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var out = [UInt8](repeating: 0, count: bytes.count / 3 * 4 + 5)
        let count = EVP_EncodeBlock(&out, bytes, Int32(clamping: bytes.count))
        return String(decoding: out.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
