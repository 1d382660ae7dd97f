/// Percent-encoding (RFC 3986 section 2.1). A plus sign is a plus sign.
public enum PercentCoding {
    /// Encodes all but unreserved characters.
    public static func encode(_ text: String) -> String {
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
    public static func decode(_ text: some StringProtocol) -> String {
        String(decoding: bytes(of: text), as: UTF8.self)
    }

    /// A percent sign that no two hexadecimal digits follow stands for itself.
    public static func bytes(of text: some StringProtocol) -> [UInt8] { decoded(text).bytes }

    /// Nil: there is a percent sign that no two hexadecimal digits follow.
    public static func strictBytes(of text: some StringProtocol) -> [UInt8]? {
        let (bytes, isSound) = decoded(text)
        return isSound ? bytes : nil
    }

    private static func decoded(_ text: some StringProtocol) -> (bytes: [UInt8], isSound: Bool) {
        var out: [UInt8] = []
        var isSound = true
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let code = code(rest) {
                out.append(code)
                rest = rest.dropFirst(2)
            } else {
                out.append(byte)
                if byte == 0x25 { isSound = false }
            }
        }
        return (out, isSound)
    }

    /// The byte that the first two characters stand for.
    private static func code(_ rest: ArraySlice<UInt8>) -> UInt8? {
        guard let high = rest.first.flatMap(value), let low = rest.dropFirst().first.flatMap(value) else { return nil }
        return high << 4 | low
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
