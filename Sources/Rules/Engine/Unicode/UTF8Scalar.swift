/// Scalars in UTF-8 that is known to be valid, as a Swift string's is. On other bytes the values are wrong, nothing worse.
enum UTF8Scalar {
    /// The scalar that starts at `position`, which moves behind it. Never reads past the end.
    @inline(__always)
    static func at(_ position: inout Int, in bytes: Span<UInt8>) -> UInt32 {
        let first = bytes[position]
        position += 1
        if first < 0x80 { return UInt32(first) }
        let more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
        var scalar = UInt32(first) & (0x3F >> UInt32(more))
        for _ in 0..<more where position < bytes.count {
            scalar = scalar << 6 | UInt32(bytes[position] & 0x3F)
            position += 1
        }
        return scalar
    }

    /// The scalar that ends before `position`; nil at the start.
    static func before(_ position: Int, in bytes: Span<UInt8>) -> UInt32? {
        guard position > 0 else { return nil }
        var start = position - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return at(&start, in: bytes)
    }

    @inline(__always)
    static func append(_ scalar: UInt32, to bytes: inout OutputSpan<UInt8>) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
        switch scalar {
        case 0..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0)
            bytes.append(tail(0))
        case 0x800..<0x1_0000:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0)
            bytes.append(tail(6))
            bytes.append(tail(0))
        default:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0)
            bytes.append(tail(12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        }
    }
}
