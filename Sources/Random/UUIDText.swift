extension RandomNumberGenerator {
    /// A random UUID (version 4, RFC 9562 section 5.4), in lower case. It takes two numbers, whatever the salt is; with another
    /// salt they make another one.
    public mutating func uuid(salt: UInt64 = 0) -> String {
        let high = (next() ^ salt) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = (next() ^ salt) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            let text = UnsafeMutableRawBufferPointer(text)
            let (one, two) = (hexadecimal(high >> 32), hexadecimal(high & 0xFFFF_FFFF))
            let (three, four) = (hexadecimal(low >> 32), hexadecimal(low & 0xFFFF_FFFF))
            text.storeBytes(of: one.bigEndian, toByteOffset: 0, as: UInt64.self)
            text.storeBytes(of: UInt32(two >> 32).bigEndian, toByteOffset: 9, as: UInt32.self)
            text.storeBytes(of: UInt32(two & 0xFFFF_FFFF).bigEndian, toByteOffset: 14, as: UInt32.self)
            text.storeBytes(of: UInt32(three >> 32).bigEndian, toByteOffset: 19, as: UInt32.self)
            text.storeBytes(of: UInt32(three & 0xFFFF_FFFF).bigEndian, toByteOffset: 24, as: UInt32.self)
            text.storeBytes(of: four.bigEndian, toByteOffset: 28, as: UInt64.self)
            for place in stride(from: 8, through: 23, by: 5) { text[place] = UInt8(ascii: "-") }
            return 36
        }
    }
}

/// The eight digits of 32 bits, each a byte of ASCII, the first one highest.
private func hexadecimal(_ bits: UInt64) -> UInt64 {
    var digits = (bits << 16 | bits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    // Those from 10 on stand 39 further: from "0" + 10 to "a".
    let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits + 0x3030_3030_3030_3030 + letters * 39
}
