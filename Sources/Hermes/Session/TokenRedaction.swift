import Address

/// How a token is kept out of everything that is printed.
public enum TokenRedaction {
    /// What stands for a token in any text that is printed.
    static let mark = "•••"

    /// A text without any value of a `token=` query item, and without this token, wherever and however it may stand.
    public static func redacting(_ text: String, _ token: Secret? = nil) -> String {
        var text = text
        if let token, !token.exposed.isEmpty {
            for spelling in [token.exposed, PercentCoding.encode(token.exposed)] {
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
                out.append(contentsOf: mark.utf8)
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
            out.append(contentsOf: mark.utf8)
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
}
