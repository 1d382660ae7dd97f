import Address
import CSystem

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
        let last = text.split(separator: ":").last ?? ""
        let named = last.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? UInt16(last) ?? 8787 : 8787
        let fault = NetFailure(
            .address, "\(text) is no address to listen on; write it as 127.0.0.1:\(named) or [::1]:\(named)")
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
            ip = .v4(UInt32(bigEndian: v4.sin_addr.s_addr))
            port = UInt16(bigEndian: v4.sin_port)
        case AF_INET6:
            let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
            ip = withUnsafeBytes(of: v6.sin6_addr) { bytes in .v6(bytes.reduce(0) { $0 << 8 | UInt128($1) }) }
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
            address.sin_addr.s_addr = UInt32(truncatingIfNeeded: ip.number).bigEndian
            return SocketAddress.pass(&address, body)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_scope_id = ip.scope
            withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: ip.bytes) }
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
