import CSystem
import Glibc
import Scaffold

/// A web server for one request at a time, on the calling thread: as little as there can be between curl and the socket.
final class PlainServer {
    /// The request's head, a way to read its body block by block, and a way to answer.
    typealias Handler = (
        _ head: String, _ body: ((UnsafeBufferPointer<UInt8>) -> Void) -> Void, _ answer: Answer
    ) -> Void

    struct Answer {
        fileprivate let socket: Int32

        func callAsFunction(_ text: String) { self(Array(text.utf8)) }

        func callAsFunction(_ bytes: [UInt8]) {
            bytes.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let count = send(socket, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
                    if count <= 0 { return }
                    done += count
                }
            }
        }
    }

    var port: Int { listener.port }
    private let listener = LoopbackListener()
    private let handler: Handler

    init(_ handler: @escaping Handler) { self.handler = handler }

    deinit { listener.close() }

    func serveOne() {
        let socket = accept(listener.descriptor, nil, nil)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var taken: [UInt8] = []
        var end: Int?
        while end == nil {
            let count = recv(socket, &buffer, buffer.count, 0)
            if count <= 0 { return }
            taken += buffer[..<count]
            end = (0...max(0, taken.count - 4)).first { taken[$0...].starts(with: [13, 10, 13, 10]) }
        }
        let head = String(decoding: taken[..<(end ?? 0)], as: UTF8.self)
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        var left = length.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        taken.removeFirst((end ?? 0) + 4)
        handler(
            head,
            { each in
                taken.withUnsafeBufferPointer(each)
                left -= taken.count
                while left > 0 {
                    let count = recv(socket, &buffer, buffer.count, 0)
                    if count <= 0 { return }
                    buffer.withUnsafeBufferPointer { each(UnsafeBufferPointer(rebasing: $0[..<count])) }
                    left -= count
                }
            }, Answer(socket: socket))
    }
}
