import Address
import CSystem
import Time

// System calls on TCP sockets, with errors as values. All sockets are non-blocking and closed on exec.

enum TCPSocket {
    /// Begins to connect from `source` (nil: the system's choice).
    static func connect(
        to address: SocketAddress, from source: IPAddress?, deadPath: Interval
    ) throws(NetFailure) -> Int32 {
        let descriptor = try make(address.ip.family)
        tune(descriptor, deadPath: deadPath)
        if let source {
            // The port is chosen at connect, when the destination is known: the same one serves many destinations.
            _ = system_set_option(descriptor, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, 1)
            let bound = SocketAddress(source, port: 0).withSocketAddress { CSystem.bind(descriptor, $0, $1) }
            if bound != 0 { throw closing(descriptor, .system(system_errno(), "cannot send from \(source)")) }
        }
        let result = address.withSocketAddress { CSystem.connect(descriptor, $0, $1) }
        let error = result == 0 ? 0 : system_errno()
        if error == 0 || error == EINPROGRESS || error == EINTR { return descriptor }
        throw closing(descriptor, failure(error, connecting: address))
    }

    static func failure(_ error: Int32, connecting address: SocketAddress) -> NetFailure {
        if error == EADDRNOTAVAIL {
            return NetFailure(
                .connect, "cannot connect to \(address): no local port is left (give more source addresses)")
        }
        return .system(error, "cannot connect to \(address)", code: .connect)
    }

    /// Listens; port 0 takes a free one.
    static func listen(
        on address: SocketAddress, sharesPort: Bool, deadPath: Interval
    ) throws(NetFailure) -> (descriptor: Int32, address: SocketAddress) {
        let (descriptor, bound) = try bind(to: address, sharesPort: sharesPort)
        // What is set here is inherited by the sockets accepted.
        tune(descriptor, deadPath: deadPath)
        guard CSystem.listen(descriptor, 4096) == 0 else { throw closing(descriptor, cannotListen(address)) }
        return (descriptor, bound)
    }

    /// Takes an address and port, and does not listen yet; port 0 takes a free one.
    static func bind(
        to address: SocketAddress, sharesPort: Bool
    ) throws(NetFailure) -> (descriptor: Int32, address: SocketAddress) {
        let descriptor = try make(address.ip.family)
        _ = system_set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { _ = system_set_option(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        guard address.withSocketAddress({ CSystem.bind(descriptor, $0, $1) }) == 0,
            let bound = localAddress(descriptor)
        else { throw closing(descriptor, cannotListen(address)) }
        return (descriptor, bound)
    }

    private static func cannotListen(_ address: SocketAddress) -> NetFailure {
        .system(system_errno(), "cannot listen on \(address)", code: .listen)
    }

    enum Accepted {
        case socket(Int32)
        case none
        /// No descriptor or memory is left; the connection waits in the kernel's queue.
        case exhausted(Int32)
    }

    static func accept(_ listener: Int32) -> Accepted {
        while true {
            let descriptor = accept4(listener, nil, nil, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
            if descriptor >= 0 { return .socket(descriptor) }
            switch system_errno() {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(system_errno())
            case EAGAIN: return .none
            // The connection broke before it was accepted (accept(2)): the next one may be well.
            case EINTR, ECONNABORTED, EPROTO, ENETDOWN, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH: continue
            default: return .none
            }
        }
    }

    /// - Parameter taking: false: what is read stays in the socket's queue, and comes again.
    static func read(
        _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, taking: Bool = true
    ) -> Transfer {
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, taking ? 0 : Int32(MSG_PEEK))
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            switch system_errno() {
            case EAGAIN: return .blocked
            case EINTR: continue
            case let error: return .failed(.system(error, "the connection broke", code: .reset))
            }
        }
    }

    /// Takes bytes from the socket's queue unseen; gives how many there were (tcp(7), MSG_TRUNC).
    static func skip(_ descriptor: Int32, _ count: Int) -> Int {
        max(0, recv(descriptor, nil, count, Int32(MSG_TRUNC)))
    }

    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        while true {
            let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            if count >= 0 { return .moved(count) }
            switch system_errno() {
            case EAGAIN, ENOBUFS: return .blocked
            case EINTR: continue
            case let error: return .failed(.system(error, "the connection broke", code: .reset))
            }
        }
    }

    static func endWriting(_ descriptor: Int32) { _ = CSystem.shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closing a number twice would close what another thread has opened under it meanwhile.
    static func close(_ descriptor: Int32) {
        let result = CSystem.close(descriptor)
        assert(result == 0 || system_errno() != EBADF, "a descriptor is closed twice")
    }

    static func localAddress(_ descriptor: Int32) -> SocketAddress? {
        SocketAddress { getsockname(descriptor, $0, $1) }
    }

    static func peerAddress(_ descriptor: Int32) -> SocketAddress? {
        SocketAddress { getpeername(descriptor, $0, $1) }
    }

    private static func make(_ family: IPAddress.Family) throws(NetFailure) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family == .v4 ? AF_INET : AF_INET6, type, 0)
        if descriptor < 0 { throw .system(system_errno(), "cannot make a socket") }
        return descriptor
    }

    /// No waiting for more to send (frames are gathered already), and a dead path is found: by what is not acknowledged
    /// while something is sent, by keepalive while nothing is.
    private static func tune(_ descriptor: Int32, deadPath: Interval) {
        let tcp = Int32(IPPROTO_TCP)
        let milliseconds = Int32(clamping: deadPath.milliseconds)
        _ = system_set_option(descriptor, tcp, TCP_NODELAY, 1)
        _ = system_set_option(descriptor, tcp, TCP_USER_TIMEOUT, milliseconds)
        _ = system_set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        _ = system_set_option(descriptor, tcp, TCP_KEEPIDLE, max(1, milliseconds / 2000))
        _ = system_set_option(descriptor, tcp, TCP_KEEPINTVL, max(1, milliseconds / 8000))
        _ = system_set_option(descriptor, tcp, TCP_KEEPCNT, 4)
    }

    private static func closing(_ descriptor: Int32, _ failure: NetFailure) -> NetFailure {
        close(descriptor)
        return failure
    }
}
