// Percent-encoding (RFC 3986 section 2.1).

enum PercentCoding {
    /// Encodes all but unreserved characters.
    static func encode(_ text: String) -> String {
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: out.append(byte)
            default: out.append(contentsOf: [0x25, digit(byte >> 4), digit(byte & 15)])
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// A percent sign that no two hexadecimal digits follow stands for itself; what is not UTF-8 is repaired.
    static func decode(_ text: Substring) -> String {
        var out: [UInt8] = []
        var bytes = text.utf8[...]
        while let byte = bytes.popFirst() {
            if byte == 0x25, let high = bytes.first.flatMap(value), let low = bytes.dropFirst().first.flatMap(value) {
                out.append(high << 4 | low)
                bytes = bytes.dropFirst(2)
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
