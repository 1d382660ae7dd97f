/// A network in CIDR form (RFC 4632): an address and the length of its prefix.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    public let address: IPAddress
    /// Bits, 0...32 or 0...128.
    public let prefix: Int

    /// "10.0.0.0/8" or "fd00::/8". Bits behind the prefix must be zero, so that a slip of the pen is seen.
    public init?(_ text: some StringProtocol) {
        guard let slash = text.firstIndex(of: "/"), let address = IPAddress(text[..<slash]) else { return nil }
        let digits = text[text.index(after: slash)...]
        guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            digits == "0" || !digits.hasPrefix("0"), let prefix = Int(digits)
        else { return nil }
        self.init(address, prefix)
    }

    /// Nil when the prefix is too long or bits behind it are set.
    public init?(_ address: IPAddress, _ prefix: Int) {
        guard (0...address.bits).contains(prefix) else { return nil }
        self.address = address
        self.prefix = prefix
        guard address.number & ~mask == 0 else { return nil }
    }

    /// The network of that size that the address lies in; nil when the prefix is too long.
    public init?(holding address: IPAddress, prefix: Int) {
        guard (0...address.bits).contains(prefix) else { return nil }
        let start = address.number & Self.mask(address.bits - prefix)
        self.init(address.family == .v4 ? .v4(UInt32(truncatingIfNeeded: start)) : .v6(start), prefix)
    }

    private static func mask(_ free: Int) -> UInt128 { free == 128 ? 0 : UInt128.max << UInt128(free) }

    private var mask: UInt128 { Self.mask(address.bits - prefix) }

    /// Whether the address lies in it. Families differ: an IPv4-mapped address is in no IPv4 network.
    public func contains(_ other: IPAddress) -> Bool {
        other.family == address.family && other.number & mask == address.number
    }

    public var description: String { "\(address)/\(prefix)" }
}
