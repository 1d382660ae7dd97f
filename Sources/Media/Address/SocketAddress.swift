import Address
import CSystem

extension IPAddress {
    /// From a socket address of `length` bytes; nil for another family or one that is too short.
    init?(socketAddress: UnsafeRawPointer, length: Int) {
        guard length >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(socketAddress.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            let raw = socketAddress.loadUnaligned(as: sockaddr_in.self)
            self = .v4(UInt32(bigEndian: raw.sin_addr.s_addr))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let raw = socketAddress.loadUnaligned(as: sockaddr_in6.self)
            self.init(bytes: withUnsafeBytes(of: raw.sin6_addr) { Array($0) })
        default: return nil
        }
    }
}
