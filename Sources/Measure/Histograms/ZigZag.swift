// The numbers of HdrHistogram's V2 encoding: signed, the sign in the lowest bit (ZigZag), seven bits a byte from the
// lowest on, the eighth bit saying that more come; a ninth byte holds eight bits (LEB128-64b9).

enum ZigZag {
    static func append(_ value: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: Int64(value &<< 1 ^ value &>> (Int.bitWidth - 1)))
        for _ in 0..<8 {
            guard rest >= 0x80 else { return bytes.append(UInt8(rest)) }
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The number at `index`, which moves behind it; nil if the bytes end inside it.
    static func read(_ bytes: Span<UInt8>, at index: inout Int) -> Int? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if shift == 56 || byte < 0x80 {
                value |= UInt64(byte) &<< shift
                return Int(bitPattern: UInt(value >> 1)) ^ -Int(value & 1)
            }
            value |= UInt64(byte & 0x7F) &<< shift
            shift += 7
        }
        return nil
    }
}
