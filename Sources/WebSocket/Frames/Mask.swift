// Masking (RFC 6455 section 5.3): payload byte i is XORed with key byte i mod 4. Done in place, eight bytes at a time.

enum Mask {
    /// Masks or unmasks `bytes` in place.
    /// - Parameter key: its lowest byte meets the first byte.
    /// - Returns: the key turned so that it fits the byte after the last.
    @discardableResult
    static func apply(_ key: UInt32, to bytes: inout MutableSpan<UInt8>, in range: Range<Int>) -> UInt32 {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        // Safe: every access is inside `range`, which was just checked against the span.
        bytes.withUnsafeMutableBytes { buffer in
            apply(key, to: UnsafeMutableRawBufferPointer(rebasing: buffer[range]))
        }
        return key >> (UInt32(range.count & 3) &* 8) | key << ((32 &- UInt32(range.count & 3) &* 8) & 31)
    }

    private static func apply(_ key: UInt32, to buffer: UnsafeMutableRawBufferPointer) {
        let wide = (UInt64(key) << 32 | UInt64(key)).littleEndian
        let count = buffer.count
        var index = 0
        while index &+ 8 <= count {
            let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            buffer.storeBytes(of: word ^ wide, toByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        while index < count {
            buffer[index] ^= UInt8(truncatingIfNeeded: key >> (UInt32(index & 3) &* 8))
            index &+= 1
        }
    }
}
