import Address
import COpenSSL
import WebSocket

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
    /// What `no_proxy` lists, and loopback.
    public var direct = ProxyExceptions("")

    /// No proxy at all.
    public init() {}

    /// Reads the variables, lower case first; HTTP_PROXY in upper case is not read, since a CGI request can set it.
    public init(environment: [String: String]) throws(NetFailure) {
        plain = try ProxySettings.proxy("http_proxy", environment["http_proxy"])
        secure = try ProxySettings.proxy("https_proxy", environment["https_proxy"] ?? environment["HTTPS_PROXY"])
        direct = ProxySettings.exceptions(environment)
    }

    private static func exceptions(_ environment: [String: String]) -> ProxyExceptions {
        ProxyExceptions(environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
    }

    /// The same for one server: what the variables say of others is not looked at, nor, where none of them counts, whether
    /// it could be used.
    public static func toward(
        _ url: WebSocketURL, environment: [String: String]
    ) throws(NetFailure) -> ProxySettings {
        if exceptions(environment).covers(host: url.host, port: url.port) { return ProxySettings() }
        let others = url.isSecure ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        return try ProxySettings(environment: environment.filter { !others.contains($0.key) })
    }

    /// The proxy to go through, if any.
    public func proxy(isSecure: Bool, host: String, port: UInt16) -> Proxy? {
        guard let proxy = isSecure ? secure : plain else { return nil }
        return direct.covers(host: host, port: Int(port)) ? nil : proxy
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
            authorization = "Basic " + base64(PercentCoding.bytes(of: rest[..<at]))
            rest = rest[rest.index(after: at)...]
        }
        guard let (host, digits) = HostPort.split(String(rest)), HostPort.isHost(host),
            digits.map({ HostPort.isPort($0, least: 1) }) ?? true, let port = digits.map({ UInt16($0) }) ?? 80
        else { throw NetFailure(.proxy, "\(name) is no http://host:port") }
        return Proxy(host: host.lowercased(), port: port, authorization: authorization)
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var out = [UInt8](repeating: 0, count: bytes.count / 3 * 4 + 5)
        let count = EVP_EncodeBlock(&out, bytes, Int32(clamping: bytes.count))
        return String(decoding: out.prefix(Int(max(0, count))), as: UTF8.self)
    }
}
