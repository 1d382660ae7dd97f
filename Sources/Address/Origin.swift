/// A host and a port, as a URL names them (RFC 3986 section 3.2).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// Lower case, without a final dot; an IPv6 address without brackets.
    public let host: String
    public let port: Int

    public init(host: String, port: Int) {
        self.host = Self.canonical(host)
        self.port = port
    }

    /// A host name as two spellings of one compare equal.
    public static func canonical(_ host: some StringProtocol) -> String {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name.hasSuffix(".") { name.removeLast() }
        if let address = IPAddress(name) { return address.description }
        return name
    }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
