import Address
import JSON

/// The answer of a chat endpoint as it comes: bytes in, pieces out, then an end or a fault. No time and no socket.
struct ChatStream {
    enum Step: Hashable {
        case piece(String)
        case finished(ChatEnd)
        case failed(FetchFault)
    }

    private let origin: Origin
    private let key: String?
    private let size: Int
    private var isEvents: Bool
    private let status: Int
    private let type: String?
    /// An event with data has come: it is a stream indeed.
    private var isStream = false
    private var isFirst = true
    private var events = ServerSentEvents()
    /// An answer that is one JSON object: a completion from a server that does not stream, or an error.
    private var whole: [UInt8] = []
    private var received = 0
    private var end = ChatEnd()
    private(set) var isOver = false

    /// Bytes of an error's body that are read.
    private static let errorLimit = 64 << 10

    init(_ head: ResponseHead, origin: Origin, key: String?, size: Int) {
        self.origin = origin
        self.key = key
        self.size = size
        status = head.status
        type = head.contentType
        isEvents = (200..<300).contains(head.status) && head.contentType?.hasSuffix("json") != true
    }

    /// Something of the answer itself has come, not only its head.
    var hasBegun: Bool { end.pieces > 0 }

    mutating func take(_ bytes: borrowing Span<UInt8>, each: (Step) -> Void) {
        if isOver { return }
        if isFirst, bytes.count > 0 {
            isFirst = false
            // No line of a stream begins so: it is JSON that was not called so.
            if bytes[0] == UInt8(ascii: "{") { isEvents = false }
        }
        guard isEvents else {
            let limit = (200..<300).contains(status) ? size * 6 + Self.errorLimit : Self.errorLimit
            bytes.withUnsafeBufferPointer { whole.append(contentsOf: $0.prefix(limit - whole.count)) }
            return
        }
        var found: [ServerSentEvent] = []
        let isWell = events.take(bytes) { found.append($0) }
        for event in found where !isOver { take(event, each) }
        if !isWell { fail(.garbled, "an event is over \(ServerSentEvents.limit) bytes", each) }
    }

    private mutating func take(_ event: ServerSentEvent, _ each: (Step) -> Void) {
        isStream = true
        if event.data == "[DONE]" {
            isOver = true
            return each(.finished(end))
        }
        if event.data.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A }) { return }
        read(Array(event.data.utf8), isError: event.type == "error", each)
    }

    private mutating func read(_ bytes: [UInt8], isError: Bool = false, _ each: (Step) -> Void) {
        let chunk: ChatChunk
        do {
            chunk = try ChatChunk(bytes)
        } catch {
            if isError { return fail(.remote, String(decoding: bytes, as: UTF8.self), each) }
            return fail(.garbled, "an event is not the JSON that it should be: \(error)", each)
        }
        if let error = chunk.error ?? (isError ? chunk.message ?? "" : nil) {
            return fail(.remote, error.isEmpty ? "an error without a message" : error, each)
        }
        end.reason = chunk.reason ?? end.reason
        end.promptTokens = chunk.promptTokens ?? end.promptTokens
        end.completionTokens = chunk.completionTokens ?? end.completionTokens
        guard !chunk.text.isEmpty else { return }
        received += chunk.text.utf8.count
        guard received <= size else { return fail(.tooLarge, "the reply is over \(size) bytes", each) }
        end.pieces += 1
        each(.piece(chunk.text))
    }

    /// The body has ended.
    mutating func finish(each: (Step) -> Void) {
        if isOver { return }
        if !(200..<300).contains(status) {
            let said = (try? ChatChunk(whole)).flatMap { $0.error ?? $0.message } ?? ""
            return fail(.status, said.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(said)", each)
        }
        if !isEvents { read(whole, each) }
        if isOver { return }
        if isEvents, !isStream, let type, type != "text/event-stream" {
            return fail(.garbled, "the answer is \(type), and no stream of events", each)
        }
        // Some servers end without [DONE], once they have named a reason.
        guard end.reason != nil || !isEvents else { return fail(.cut, "the stream ended before the reply did", each) }
        isOver = true
        each(.finished(end))
    }

    private mutating func fail(_ code: FetchFault.Code, _ text: String, _ each: (Step) -> Void) {
        isOver = true
        let fault = FetchFault(code, "\(origin): \(Self.clean(text, key: key))", status: code == .status ? status : nil)
        each(.failed(fault))
    }

    /// A text of the server for a log line: one line, not long, and without the key, which some servers repeat in part.
    static func clean(_ text: String, key: String?) -> String {
        let oneLine = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
        let words = oneLine.split(separator: " ").map { word -> String in
            guard let key, !key.isEmpty else { return String(word) }
            if word.contains(key) { return "•••" }
            let start = key.prefix(max(4, min(6, key.count / 4)))
            return start.count >= 4 && word.contains(start) ? "•••" : String(word)
        }
        let visible = words.joined(separator: " ").unicodeScalars.filter {
            $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        }
        return String(String.UnicodeScalarView(visible).prefix(300))
    }
}
