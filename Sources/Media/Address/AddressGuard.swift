import Address

// What may be fetched from where. A name proves nothing: the address of each socket that is really connected to is
// judged, for the first URL, for each redirect, and for a connection that is used again.

/// One entry of `fetch.allow` (rule-language.md, Settings).
public enum Allowance: Hashable, Sendable {
    /// A name or an address, at one port or at any.
    case host(String, port: Int?)
    case network(IPNetwork)
    /// Exactly the host and port of the connected gateway, for media that the gateway sent.
    case server

    /// `HOST`, `HOST:PORT`, `[v6]:PORT`, a network in CIDR form, or `server`; nil for anything else.
    public init?(_ text: String) {
        if text == "server" {
            self = .server
        } else if let network = IPNetwork(text) {
            self = .network(network)
        } else if let address = IPAddress(text) {
            self = .host(address.description, port: nil)
        } else {
            guard let (name, port) = HostPort.split(text), HostPort.isHost(name) else { return nil }
            if let port, !HostPort.isPort(port, least: 1) { return nil }
            self = .host(Origin.canonical(name), port: port.flatMap { Int($0) })
        }
    }
}

/// The rules for one fetch.
public struct AddressGuard: Hashable, Sendable {
    public enum Verdict: Hashable, Sendable {
        /// The address is globally reachable.
        case reachable
        /// It is not, but the author of the rule file allows it.
        case allowed
        /// It is not: the range that it lies in, in words.
        case refused(range: String)
    }

    public var allow: [Allowance]
    /// Of the connected gateway.
    public var server: Origin?
    /// The URL came in a frame of the gateway: `server` in `allow` counts.
    public var fromServer: Bool
    /// Where scheme, host and port stand literally in the rule file: the author's own choice, at any address.
    public var chosen: Origin?

    public init(allow: [Allowance] = [], server: Origin? = nil, fromServer: Bool = false, chosen: Origin? = nil) {
        self.allow = allow
        self.server = server
        self.fromServer = fromServer
        self.chosen = chosen
    }

    /// Judges a connection to `address` that is made for a URL with this origin.
    public func verdict(on address: IPAddress, for origin: Origin) -> Verdict {
        guard let range = address.specialRange else { return .reachable }
        if origin == chosen { return .allowed }
        return allow.contains { allows($0, address, origin) } ? .allowed : .refused(range: range)
    }

    private func allows(_ entry: Allowance, _ address: IPAddress, _ origin: Origin) -> Bool {
        switch entry {
        case .server: return fromServer && origin == server
        case .network(let network): return network.contains(address) || network.contains(address.unmapped)
        case .host(let name, let port):
            guard port == nil || port == origin.port else { return false }
            if name == origin.host { return true }
            guard let own = IPAddress(name) else { return false }
            return own == address || own == address.unmapped
        }
    }
}
