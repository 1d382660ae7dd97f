/// A header field: a name, which is compared without case, and a value.
public struct HTTPHeader: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The head of a request, as it came from outside.
public struct HTTPRequest: Sendable, CustomStringConvertible {
    public var method: String
    /// As it came, without the query; begins with `/`.
    public var path: String
    /// Behind the `?`, as it came; may hold a token: never print it.
    public var query: String?
    public var headers: [HTTPHeader]
    public var peer: SocketAddress?
    /// The listener's own tag.
    public var listener: Int = 0

    public init(
        method: String, path: String, query: String? = nil, headers: [HTTPHeader] = [], peer: SocketAddress? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
    }

    /// The first value of a header.
    public func header(_ name: String) -> String? {
        headers.first { sameIgnoringCase($0.name, name) }?.value
    }

    /// The first value of a query item, percent-decoded; nil if there is none or it is not valid.
    public func queryItem(_ name: String) -> String? {
        guard let query else { return nil }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if percentDecoded(parts[0]) == name { return parts.count > 1 ? percentDecoded(parts[1]) : "" }
        }
        return nil
    }

    /// Method and path alone: the query and the headers may hold a token.
    public var description: String { "\(method) \(path)" }
}

/// An answer to a request.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// A file, streamed from the disk as the socket takes it; a `Range` of the request is honoured. 404 if it cannot be read.
        case file(path: String)
    }
    public var status: Int
    /// Without Content-Length, Connection and Date, which are added.
    public var headers: [HTTPHeader]
    public var body: Body

    public init(status: Int, headers: [HTTPHeader] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Plain text, UTF-8.
    public static func text(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: [HTTPHeader("Content-Type", "text/plain; charset=utf-8")],
            body: .bytes(Array(text.utf8)))
    }
}

func sameIgnoringCase(_ a: some StringProtocol, _ b: some StringProtocol) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowered($0) == lowered($1) }
}

private func lowered(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }

/// `%41+b` as `A b`; nil where the escapes or the UTF-8 are broken.
func percentDecoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
        switch byte {
        case 0x25:
            guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit) else { return nil }
            bytes.append(high << 4 | low)
        case 0x2B: bytes.append(0x20)
        default: bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}
