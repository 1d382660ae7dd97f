// Which addresses are globally reachable: IANA's IPv4 and IPv6 special-purpose address registries (RFC 6890, RFC 8190),
// whole, with the multicast and reserved blocks beside them. The longest prefix that holds an address decides. Of IPv6 only
// 2000::/3 is global unicast, and 64:ff9b::/96 counts as the IPv4 address inside it.

/// One row of the registries.
struct SpecialRange: Sendable {
    let network: IPNetwork
    let name: String
    let isReachable: Bool

    init(_ network: IPNetwork, _ name: String, reachable: Bool) {
        self.network = network
        self.name = name
        self.isReachable = reachable
    }
}

extension IPAddress {
    /// Whether the address is globally reachable in the sense of IANA's special-purpose registries.
    public var isGloballyReachable: Bool { specialRange == nil }

    /// The range that keeps the address from being globally reachable, in words; nil if none does.
    public var specialRange: String? {
        if isMapped {
            // The kernel connects to the IPv4 address; the registry lists the whole form as not reachable.
            return unmapped.specialRange.map { "IPv4-mapped, " + $0 } ?? "IPv4-mapped"
        }
        guard let row = SpecialRange.row(of: self) else {
            return family == .v4 || number >> 125 == 1 ? nil : "not global unicast"
        }
        if row.name == SpecialRange.translation {
            return IPAddress.v4(UInt32(truncatingIfNeeded: number)).specialRange.map { "NAT64, " + $0 }
        }
        return row.isReachable ? nil : row.name
    }
}

extension SpecialRange {
    static let translation = "NAT64"

    static func row(of address: IPAddress) -> SpecialRange? {
        (address.family == .v4 ? v4 : v6).filter { $0.network.contains(address) }.max {
            $0.network.prefix < $1.network.prefix
        }
    }

    private static func row(_ network: String, _ name: String, reachable: Bool = false) -> SpecialRange? {
        IPNetwork(network).map { SpecialRange($0, name, reachable: reachable) }
    }

    static let v4: [SpecialRange] = [
        row("0.0.0.0/8", "this network"),
        row("10.0.0.0/8", "private use"),
        row("100.64.0.0/10", "shared address space"),
        row("127.0.0.0/8", "loopback"),
        row("168.63.129.16/32", "metadata of a cloud"),
        row("169.254.0.0/16", "link-local"),
        row("172.16.0.0/12", "private use"),
        row("192.0.0.0/24", "IETF protocol assignments"),
        row("192.0.0.9/32", "port control protocol anycast", reachable: true),
        row("192.0.0.10/32", "TURN anycast", reachable: true),
        row("192.0.2.0/24", "documentation"),
        row("192.31.196.0/24", "AS112", reachable: true),
        row("192.52.193.0/24", "AMT", reachable: true),
        row("192.88.99.0/24", "deprecated 6to4 relay anycast"),
        row("192.168.0.0/16", "private use"),
        row("192.175.48.0/24", "direct delegation AS112", reachable: true),
        row("198.18.0.0/15", "benchmarking"),
        row("198.51.100.0/24", "documentation"),
        row("203.0.113.0/24", "documentation"),
        row("224.0.0.0/4", "multicast"),
        row("240.0.0.0/4", "reserved"),
        row("255.255.255.255/32", "limited broadcast"),
    ].compactMap { $0 }

    static let v6: [SpecialRange] = [
        row("::/128", "unspecified"),
        row("::1/128", "loopback"),
        row("::/96", "deprecated IPv4-compatible"),
        row("64:ff9b::/96", translation, reachable: true),
        row("64:ff9b:1::/48", "NAT64 of local use"),
        row("100::/64", "discard only"),
        row("100:0:0:1::/64", "dummy prefix"),
        row("2001::/23", "IETF protocol assignments"),
        row("2001::/32", "Teredo"),
        row("2001:1::1/128", "port control protocol anycast", reachable: true),
        row("2001:1::2/128", "TURN anycast", reachable: true),
        row("2001:1::3/128", "DNS-SD SRP anycast", reachable: true),
        row("2001:2::/48", "benchmarking"),
        row("2001:3::/32", "AMT", reachable: true),
        row("2001:4:112::/48", "AS112", reachable: true),
        row("2001:10::/28", "deprecated ORCHID"),
        row("2001:20::/28", "ORCHIDv2", reachable: true),
        row("2001:30::/28", "DRIP", reachable: true),
        row("2001:db8::/32", "documentation"),
        row("2002::/16", "6to4"),
        row("2620:4f:8000::/48", "direct delegation AS112", reachable: true),
        row("3fff::/20", "documentation"),
        row("5f00::/16", "segment routing"),
        row("fc00::/7", "unique local"),
        row("fe80::/10", "link-local"),
        row("fec0::/10", "deprecated site-local"),
        row("ff00::/8", "multicast"),
    ].compactMap { $0 }
}
