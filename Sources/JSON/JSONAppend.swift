extension [UInt8] {
    /// Appends the bytes of a literal as they are.
    @inline(__always)
    public mutating func append(literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a text as a JSON string, with its quotes. Escaped is what RFC 8259 section 7 asks for and no more: the quote, the
    /// backslash, and what is below 0x20.
    public mutating func append(jsonString text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(UInt8(ascii: "\""))
            append(escaping: utf8)
            append(UInt8(ascii: "\""))
        }
    }

    /// Appends a whole number in decimal.
    public mutating func append(jsonInt value: Int) {
        if value >= 0, value < 10 {
            append(0x30 &+ UInt8(value))
        } else {
            append(contentsOf: value.description.utf8)
        }
    }

    /// Runs of plain bytes are copied whole; what is between them is escaped byte by byte.
    private mutating func append(escaping utf8: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < utf8.count {
            let end = EscapeScan.endOfPlain(utf8, from: start)
            append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<end]))
            guard end < utf8.count else { return }
            append(escapeOf: utf8[end])
            start = end &+ 1
        }
    }

    private mutating func append(escapeOf byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(literal: "\\\"")
        case UInt8(ascii: "\\"): append(literal: "\\\\")
        case 0x0A: append(literal: "\\n")
        case 0x0D: append(literal: "\\r")
        case 0x09: append(literal: "\\t")
        case 0x08: append(literal: "\\b")
        case 0x0C: append(literal: "\\f")
        default:
            append(literal: "\\u00")
            append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            let digit = byte & 15
            append(digit < 10 ? digit &+ 0x30 : digit &- 10 &+ 0x61)
        }
    }
}

/// Eight bytes at a time to the first that must be escaped.
private enum EscapeScan {
    @inline(__always)
    static func endOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        let raw = UnsafeRawBufferPointer(bytes)
        while index &+ 8 <= bytes.count {
            // Eight bytes are there, by the condition above.
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            // `attention` counts bytes of 0x80 and more as well; those are left as they are.
            let found = StringScan.attention(word & ~StringScan.highs) & ~(word & StringScan.highs)
            if found != 0 {
                let place = index &+ found.trailingZeroBitCount &>> 3
                if mustEscape(bytes[place]) { return place }
                index = place &+ 1
                continue
            }
            index &+= 8
        }
        while index < bytes.count, !mustEscape(bytes[index]) { index &+= 1 }
        return index
    }

    @inline(__always)
    private static func mustEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }
}
