import CSystem

/// An IPv4 or IPv6 address.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Family: Sendable { case v4, v6 }

    public var family: Family
    /// Network order: all 16 for IPv6, the first 4 for IPv4.
    private var high: UInt64
    private var low: UInt64
    /// The interface of a link-local IPv6 address; else 0.
    public var scope: UInt32 = 0

    /// Reads `127.0.0.1`, `::1`; nil for anything else, names too.
    public init?(_ text: some StringProtocol) {
        var v4 = in_addr()
        var v6 = in6_addr()
        let text = String(text)
        if inet_pton(AF_INET, text, &v4) == 1 {
            self = withUnsafeBytes(of: v4) { IPAddress(.v4, bytes: $0) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self = withUnsafeBytes(of: v6) { IPAddress(.v6, bytes: $0) }
        } else {
            return nil
        }
    }

    init(_ family: Family, bytes: UnsafeRawBufferPointer) {
        self.family = family
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(16))) }
        (high, low) = words
    }

    public static let loopback4 = IPAddress(.v4, high: [127, 0, 0, 1])
    public static let any4 = IPAddress(.v4, high: [0, 0, 0, 0])

    private init(_ family: Family, high bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { IPAddress(family, bytes: $0) }
    }

    /// The 4 or 16 bytes, in network order.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(of: (high, low)) { body(UnsafeRawBufferPointer(rebasing: $0.prefix(family == .v4 ? 4 : 16))) }
    }

    /// 127.0.0.0/8, ::1, and 127.0.0.0/8 as mapped into IPv6.
    public var isLoopback: Bool {
        let bytes = self.bytes
        switch family {
        case .v4: return bytes[0] == 127
        case .v6:
            if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] == 1 }
            return bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255 && bytes[12] == 127
        }
    }

    /// Whether the first `bits` bits are those of `network`.
    func hasPrefix(_ network: IPAddress, bits: Int) -> Bool {
        let (own, others) = (bytes, network.bytes)
        guard family == network.family, (0...own.count * 8).contains(bits) else { return false }
        for index in own.indices {
            let left = bits - index * 8
            if left <= 0 { break }
            let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
            if (own[index] ^ others[index]) & mask != 0 { return false }
        }
        return true
    }

    public var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let ok = withBytes { inet_ntop(family == .v4 ? AF_INET : AF_INET6, $0.baseAddress, start, 64) != nil }
            return ok ? String(cString: start) : ""
        }
    }
}

/// An IP address with a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    public var ip: IPAddress
    public var port: UInt16

    public init(_ ip: IPAddress, port: UInt16) {
        self.ip = ip
        self.port = port
    }

    /// Reads `127.0.0.1:80`, `[::1]:80`, `localhost:80`, where to listen; port 0 is any free one.
    public init(parsing text: String) throws(NetFailure) {
        let fault = NetFailure(.address, "\(text) is no address to listen on; write it as 127.0.0.1:8787 or [::1]:8787")
        guard let colon = text.lastIndex(of: ":") else { throw fault }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt16(digits) else {
            throw fault
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
            guard IPAddress(host)?.family == .v6 else { throw fault }
        } else if host.contains(":") {
            throw fault
        }
        guard let ip = host == "localhost" ? .loopback4 : IPAddress(host) else { throw fault }
        self.init(ip, port: port)
    }

    /// `127.0.0.1:80`, `[::1]:80`.
    public var description: String { ip.family == .v4 ? "\(ip):\(port)" : "[\(ip)]:\(port)" }

    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let v4 = raw.loadUnaligned(as: sockaddr_in.self)
            ip = withUnsafeBytes(of: v4.sin_addr) { IPAddress(.v4, bytes: $0) }
            port = UInt16(bigEndian: v4.sin_port)
        case AF_INET6:
            let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
            ip = withUnsafeBytes(of: v6.sin6_addr) { IPAddress(.v6, bytes: $0) }
            ip.scope = v6.sin6_scope_id
            port = UInt16(bigEndian: v6.sin6_port)
        default: return nil
        }
    }

    /// What getsockname or getpeername fills in.
    init?(filledBy fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let made = withUnsafeMutableBytes(of: &storage) { bytes -> SocketAddress? in
            guard let start = bytes.bindMemory(to: sockaddr.self).baseAddress, fill(start, &size) == 0 else {
                return nil
            }
            return SocketAddress(UnsafePointer(start))
        }
        guard let made else { return nil }
        self = made
    }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch ip.family {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            ip.withBytes { source in withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyMemory(from: source) } }
            return SocketAddress.pass(&address, body)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = ip.scope
            ip.withBytes { source in withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyMemory(from: source) } }
            return SocketAddress.pass(&address, body)
        }
    }

    private static func pass<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }
}
