extension RandomNumberGenerator {
    /// A random UUID (version 4, RFC 9562 section 5.4), in lower case. It takes two numbers, whatever the salt is; with another
    /// salt they make another one.
    public mutating func uuid(salt: UInt64 = 0) -> String {
        let high = (next() ^ salt) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = (next() ^ salt) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                let word = digit < 16 ? high : low
                let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 15
                text[end] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
                end += 1
            }
            return end
        }
    }
}
