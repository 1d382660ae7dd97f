import Address

/// The file name that a server suggests: Content-Disposition (RFC 6266, RFC 8187). Data from outside, not yet safe.
enum SuggestedName {
    /// `filename*` before `filename`; nil where there is neither.
    static func from(disposition value: String) -> String? {
        var plain: String?
        var extended: String?
        for (name, value) in parameters(value) {
            if name == "filename*", extended == nil { extended = decode(extended: value) }
            if name == "filename", plain == nil { plain = value }
        }
        return [extended, plain].compactMap { $0 }.first { !$0.isEmpty }
    }

    /// The parameters behind the disposition type, names in lower case, quoted strings unquoted.
    private static func parameters(_ value: String) -> [(String, String)] {
        var found: [(String, String)] = []
        var rest = Substring(value).drop { $0 != ";" }
        while rest.first == ";", found.count < 32 {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            var text = ""
            if rest.first == "\"" {
                rest = rest.dropFirst()
                while let next = rest.first, next != "\"" {
                    rest = rest.dropFirst()
                    if next == "\\", let escaped = rest.first {
                        text.append(escaped)
                        rest = rest.dropFirst()
                    } else {
                        text.append(next)
                    }
                }
                rest = rest.drop { $0 != ";" }
            } else {
                let token = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(token.count)
                text = token.trimmed
            }
            found.append((name.trimmed.lowercased(), text))
        }
        return found
    }

    /// `UTF-8''na%C3%AFve.txt`; ISO-8859-1 as well.
    private static func decode(extended value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentCoding.strictBytes(of: parts[2]) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
