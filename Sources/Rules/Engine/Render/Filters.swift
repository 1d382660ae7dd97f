import JSON

// The filters of templates. Lengths count characters: grapheme clusters.

extension String {
    func filtered(_ filters: [Template.Filter]) -> String {
        var text = self
        for filter in filters {
            switch filter {
            case .upper: text = text.uppercased()
            case .lower: text = text.lowercased()
            case .trim: text = text.trimmed
            case .firstWord: text = text.firstWord
            case .json: text = text.asJSON
            case .url: text = text.percentEncoded
            case .truncate(let length): text = text.truncated(to: length)
            case .format: break
            }
        }
        return text
    }

    /// As a JSON string literal, quotes and all.
    var asJSON: String {
        var bytes: [UInt8] = []
        bytes.append(jsonString: self)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Without the white space (Unicode White_Space) at either end.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Up to the first white space behind any at the start.
    private var firstWord: String { String(trimmed.unicodeScalars.prefix { !$0.properties.isWhitespace }) }

    /// Everything but RFC 3986's unreserved characters as `%XX` of its UTF-8.
    private var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// At most `length` characters, the last of them `…` if something was cut off.
    private func truncated(to length: Int) -> String {
        guard length > 0 else { return "" }
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end != endIndex else { return self }
        return prefix(length - 1) + "…"
    }
}
