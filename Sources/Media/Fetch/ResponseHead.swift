/// The status and the fields of one response, as they come line by line (RFC 9112 section 2).
struct ResponseHead: Sendable {
    /// 0 until a status line has come.
    private(set) var status = 0
    private(set) var fields: [(name: String, value: String)] = []
    /// The empty line has come; what follows are trailers.
    private(set) var isComplete = false
    private var taken = 0

    /// Bytes that all lines of a response, interim ones and trailers included, may have.
    static let limit = 256 << 10

    /// One line with its end; false when there is too much of them.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        taken += line.count
        guard taken <= Self.limit else { return false }
        if isComplete { return true }
        var text = String(decoding: line, as: UTF8.self)
        text.unicodeScalars.removeAll { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }
        if text.isEmpty {
            // An interim response (1xx) is followed by another head.
            isComplete = status >= 200
        } else if text.hasPrefix("HTTP/") {
            fields = []
            let rest = text.drop { $0 != " " }.drop { $0 == " " }
            status = rest.prefix(3).utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(rest.prefix(3)) ?? 0 : 0
        } else if let colon = text.firstIndex(of: ":") {
            fields.append((text[..<colon].lowercased(), String(text[text.index(after: colon)...]).trimmed))
        }
        return true
    }

    /// The first field of that name, in lower case.
    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// All fields of that name as one list, as RFC 9110 section 5.3 allows.
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map { $0.trimmed } }
    }

    /// Content-Type without its parameters, in lower case.
    var contentType: String? {
        guard let value = self["content-type"] else { return nil }
        let type = value.prefix { $0 != ";" }.trimmed.lowercased()
        return type.isEmpty ? nil : type
    }

    /// Content-Length, if it is a number.
    var contentLength: Int? { self["content-length"].flatMap(Self.count) }

    /// How the body is packed, in the order in which that was done.
    var encodings: [String] { list("content-encoding").filter { $0.lowercased() != "identity" } }

    /// The body comes compressed.
    var isEncoded: Bool { !encodings.isEmpty }

    /// Where the bytes of a 206 begin, and how many the whole has, if that is known (RFC 9110 section 14.4).
    var contentRange: (start: Int, total: Int?)? {
        guard let value = self["content-range"], value.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let dash = parts[0].firstIndex(of: "-"),
            let start = Self.count(parts[0][..<dash].trimmed)
        else { return nil }
        return (start, Self.count(parts[1].trimmed))
    }

    /// A validator that says the bytes are the same, byte for byte: a strong ETag, else Last-Modified.
    var strongValidator: String? {
        if let tag = self["etag"] { return tag.hasPrefix("W/") ? nil : tag }
        return self["last-modified"]
    }

    /// Digits only. A number that no Int holds is the greatest one: it is too much of whatever it counts.
    static func count(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? .max
    }
}
