/// The server's side of the opening handshake (RFC 6455 section 4.2): judge the request, then write the 101. What needs
/// more than the head (the path, a token) is the caller's to judge.
public struct UpgradePolicy: Sendable {
    public enum Verdict: Sendable, Equatable {
        case accepted(UpgradeResponse)
        /// No WebSocket is asked for: a plain HTTP request.
        case plain
        case refused(HTTPAnswer)
    }

    /// Spoken here, the best first.
    public var subprotocols: [String] = []
    /// Origins that browsers may come from, such as `https://example.org`; nil allows any. Clients that are no
    /// browsers send none and are not held to it (RFC 6455 section 10.2).
    public var origins: [String]?
    /// permessage-deflate, accepted if not nil; the most we grant for either direction.
    public var compression: Compression?

    public init() {}

    public func judge(_ request: RequestHead) -> Verdict {
        let fields = request.fields
        guard request.asksForWebSocket else { return .plain }
        guard request.method == "GET" else { return .refused(HTTPAnswer(status: 405)) }
        guard request.minorVersion >= 1 else { return refused("an upgrade needs HTTP/1.1") }
        guard request.isAddressed else { return refused("there must be exactly one Host") }
        // What one end takes for a body and the other for frames has been used to smuggle.
        guard !request.hasBody else { return refused("an upgrade has no body") }
        guard fields.contains("upgrade", in: "Connection") else { return refused("no Connection: Upgrade") }
        guard fields.only("Sec-WebSocket-Version") == "13" else { return .refused(HTTPAnswer(status: 426)) }
        guard let key = fields.only("Sec-WebSocket-Key").flatMap(HandshakeKey.init) else {
            return refused("Sec-WebSocket-Key is not 16 bytes of base64")
        }
        guard let extensions = ExtensionElement.list(fields["Sec-WebSocket-Extensions"]) else {
            return refused("Sec-WebSocket-Extensions is malformed")
        }
        if let origins, !isFrom(origins, fields["Origin"]) {
            return .refused(HTTPAnswer(status: 403, detail: "this origin is not allowed"))
        }
        let offered = fields.list("Sec-WebSocket-Protocol")
        guard offered.allSatisfy({ HTTPText.isToken($0.utf8) }) else {
            return refused("Sec-WebSocket-Protocol is malformed")
        }
        var response = UpgradeResponse(accept: key.accept)
        response.agreement.subprotocol = subprotocols.first { offered.contains($0) }
        if let compression {
            for element in extensions {
                guard let granted = DeflateGrant(element, most: compression) else { continue }
                response.agreement.compression = granted.compression
                response.extensions = granted.text
                break
            }
        }
        return .accepted(response)
    }

    /// Of one origin at most, and of one that is known.
    private func isFrom(_ origins: [String], _ named: [String]) -> Bool {
        named.count <= 1 && named.allSatisfy { name in origins.contains { HeaderFields.isSame($0, name) } }
    }

    private func refused(_ detail: String) -> Verdict { .refused(HTTPAnswer(status: 400, detail: detail)) }
}
