// Server-sent events to the letter (WHATWG HTML, section 9.2.6): bytes in, split anywhere; events out. Lines end with LF, CR
// or CRLF; an empty line ends an event; what the end of the stream cuts off is no event.

/// One event of a stream.
public struct ServerSentEvent: Hashable, Sendable {
    /// "message" where the stream named none.
    public var type: String
    /// The data lines, joined by LF.
    public var data: String
    /// The last `id` that the stream gave, in this event or before.
    public var lastID: String

    public init(type: String = "message", data: String, lastID: String = "") {
        self.type = type
        self.data = data
        self.lastID = lastID
    }
}

/// The parser: fed bytes as they come.
public struct ServerSentEvents: Sendable {
    /// Bytes that one line, and the data of one event, may have.
    public static let limit = 4 << 20

    /// The reconnection time in milliseconds that the stream asked for last.
    public private(set) var retry: Int?

    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var type: [UInt8] = []
    private var lastID = ""
    /// A line feed that comes next belongs to the carriage return before it.
    private var sawReturn = false
    private var isFirstLine = true
    private var isOver = false

    public init() {}

    /// Takes the next bytes; hands out each event that they end. False: a line or an event is over the limit, and nothing
    /// more is taken.
    public mutating func take(_ bytes: borrowing Span<UInt8>, each: (ServerSentEvent) -> Void) -> Bool {
        if isOver { return false }
        var begin = 0
        for place in bytes.indices {
            let byte = bytes[place]
            if byte == 0x0A, sawReturn {
                sawReturn = false
                begin = place + 1
                continue
            }
            sawReturn = byte == 0x0D
            guard byte == 0x0A || byte == 0x0D else { continue }
            guard append(bytes, begin..<place) else { return false }
            begin = place + 1
            endLine(each)
            if isOver { return false }
        }
        return append(bytes, begin..<bytes.count)
    }

    private mutating func append(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard line.count + range.count <= Self.limit else {
            isOver = true
            line = []
            return false
        }
        if !range.isEmpty {
            sawReturn = false
            bytes.extracting(range).withUnsafeBufferPointer { line.append(contentsOf: $0) }
        }
        return true
    }

    private mutating func endLine(_ each: (ServerSentEvent) -> Void) {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch(each) }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return field(line[...], []) }
        // A line that begins with a colon is a comment.
        if colon == 0 { return }
        var value = line[(colon + 1)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        field(line[..<colon], value)
    }

    private mutating func field(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        if name.elementsEqual("data".utf8) {
            if data.count + value.count >= Self.limit { isOver = true }
            data.append(contentsOf: value)
            data.append(0x0A)
        } else if name.elementsEqual("event".utf8) {
            type = Array(value)
        } else if name.elementsEqual("id".utf8) {
            if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
        } else if name.elementsEqual("retry".utf8) {
            let isNumber = !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
            if isNumber, let number = Int(String(decoding: value, as: UTF8.self)) { retry = number }
        }
    }

    private mutating func dispatch(_ each: (ServerSentEvent) -> Void) {
        defer {
            data.removeAll(keepingCapacity: true)
            type.removeAll(keepingCapacity: true)
        }
        if data.isEmpty { return }
        let name = type.isEmpty ? "message" : String(decoding: type, as: UTF8.self)
        each(ServerSentEvent(type: name, data: String(decoding: data.dropLast(), as: UTF8.self), lastID: lastID))
    }
}
