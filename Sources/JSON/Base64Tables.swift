/// What the base64 coder looks up, made once.
enum Base64Tables {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// For each of the four places in a group, 256 entries: the character's six bits where they belong among the
    /// group's 24. A byte that is no character of base64 sets a bit above them.
    static let decoding: [UInt32] = {
        var table = [UInt32](repeating: 1 << 24, count: 4 * 256)
        for (value, character) in alphabet.enumerated() {
            for place in 0..<4 { table[256 * place + Int(character)] = UInt32(value) << UInt32(18 - 6 * place) }
        }
        return table
    }()

    /// For each twelve bits the two characters, the first in the lower byte.
    static let encoding: [UInt16] = (0..<4096).map { bits in
        UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 63]) << 8
    }

    /// The six bits of a character; nil if it is none.
    static func value(of character: UInt8) -> UInt32? {
        let value = decoding[768 + Int(character)]
        return value < 64 ? value : nil
    }

    /// The character of six bits; more bits are left off.
    static func character(of bits: UInt32) -> UInt8 { alphabet[Int(bits & 63)] }
}
