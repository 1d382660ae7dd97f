import CSystem
import Files
import Glibc
import Synchronization

/// A small HTTP server over real sockets on loopback that does what each test tells it, however wrong that is. A thread a
/// connection; it ends with the value.
public final class HostileServer: Sendable {
    public struct Request: Sendable {
        public var method: String
        public var path: String
        /// Names in lower case.
        public var headers: [String: String]
        public var body: String
        /// How many came before it, over all connections.
        public var number: Int
    }

    /// One connection, blocking. Writing to a peer that is gone gives false.
    public struct Connection: Sendable {
        fileprivate let socket: Int32
        /// Tells connections apart.
        public let number: Int

        @discardableResult
        public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        @discardableResult
        public func send(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        /// A whole answer with a length; the connection is kept.
        @discardableResult
        public func answer(_ status: Int = 200, _ headers: [String] = [], body: [UInt8] = []) -> Bool {
            let lines = ["HTTP/1.1 \(status) x", "Content-Length: \(body.count)"] + headers
            return send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }

        @discardableResult
        public func answer(_ status: Int = 200, _ headers: [String] = [], text: String) -> Bool {
            answer(status, headers, body: Array(text.utf8))
        }

        /// Waits so many milliseconds for the peer to close or to say something: a slow server's pace.
        public func isPeerGone(within milliseconds: Int32) -> Bool {
            var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            return poll(&wanted, 1, milliseconds) != 0
        }

        /// Waits until the peer has closed, or says something.
        public func waitForPeer() {
            var byte: UInt8 = 0
            _ = recv(socket, &byte, 1, 0)
        }
    }

    /// True: the connection is kept for the next request.
    public typealias Handler = @Sendable (Request, Connection) -> Bool

    public var port: Int { listener.port }
    private let listener = LoopbackListener()
    private let seen = Mutex<[Request]>([])
    private let handler: Handler
    private let connections = Atomic(0)

    /// The requests so far, in order.
    public var requests: [Request] { seen.withLock { $0 } }

    public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    public init(_ handler: @escaping Handler) {
        self.handler = handler
        listener.serve(self) { $0.serve($1) }
    }

    deinit { listener.stop() }

    /// Listens no more: who comes now finds nobody.
    public func stop() { listener.stop() }

    private func serve(_ socket: Int32) {
        var rest: [UInt8] = []
        let number = connections.add(1, ordering: .relaxed).newValue
        while let request = read(socket, &rest) {
            if !handler(request, Connection(socket: socket, number: number)) { return }
        }
    }

    private func read(_ socket: Int32, _ rest: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        func more() -> Bool {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &buffer, buffer.count, 0)
            if count > 0 { rest += buffer[..<count] }
            return count > 0
        }
        func headLength() -> Int? {
            guard rest.count >= 4 else { return nil }
            return (0...rest.count - 4).first { rest[$0..<$0 + 4].elementsEqual(end) }
        }
        while headLength() == nil { if !more() { return nil } }
        guard let length = headLength() else { return nil }
        let lines = String(decoding: rest[..<length], as: UTF8.self).split(separator: "\r\n")
        rest.removeFirst(length + 4)
        let first = (lines.first ?? "").split(separator: " ")
        guard first.count >= 2 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let size = headers["content-length"].flatMap { Int($0) } ?? 0
        while rest.count < size { if !more() { return nil } }
        let body = String(decoding: rest.prefix(size), as: UTF8.self)
        rest.removeFirst(size)
        return seen.withLock { seen in
            let request = Request(
                method: String(first[0]), path: String(first[1]), headers: headers, body: body, number: seen.count)
            seen.append(request)
            return request
        }
    }
}
