/// The client's side of the opening handshake (RFC 6455 section 4.1): write the request, then judge the response.
public struct UpgradeRequest: Sendable {
    /// Why a request cannot be sent, or a 101 response is not one. The raw value is the stable code.
    public enum Fault: String, Error, Sendable, CaseIterable {
        case badSubprotocol = "upgrade-bad-subprotocol"
        case badHeader = "upgrade-bad-header"
        case ownHeader = "upgrade-own-header"
        case noUpgrade = "upgrade-no-upgrade"
        case wrongAccept = "upgrade-wrong-accept"
        case wrongSubprotocol = "upgrade-wrong-subprotocol"
        case wrongExtension = "upgrade-wrong-extension"
    }

    public enum Verdict: Sendable, Equatable {
        case accepted(Agreement)
        /// Answered with something else than 101.
        case refused(status: Int)
        /// A 101 that does not fit the request: the connection must be dropped.
        case failed(Fault)
    }

    public var url: WebSocketURL
    public var subprotocols: [String] = []
    public var origin: String?
    /// The whole value of `Authorization`, such as `Bearer abc`.
    public var authorization: String?
    /// Extra fields.
    public var fields = HeaderFields()
    /// permessage-deflate, offered if not nil; our wish for either direction.
    public var compression: Compression?
    private let key: HandshakeKey

    /// - Parameter nonce: 16 random bytes, fresh for each attempt.
    public init(url: WebSocketURL, nonce: (UInt64, UInt64)) {
        self.url = url
        key = HandshakeKey(nonce: nonce)
    }

    /// Appends the request.
    public func write(into out: inout [UInt8]) throws(Fault) {
        guard subprotocols.allSatisfy({ HTTPText.isToken($0.utf8) }), Set(subprotocols).count == subprotocols.count
        else { throw .badSubprotocol }
        let own = [
            "Host", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Protocol",
            "Sec-WebSocket-Extensions", "Content-Length", "Transfer-Encoding",
        ]
        guard !own.contains(where: { !fields[$0].isEmpty }) else { throw .ownHeader }
        var all = HeaderFields()
        all.append("Host", url.authority)
        all.append("Upgrade", "websocket")
        all.append("Connection", "Upgrade")
        all.append("Sec-WebSocket-Key", key.text)
        all.append("Sec-WebSocket-Version", "13")
        if !subprotocols.isEmpty { all.append("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")) }
        if let compression { all.append("Sec-WebSocket-Extensions", DeflateOffer(compression).text) }
        if let origin { guard all.append("Origin", origin) else { throw .badHeader } }
        if let authorization { guard all.append("Authorization", authorization) else { throw .badHeader } }
        out.append(contentsOf: "GET \(url.target) HTTP/1.1\r\n".utf8)
        all.write(into: &out)
        fields.write(into: &out)
        out.append(contentsOf: [0x0D, 0x0A])
    }

    /// Judges the response (RFC 6455 section 4.1, the numbered list at its end).
    public func judge(_ response: ResponseHead) -> Verdict {
        guard response.status == 101 else { return .refused(status: response.status) }
        let fields = response.fields
        guard fields.contains("websocket", in: "Upgrade"), fields.contains("upgrade", in: "Connection") else {
            return .failed(.noUpgrade)
        }
        guard fields.only("Sec-WebSocket-Accept") == key.accept else { return .failed(.wrongAccept) }
        var agreement = Agreement()
        let chosen = fields["Sec-WebSocket-Protocol"]
        if !chosen.isEmpty {
            guard chosen.count == 1, subprotocols.contains(chosen[0]) else { return .failed(.wrongSubprotocol) }
            agreement.subprotocol = chosen[0]
        }
        guard let extensions = ExtensionElement.list(fields["Sec-WebSocket-Extensions"]) else {
            return .failed(.wrongExtension)
        }
        if let element = extensions.first {
            guard extensions.count == 1, let compression, let agreed = DeflateOffer(compression).agreed(to: element)
            else { return .failed(.wrongExtension) }
            agreement.compression = agreed
        }
        return .accepted(agreement)
    }
}

/// It prints as its URL does, without what may hold a token.
extension UpgradeRequest: CustomStringConvertible, CustomReflectable {
    public var description: String { "upgrade of \(url)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UpgradeRequest.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badSubprotocol: "a subprotocol is no token, or named twice"
        case .badHeader: "a header value has a control character"
        case .ownHeader: "a header is one that the handshake sets itself"
        case .noUpgrade: "the response says 101 without Upgrade: websocket"
        case .wrongAccept: "the response's Sec-WebSocket-Accept does not fit the key"
        case .wrongSubprotocol: "the response names a subprotocol that was not offered"
        case .wrongExtension: "the response names an extension, or terms of one, that were not offered"
        }
    }
}
