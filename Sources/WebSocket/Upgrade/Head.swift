// The heads of HTTP requests and responses, from the bytes that `HeadReader` gathered (RFC 9112 sections 3 to 5).

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

/// An HTTP response without its body.
public struct ResponseHead: Sendable, Equatable {
    /// 100 to 999.
    public var status: Int
    public var reason: String
    public var minorVersion: Int
    public var fields: HeaderFields

    /// - Parameter bytes: up to and with the empty line.
    public init(_ bytes: [UInt8], limits: HeadLimits = HeadLimits()) throws(HeadFault) {
        let (line, fields) = try HeadLines.split(bytes, limits: limits)
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2 else { throw .badStartLine }
        minorVersion = try HeadLines.minorVersion(words[0])
        guard words[1].count == 3, words[1].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { throw .badStartLine }
        status = words[1].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        guard status >= 100 else { throw .badStartLine }
        reason = words.count == 3 ? String(decoding: words[2], as: UTF8.self) : ""
        self.fields = fields
    }
}

private enum HeadLines {
    static func split(
        _ bytes: [UInt8], limits: HeadLimits
    ) throws(HeadFault) -> (start: ArraySlice<UInt8>, fields: HeaderFields) {
        // Swift sees CR LF as one character, so lines are split as bytes.
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard lines.count >= 3, lines.popLast()?.isEmpty == true, lines.popLast()?.elementsEqual([0x0D]) == true else {
            throw .badStartLine
        }
        guard let start = lines.popFirst(), start.last == 0x0D else { throw .badStartLine }
        guard lines.count <= limits.fields else { throw .tooManyFields }
        var fields = HeaderFields()
        for line in lines {
            // No blank before the colon, and no folded line: both have been used to smuggle (RFC 9112 section 5).
            guard line.last == 0x0D, let colon = line.firstIndex(of: 0x3A) else { throw .badField }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let value = String(decoding: line[(colon + 1)...].dropLast(), as: UTF8.self)
            guard fields.append(name, HTTPText.trim(value[...])) else { throw .badField }
        }
        return (start.dropLast(), fields)
    }

    /// Of `HTTP/1.x`.
    static func minorVersion(_ word: ArraySlice<UInt8>) throws(HeadFault) -> Int {
        let text = String(decoding: word, as: UTF8.self)
        guard text.hasPrefix("HTTP/"), word.count == 8, word.dropFirst(6).first == 0x2E else { throw .badStartLine }
        guard word.dropFirst(5).first == 0x31, let minor = word.last, minor >= 0x30, minor <= 0x39 else {
            throw .badVersion
        }
        return Int(minor) - 0x30
    }
}
