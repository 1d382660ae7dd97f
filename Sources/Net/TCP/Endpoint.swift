/// Where a WebSocket URL points: `ws://host:port/path?query` (RFC 6455 section 3).
public struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// `wss`.
    public var isSecure: Bool
    /// Lower case, an IPv6 address without its brackets.
    public var host: String
    public var port: UInt16
    /// Path and query, as they go into the request line; begins with `/`.
    public var target: String

    public init(isSecure: Bool, host: String, port: UInt16, target: String = "/") {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// Reads a URL. The error's text never holds what stands in the query.
    public init(url: String) throws(NetFailure) {
        let lowered = url.prefix(6).lowercased()
        var rest: Substring
        if lowered.hasPrefix("wss://") {
            (isSecure, rest) = (true, url.dropFirst(6))
        } else if lowered.hasPrefix("ws://") {
            (isSecure, rest) = (false, url.dropFirst(5))
        } else {
            throw NetFailure(.address, "the URL must begin with ws:// or wss://")
        }
        guard !url.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) else {
            throw NetFailure(
                .address, "the URL holds a blank, a control character or one outside ASCII; write it percent-encoded")
        }
        if rest.contains("#") { throw NetFailure(.address, "a WebSocket URL has no fragment (#)") }
        let split = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<split]
        rest = rest[split...]
        if authority.contains("@") { throw NetFailure(.address, "the URL must not hold a user name or password") }
        let (host, port) = try Endpoint.split(authority, defaultPort: isSecure ? 443 : 80)
        self.host = host.lowercased()
        self.port = port
        target = rest.isEmpty ? "/" : rest.first == "?" ? "/" + rest : String(rest)
    }

    /// Reads `host`, `host:port`, `[::1]:port`.
    static func split(_ authority: Substring, defaultPort: UInt16) throws(NetFailure) -> (String, UInt16) {
        var host = authority
        var port: Substring?
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else {
                throw NetFailure(.address, "the address in the URL has no closing ]")
            }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else {
                throw NetFailure(.address, "behind the ] of the URL's address only a port may stand")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
            guard IPAddress(host)?.family == .v6 else {
                throw NetFailure(.address, "the URL holds no IPv6 address between [ and ]")
            }
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        if host.isEmpty { throw NetFailure(.address, "the URL names no host") }
        guard let port, !port.isEmpty else { return (String(host), defaultPort) }
        guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(port), number > 0 else {
            throw NetFailure(.address, "the URL's port is no number from 1 to 65535")
        }
        return (String(host), number)
    }

    /// For the Host header: without the port where it is the scheme's own.
    public var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Whether the host is `localhost` or a loopback address, as it is written.
    public var isLoopback: Bool {
        if let address = IPAddress(host) { return address.isLoopback }
        return host == "localhost" || host.hasSuffix(".localhost")
    }

    /// The URL without its query, where a token may stand.
    public var description: String {
        "\(isSecure ? "wss" : "ws")://\(authority)\(target.prefix { $0 != "?" })"
    }
}
