import Address
import CSystem
import Testing

@testable import Net

/// The other end of a connection, by bare system calls: it does what no decent peer would.
final class RawPeer {
    private(set) var descriptor: Int32
    private(set) var received: [UInt8] = []
    private(set) var hasEnded = false
    private(set) var wasReset = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = system_set_nonblocking(descriptor)
    }

    /// Connects to a listener on loopback; the kernel accepts for it.
    convenience init(connectingTo address: SocketAddress) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        let result = address.withSocketAddress { CSystem.connect(descriptor, $0, $1) }
        try #require(result == 0)
        self.init(descriptor)
    }

    deinit { close() }

    /// What the socket takes; the count.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int { max(0, CSystem.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))) }

    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8)) }

    /// Reads all that is there; true if anything new came, the end included.
    @discardableResult
    func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        var isNew = false
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
                isNew = true
                continue
            }
            if count == 0 {
                hasEnded = true
            } else if system_errno() == ECONNRESET {
                wasReset = true
            } else {
                return isNew
            }
            return true
        }
    }

    /// Reads that much of what is there.
    func receive(atMost limit: Int) {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        if count > 0 { received += buffer[..<count] }
        if count == 0 { hasEnded = true }
    }

    var text: String {
        receive()
        return String(decoding: received, as: UTF8.self)
    }

    /// Everything that is written on this connection so far, forgotten.
    func forget() { received.removeAll() }

    func endWriting() { TCPSocket.endWriting(descriptor) }

    func close() {
        if descriptor >= 0 { _ = CSystem.close(descriptor) }
        descriptor = -1
    }

    /// Ends with a reset instead of a FIN.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// A small receive window, so that the other end soon blocks.
    func shrinkWindow(to bytes: Int32 = 32768) { _ = system_set_option(descriptor, SOL_SOCKET, SO_RCVBUF, bytes) }

    /// A client's upgrade request.
    func sendUpgrade(path: String = "/ws", fields: String = "") {
        send(RawPeer.upgrade(path: path, fields: fields))
    }

    static func upgrade(path: String = "/ws", fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(fields)\r\n"
    }

    /// Lowers this process's limit and takes every descriptor under it; they are to be closed.
    static func fillDescriptorTable(leaving room: Int32) -> [Int32] {
        let first = dup(0)
        var limit = rlimit(rlim_cur: rlim_t(first + room), rlim_max: rlim_t(first + room))
        _ = system_set_descriptor_limit(&limit)
        var hogs = [first]
        fillDescriptorTable(&hogs)
        return hogs
    }

    /// Takes what other threads of the process have given back meanwhile.
    static func fillDescriptorTable(_ hogs: inout [Int32]) {
        while case let hog = dup(0), hog >= 0 { hogs.append(hog) }
    }

    /// A whole frame of a client's, masked with zeros.
    static func frame(_ opcode: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        precondition(payload.count < 126)
        return [0x80 | opcode, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
    }

    static func frame(_ opcode: UInt8, _ text: String) -> [UInt8] { frame(opcode, Array(text.utf8)) }
}

/// A listening socket by bare system calls.
final class RawListener {
    let address: SocketAddress
    private let descriptor: Int32

    init(backlog: Int32 = 128) throws {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        try #require(made >= 0)
        let any = SocketAddress(.loopback4, port: 0)
        let bound = any.withSocketAddress { CSystem.bind(made, $0, $1) }
        try #require(bound == 0)
        try #require(CSystem.listen(made, backlog) == 0)
        address = try #require(TCPSocket.localAddress(made))
        descriptor = made
    }

    deinit { _ = CSystem.close(descriptor) }

    /// A connection that waits, if any.
    func accept() -> RawPeer? {
        let accepted = accept4(descriptor, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        return accepted < 0 ? nil : RawPeer(accepted)
    }
}
