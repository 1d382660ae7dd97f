/// An address as text writes it: four decimal numbers (RFC 6943: no octal, no leading zeros), or RFC 4291 section 2.2.
enum IPAddress: Equatable {
    case v4([UInt8])
    case v6([UInt8])

    init?(_ text: String) {
        if let bytes = Self.v4Bytes(text) {
            self = .v4(bytes)
        } else if let bytes = Self.v6Bytes(text) {
            self = .v6(bytes)
        } else {
            return nil
        }
    }

    var isLoopback: Bool {
        switch self {
        case .v4(let bytes): return bytes[0] == 127
        case .v6(let bytes):
            if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] == 1 }
            return bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF && bytes[12] == 127
        }
    }

    var bits: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }

    /// An address and a prefix length: `10.0.0.0/8`.
    struct Network: Equatable {
        var address: IPAddress
        var prefix: Int

        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, let address = IPAddress(String(parts[0])), parts[1].utf8.count <= 3,
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let prefix = Int(parts[1]),
                prefix <= address.bits
            else { return nil }
            self.address = address
            self.prefix = prefix
        }
    }

    private static func v4Bytes(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let bytes = parts.compactMap { part -> UInt8? in
            let isPlain =
                part.utf8.allSatisfy { (0x30...0x39).contains($0) } && (part.utf8.first != 0x30 || part.utf8.count == 1)
            return isPlain ? UInt8(part) : nil
        }
        return bytes.count == 4 ? bytes : nil
    }

    private static func v6Bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.contains(0x3A), text.utf8.count <= 45 else { return nil }
        guard let gap = text.firstRange(of: "::") else {
            let bytes = groups(text)
            return bytes?.count == 16 ? bytes : nil
        }
        let tail = String(text[gap.upperBound...])
        guard !tail.hasPrefix(":"), let before = groups(String(text[..<gap.lowerBound])), let after = groups(tail),
            before.count + after.count <= 14
        else { return nil }
        return before + [UInt8](repeating: 0, count: 16 - before.count - after.count) + after
    }

    /// Groups of four hexadecimal digits with colons between; the last may be an IPv4 address.
    private static func groups(_ text: String) -> [UInt8]? {
        if text.isEmpty { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, let v4 = v4Bytes(String(part)) {
                bytes += v4
                continue
            }
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(isHex), let group = UInt16(part, radix: 16)
            else {
                return nil
            }
            bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
        }
        return bytes
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}
