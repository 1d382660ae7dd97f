import Address

// What a request says before its body (RFC 9112 section 3), with the questions that a server asks of it.

/// An HTTP request without its body.
public struct RequestHead: Sendable, Equatable {
    public var method: String
    /// As it stands in the request; it may hold a token, so it is for no log.
    public var target: String
    public var minorVersion: Int
    public var fields: HeaderFields

    /// - Parameter bytes: up to and with the empty line.
    public init(_ bytes: [UInt8], limits: HeadLimits = HeadLimits()) throws(HeadFault) {
        let (line, fields) = try HeadLines.split(bytes, limits: limits)
        let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, HTTPText.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .badStartLine }
        method = String(decoding: words[0], as: UTF8.self)
        target = String(decoding: words[1], as: UTF8.self)
        minorVersion = try HeadLines.minorVersion(words[2])
        self.fields = fields
    }

    /// The target's path as it stands, percent signs and all; `*` and other forms without one: the whole target.
    public var path: String {
        String(originForm.prefix { $0 != "?" })
    }

    /// What follows the `?`, nil where there is none.
    public var query: String? {
        let form = originForm
        return form.firstIndex(of: "?").map { String(form[form.index(after: $0)...]) }
    }

    /// The first value that the query has for a name, percent-decoded; `+` is a plus.
    public func queryValue(_ name: String) -> String? {
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard PercentCoding.decode(parts[0]) == name else { continue }
            return parts.count == 2 ? PercentCoding.decode(parts[1]) : ""
        }
        return nil
    }

    /// The credentials of an `Authorization: Bearer` field (RFC 6750 section 2.1).
    public var bearer: String? {
        guard let value = fields.only("Authorization"), value.utf8.count > 7 else { return nil }
        guard HeaderFields.isSame(String(value.prefix(7)), "Bearer ") else { return nil }
        return HTTPText.trim(value.dropFirst(7))
    }

    /// It asks to speak WebSocket, well or badly; else it is a plain HTTP request.
    public var asksForWebSocket: Bool { fields.contains("websocket", in: "Upgrade") }

    /// It names exactly one host, as HTTP/1.1 must; HTTP/1.0 need not name any (RFC 9112 section 3.2).
    public var isAddressed: Bool { fields.only("Host") != nil || minorVersion == 0 && fields["Host"].isEmpty }

    /// A body follows, which we never read: answer, then close.
    public var hasBody: Bool {
        !fields["Transfer-Encoding"].isEmpty || fields["Content-Length"].contains { $0 != "0" }
    }

    /// Without scheme and authority, where the target has them (RFC 9112 section 3.2.2).
    private var originForm: Substring {
        let bytes = target.utf8
        guard bytes.first != 0x2F, let colon = target.firstIndex(of: ":") else { return target[...] }
        let rest = target[target.index(after: colon)...]
        guard rest.hasPrefix("//") else { return target[...] }
        let authority = rest.dropFirst(2)
        return authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? "/"
    }
}

/// It prints without its query and its fields, where tokens travel.
extension RequestHead: CustomStringConvertible, CustomReflectable {
    public var description: String { method + " " + path }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
