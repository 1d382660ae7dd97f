import CSystem
import WebSocket

/// A file on its way out as the body of an answer: a piece is read whenever the socket has taken the last.
final class FileBody {
    private let descriptor: Int32
    private var position: Int
    private let end: Int

    private init(descriptor: Int32, range: Range<Int>) {
        self.descriptor = descriptor
        position = range.lowerBound
        end = range.upperBound
    }

    deinit { _ = CSystem.close(descriptor) }

    /// Opens a file and makes the head of the answer: 200, 206, 404 or 416.
    static func open(
        _ path: String, type: String, fields: HeaderFields, for request: RequestHead
    ) -> (answer: HTTPAnswer, length: Int, body: FileBody?) {
        var bytes: Int64 = 0
        let descriptor = system_open_regular(path, &bytes)
        guard descriptor >= 0 else { return plain(404) }
        let size = Int(bytes)
        // If-Range asks for a part of one exact state of the file, which we do not name: then all is sent.
        let wanted = request.fields["If-Range"].isEmpty ? request.fields.only("Range") : nil
        var answer = HTTPAnswer(status: 200, type: type, body: [])
        answer.fields = fields
        answer.fields.append("Accept-Ranges", "bytes")
        let range: Range<Int>
        switch ByteRange(wanted, size: size) {
        case .whole: range = 0..<size
        case .part(let part):
            range = part
            answer.status = 206
            answer.fields.append("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
        case .unsatisfiable:
            _ = CSystem.close(descriptor)
            var refusal = HTTPAnswer(status: 416)
            refusal.fields.append("Content-Range", "bytes */\(size)")
            return (refusal, refusal.body.count, nil)
        }
        return (answer, range.count, FileBody(descriptor: descriptor, range: range))
    }

    private static func plain(_ status: Int) -> (HTTPAnswer, Int, FileBody?) {
        let answer = HTTPAnswer(status: status)
        return (answer, answer.body.count, nil)
    }

    enum Piece: Equatable {
        case bytes(Int)
        case finished
        /// The file has shrunk or cannot be read: what was promised cannot be kept.
        case broken
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Piece {
        if position >= end { return .finished }
        let count = pread(descriptor, buffer.baseAddress, min(buffer.count, end - position), position)
        if count <= 0 { return .broken }
        position += count
        return .bytes(count)
    }
}
