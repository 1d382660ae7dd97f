import Address

/// A `ws:` or `wss:` URL (RFC 6455 section 3, RFC 3986). It prints without its query, which may hold a token.
public struct WebSocketURL: Sendable, Hashable {
    /// Why a text is no such URL. The raw value is the stable code.
    public enum Fault: String, Error, Sendable, CaseIterable {
        case badCharacter = "url-bad-character"
        case badScheme = "url-bad-scheme"
        case userInfo = "url-user-info"
        case badHost = "url-bad-host"
        case badPort = "url-bad-port"
        case fragment = "url-fragment"
    }

    /// `wss`.
    public var isSecure: Bool
    /// A name or an IPv4 address, or an IPv6 address without its brackets; lower case.
    public var host: String
    /// 1 to 65535; 80 or 443 where the text named none.
    public var port: Int
    /// Begins with `/`.
    public var path: String
    public var query: String?

    public init(_ text: String) throws(Fault) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E && $0 != 0x5C })
        else { throw .badCharacter }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { throw .badScheme }
        switch text[..<colon].lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: throw .badScheme
        }
        guard !text.contains("#") else { throw .fragment }
        let rest = text[colon...].dropFirst(3)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<end]
        guard !authority.contains("@") else { throw .userInfo }
        guard let (name, portText) = HostPort.split(String(authority)), HostPort.isHost(name) else { throw .badHost }
        host = name.lowercased()
        port = isSecure ? 443 : 80
        if let portText, !portText.isEmpty {
            guard HostPort.isPort(portText, least: 1), let number = Int(portText) else { throw .badPort }
            port = number
        }
        let target = rest[end...]
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first ?? ""
        self.path = path.isEmpty ? "/" : String(path)
        query = parts.count == 2 ? String(parts[1]) : nil
    }

    /// Adds a parameter to the query, percent-encoded, behind what is there.
    public mutating func addQuery(_ name: String, _ value: String) {
        let pair = PercentCoding.encode(name) + "=" + PercentCoding.encode(value)
        query = query.map { $0.isEmpty ? pair : $0 + "&" + pair } ?? pair
    }

    /// Path and query, for the request line.
    public var target: String { query.map { path + "?" + $0 } ?? path }

    /// Host and, where it is not the scheme's own, port, for the `Host` field.
    public var authority: String {
        let name = host.contains(":") ? "[" + host + "]" : host
        return port == (isSecure ? 443 : 80) ? name : name + ":" + String(port)
    }
}

extension WebSocketURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { (isSecure ? "wss://" : "ws://") + authority + path }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension WebSocketURL.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badCharacter: "the URL has a character that must be percent-encoded"
        case .badScheme: "the URL must begin with ws:// or wss://"
        case .userInfo: "the URL may not hold a user name or password"
        case .badHost: "the URL's host is no name and no address"
        case .badPort: "the URL's port is not in 1 to 65535"
        case .fragment: "the URL may not have a fragment (#)"
        }
    }
}
