/// Where a token travels in a URL, and how it is kept out of everything that is printed.
public enum TokenURL {
    /// What stands for a token in any text that is printed.
    public static let redaction = "•••"

    /// A request target, or a URL, with `token=` in its query, beside what the query has already; a fragment is left off,
    /// since it is never sent (RFC 3986 section 3.5).
    public static func adding(_ token: Secret, to target: String) -> String {
        let target = target.prefix { $0 != "#" }
        let separator = !target.contains("?") ? "?" : target.hasSuffix("?") || target.hasSuffix("&") ? "" : "&"
        return "\(target)\(separator)token=\(percentEncoded(token.exposed))"
    }

    /// The token of a request target's query, as `adding` writes it; nil if there is none. Of several the first counts.
    public static func token(of target: String) -> Secret? {
        guard let mark = target.firstIndex(of: "?") else { return nil }
        let query = target[target.index(after: mark)...].prefix { $0 != "#" }
        for item in query.split(separator: "&") where item.hasPrefix("token=") {
            return percentDecoded(item.dropFirst("token=".count)).map { Secret($0) }
        }
        return nil
    }

    /// A text without any value of a `token=` query item, and without this token, wherever and however it may stand.
    public static func redacting(_ text: String, _ token: Secret? = nil) -> String {
        var text = text
        if let token, !token.exposed.isEmpty {
            for spelling in [token.exposed, percentEncoded(token.exposed)] {
                text = replacing(spelling, in: text)
            }
        }
        return withoutQueryTokens(text)
    }

    private static func replacing(_ secret: String, in text: String) -> String {
        let wanted = Array(secret.utf8)
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: wanted) {
                out.append(contentsOf: redaction.utf8)
                index += wanted.count
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func withoutQueryTokens(_ text: String) -> String {
        let name = Array("token=".utf8)
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isItem = index > 0 && (bytes[index - 1] == UInt8(ascii: "?") || bytes[index - 1] == UInt8(ascii: "&"))
            guard isItem, bytes[index...].starts(with: name) else {
                out.append(bytes[index])
                index += 1
                continue
            }
            out.append(contentsOf: name)
            out.append(contentsOf: redaction.utf8)
            index += name.count
            while index < bytes.count, !endsItem(bytes[index]) { index += 1 }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// What cannot stand in a query item: the value of the token ends there.
    private static func endsItem(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    /// All but the unreserved characters of RFC 3986 section 2.3.
    static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                out.append(byte)
            default:
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// nil: not percent-encoded UTF-8. A plus sign is a plus sign.
    static func percentDecoded(_ text: Substring) -> String? {
        var out: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                out.append(byte)
                continue
            }
            guard let high = bytes.next().flatMap(hexDigit), let low = bytes.next().flatMap(hexDigit) else {
                return nil
            }
            out.append(high << 4 | low)
        }
        return String(validating: out, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
