import CSystem
import Files
import Glibc
import Synchronization

/// A socket that listens on 127.0.0.1, at a port that was free. It may be stopped and closed more than once: its number
/// belongs to another one by then.
public final class LoopbackListener: Sendable {
    public let descriptor: Int32
    public let port: Int
    private let isClosed = Mutex(false)

    public init(backlog: Int32 = 128, isBlocking: Bool = true) {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, Int32(flags), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isUp = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(descriptor, raw, length) == 0 && listen(descriptor, backlog) == 0
                    && getsockname(descriptor, raw, &length) == 0
            }
        }
        precondition(isUp, "cannot listen on loopback")
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Calls with each connection, on a thread of its own, for as long as there is an owner and `stop` was not called. The
    /// owner is not kept.
    public func serve<Owner: AnyObject & Sendable>(
        _ owner: Owner, _ each: @escaping @Sendable (Owner, Int32) -> Void
    ) {
        let owner = Weak(owner)
        SystemThread { [self, descriptor] in
            while true {
                let socket = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
                if socket < 0 { break }
                guard let owner = owner.value else {
                    Glibc.close(socket)
                    break
                }
                SystemThread {
                    each(owner, socket)
                    Glibc.close(socket)
                }?.detach()
            }
            close()
        }?.detach()
    }

    /// Listens no more: who comes now finds nobody. It ends `serve`, which closes the socket.
    public func stop() { isClosed.withLock { if !$0 { shutdown(descriptor, Int32(SHUT_RDWR)) } } }

    /// For a listener that does not `serve`.
    public func close() {
        isClosed.withLock { isClosed in
            if !isClosed { Glibc.close(descriptor) }
            isClosed = true
        }
    }

    private final class Weak<Owner: AnyObject & Sendable>: Sendable {
        private nonisolated(unsafe) weak var owner: Owner?
        init(_ owner: Owner) { self.owner = owner }
        var value: Owner? { owner }
    }
}
