/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Family: Sendable, Hashable { case v4, v6 }

    public let family: Family
    /// In host order; of IPv4 the lower 32 bits.
    public let number: UInt128
    /// The interface of a link-local IPv6 address; else 0. It is no part of the text.
    public var scope: UInt32 = 0

    private init(_ family: Family, _ number: UInt128) {
        self.family = family
        self.number = number
    }

    public static func v4(_ number: UInt32) -> IPAddress { IPAddress(.v4, UInt128(number)) }
    public static func v6(_ number: UInt128) -> IPAddress { IPAddress(.v6, number) }

    /// From 4 or 16 bytes in network order; nil for any other count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.init(bytes.count == 4 ? .v4 : .v6, bytes.reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// The 4 or 16 bytes, in network order.
    public var bytes: [UInt8] {
        stride(from: bits - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt128($0)) }
    }

    /// 32 or 128.
    public var bits: Int { family == .v4 ? 32 : 128 }

    public static let loopback4 = IPAddress.v4(0x7F00_0001)
    public static let any4 = IPAddress.v4(0)

    /// 127.0.0.0/8, ::1, and 127.0.0.0/8 as mapped into IPv6.
    public var isLoopback: Bool {
        let plain = unmapped
        return plain.family == .v4 ? plain.number >> 24 == 127 : number == 1
    }

    /// The IPv4 address that an IPv4-mapped one (::ffff:a.b.c.d) really reaches; itself otherwise.
    public var unmapped: IPAddress { isMapped ? .v4(UInt32(truncatingIfNeeded: number)) : self }

    /// An IPv4 address in IPv6's clothes (RFC 4291 section 2.5.5.2).
    var isMapped: Bool { family == .v6 && number >> 32 == 0xFFFF }
}

// MARK: - Text

extension IPAddress {
    /// Four decimal numbers without leading zeros (RFC 6943 section 3.1.1), or RFC 4291 section 2.2; nothing else: no names, no
    /// octal, no zone, no brackets.
    public init?(_ text: some StringProtocol) {
        // The longest form has 45 bytes.
        guard text.utf8.count <= 45 else { return nil }
        let bytes = Array(text.utf8)
        if let number = Self.v4(bytes[...]) {
            self.init(.v4, UInt128(number))
        } else if let number = Self.v6(bytes) {
            self.init(.v6, number)
        } else {
            return nil
        }
    }

    private static func v4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var number: UInt32 = 0
        for part in parts {
            guard (1...3).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }),
                part.count == 1 || part.first != 0x30
            else { return nil }
            let value = part.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
            guard value <= 255 else { return nil }
            number = number << 8 | value
        }
        return number
    }

    private static func v6(_ bytes: [UInt8]) -> UInt128? {
        let colon = UInt8(ascii: ":")
        let gaps = bytes.indices.dropLast().filter { bytes[$0] == colon && bytes[$0 + 1] == colon }
        guard let gap = gaps.first else {
            let groups = groups(bytes[...], isLast: true)
            return groups?.count == 8 ? groups?.reduce(0) { $0 << 16 | UInt128($1) } : nil
        }
        guard gaps.count == 1, let before = groups(bytes[..<gap], isLast: false),
            let after = groups(bytes[(gap + 2)...], isLast: true), before.count + after.count <= 7
        else { return nil }
        let zeros = [UInt16](repeating: 0, count: 8 - before.count - after.count)
        return (before + zeros + after).reduce(0) { $0 << 16 | UInt128($1) }
    }

    /// Groups of one to four hexadecimal digits with colons between; the last of an address may be an IPv4 one.
    private static func groups(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt16]? {
        if bytes.isEmpty { return [] }
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, let number = v4(part) {
                groups += [UInt16(number >> 16), UInt16(number & 0xFFFF)]
                continue
            }
            guard (1...4).contains(part.count) else { return nil }
            var group: UInt16 = 0
            for byte in part {
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
                group = group << 4 | UInt16(digit)
            }
            groups.append(group)
        }
        return groups
    }

    /// As RFC 5952 writes it; an IPv4-mapped address with its end in decimal.
    public var description: String {
        if family == .v4 { return bytes.map { String($0) }.joined(separator: ".") }
        if isMapped { return "::ffff:" + unmapped.description }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: number >> UInt128(112 - 16 * $0)) }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > longest.count { longest = start..<end }
            start = max(end, start + 1)
        }
        let hex = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        // One group of zeros alone is not shortened.
        if longest.count < 2 { return hex(groups[...]) }
        return hex(groups[..<longest.lowerBound]) + "::" + hex(groups[longest.upperBound...])
    }
}
