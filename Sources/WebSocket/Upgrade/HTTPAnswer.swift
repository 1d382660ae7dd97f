/// An HTTP answer to a request that was not upgraded. It always ends the connection.
public struct HTTPAnswer: Sendable, Equatable {
    public var status: Int
    public var fields = HeaderFields()
    /// What kind of text or data the body is, for `Content-Type`.
    public var type: String
    public var body: [UInt8]

    public init(status: Int, type: String, body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// One line that says the status, and `detail` if there is any.
    public init(status: Int, detail: String = "") {
        self.init(status: status, type: "text/plain; charset=utf-8", body: [])
        body = Array((String(status) + " " + Self.phrase(status) + (detail.isEmpty ? "" : ": " + detail) + "\n").utf8)
        if status == 426 {
            // RFC 9110 section 15.5.22, RFC 6455 section 4.4.
            fields.append("Upgrade", "websocket")
            fields.append("Sec-WebSocket-Version", "13")
        }
        if status == 401 { fields.append("WWW-Authenticate", "Bearer") }
        if status == 405 { fields.append("Allow", "GET, HEAD") }
    }

    /// - Parameter isHead: the request was a HEAD: the body is told of, not written.
    public func write(isHead: Bool = false, into out: inout [UInt8]) {
        writeHead(length: body.count, into: &out)
        if !isHead { out.append(contentsOf: body) }
    }

    /// Writes all but the body, which the caller sends itself.
    /// - Parameter length: the body's bytes.
    public func writeHead(length: Int, into out: inout [UInt8]) {
        out.append(contentsOf: "HTTP/1.1 \(status) \(Self.phrase(status))\r\n".utf8)
        var all = fields
        if !type.isEmpty { all.append("Content-Type", type) }
        all.append("Content-Length", String(length))
        all.append("Connection", status == 426 ? "close, Upgrade" : "close")
        all.write(into: &out)
        out.append(contentsOf: [0x0D, 0x0A])
    }

    /// The status's usual words (RFC 9110 section 15).
    public static func phrase(_ status: Int) -> String {
        switch status {
        case 101: "Switching Protocols"
        case 200: "OK"
        case 206: "Partial Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 413: "Content Too Large"
        case 416: "Range Not Satisfiable"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: status < 400 ? "OK" : "Error"
        }
    }
}
