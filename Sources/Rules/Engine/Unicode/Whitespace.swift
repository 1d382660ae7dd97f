/// White space at the ends of a text: Unicode White_Space.
enum Whitespace {
    static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }

    /// The bytes between the white space at either end; an empty range if there is nothing else.
    static func trimmedRange(of bytes: Span<UInt8>) -> Range<Int> {
        var start = 0
        while start < bytes.count {
            var next = start
            guard contains(UTF8Scalar.at(&next, in: bytes)) else { break }
            start = next
        }
        var end = bytes.count
        while end > start, let scalar = UTF8Scalar.before(end, in: bytes), contains(scalar) {
            end -= 1
            while end > start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        return start..<end
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[trimmedRange(of: bytes.span)]) }
}
