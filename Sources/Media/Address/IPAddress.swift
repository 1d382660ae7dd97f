import CSystem

/// An IPv4 or IPv6 address, as a number in host order.
public enum IPAddress: Hashable, Sendable, CustomStringConvertible {
    case v4(UInt32)
    case v6(UInt128)

    /// Dotted decimal with four parts, or RFC 4291 text; nothing else (no octal, no zone, no brackets).
    public init?(_ text: some StringProtocol) {
        let text = String(text)
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self = .v4(UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        self = .v6(withUnsafeBytes(of: six) { Self.number($0) })
    }

    /// From a socket address of `length` bytes; nil for another family or one that is too short.
    public init?(socketAddress: UnsafeRawPointer, length: Int) {
        guard length >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let raw = socketAddress.loadUnaligned(as: sockaddr_in.self)
            self = .v4(UInt32(bigEndian: raw.sin_addr.s_addr))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let raw = socketAddress.loadUnaligned(as: sockaddr_in6.self)
            self = .v6(withUnsafeBytes(of: raw.sin6_addr) { Self.number($0) })
        default: return nil
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt128 {
        bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// The IPv4 address that an IPv4-mapped one (::ffff:a.b.c.d) really reaches; itself otherwise.
    public var unmapped: IPAddress {
        if case .v6(let number) = self, number >> 32 == 0xFFFF { return .v4(UInt32(truncatingIfNeeded: number)) }
        return self
    }

    public var description: String {
        switch self {
        case .v4(let number):
            return [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let number):
            var raw = in6_addr()
            withUnsafeMutableBytes(of: &raw) { bytes in
                for index in 0..<16 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * UInt128(15 - index))) }
            }
            var text = [CChar](repeating: 0, count: 46)
            guard inet_ntop(AF_INET6, &raw, &text, 46) != nil else { return "::" }
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}

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
        switch address {
        case .v4(let number):
            guard (0...32).contains(prefix), number & ~Self.mask32(prefix) == 0 else { return nil }
        case .v6(let number):
            guard (0...128).contains(prefix), number & ~Self.mask128(prefix) == 0 else { return nil }
        }
        self.address = address
        self.prefix = prefix
    }

    private static func mask32(_ bits: Int) -> UInt32 { bits == 0 ? 0 : UInt32.max << UInt32(32 - bits) }
    private static func mask128(_ bits: Int) -> UInt128 { bits == 0 ? 0 : UInt128.max << UInt128(128 - bits) }

    /// Whether the address lies in it. Families differ: an IPv4-mapped address is in no IPv4 network.
    public func contains(_ other: IPAddress) -> Bool {
        switch (address, other) {
        case (.v4(let mine), .v4(let theirs)): theirs & Self.mask32(prefix) == mine
        case (.v6(let mine), .v6(let theirs)): theirs & Self.mask128(prefix) == mine
        default: false
        }
    }

    public var description: String { "\(address)/\(prefix)" }
}
