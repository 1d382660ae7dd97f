/// The hosts that no proxy stands before: what `no_proxy` lists, and this machine itself (loopback addresses, `localhost`
/// and names under it).
///
/// Entries are names, addresses, both with a port or without, networks such as `10.0.0.0/8`, and `*` for every host. A
/// name covers what is under it; `.example.com` and `*.example.com` are other ways to write `example.com`.
public struct ProxyExceptions: Hashable, Sendable {
    public var entries: [String]

    /// Entries with commas or blanks between.
    public init(_ text: String) {
        entries = text.split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// Whether a connection to that host and port goes there directly.
    public func covers(host: String, port: Int) -> Bool {
        let origin = Origin(host: host, port: port)
        if HostPort.isLoopback(origin.host) || origin.host.hasSuffix(".localhost") { return true }
        let address = IPAddress(origin.host)
        return entries.contains { Self.names($0, origin, address) }
    }

    private static func names(_ entry: String, _ origin: Origin, _ address: IPAddress?) -> Bool {
        if let slash = entry.firstIndex(of: "/") {
            // As curl reads it: bits behind the prefix do no harm here.
            guard let address, let network = IPAddress(entry[..<slash]),
                let prefix = Int(entry[entry.index(after: slash)...])
            else { return false }
            return IPNetwork(holding: network, prefix: prefix)?.contains(address) ?? false
        }
        if let own = IPAddress(entry) { return own == address }
        guard let (name, port) = HostPort.split(entry) else { return false }
        if let port, Int(port) != origin.port { return false }
        if name == "*" { return true }
        if let address { return IPAddress(name) == address }
        let suffix = Origin.canonical(name.dropFirst(name.hasPrefix("*.") ? 1 : 0).drop { $0 == "." })
        return !suffix.isEmpty && (origin.host == suffix || origin.host.hasSuffix("." + suffix))
    }
}
