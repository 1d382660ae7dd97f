/// The 101 response to a request that was accepted.
public struct UpgradeResponse: Sendable, Equatable {
    public internal(set) var agreement = Agreement()
    let accept: String
    var extensions: String?

    init(accept: String) { self.accept = accept }

    public func write(into out: inout [UInt8]) {
        var fields = HeaderFields()
        fields.append("Upgrade", "websocket")
        fields.append("Connection", "Upgrade")
        fields.append("Sec-WebSocket-Accept", accept)
        if let subprotocol = agreement.subprotocol { fields.append("Sec-WebSocket-Protocol", subprotocol) }
        if let extensions { fields.append("Sec-WebSocket-Extensions", extensions) }
        out.append(contentsOf: "HTTP/1.1 101 Switching Protocols\r\n".utf8)
        fields.write(into: &out)
        out.append(contentsOf: [0x0D, 0x0A])
    }
}
