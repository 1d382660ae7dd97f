// The inside of a string, eight bytes at a time. A word of eight plain ASCII bytes costs a few instructions and no branch;
// only the first byte that is a quote, a backslash, a control character or not ASCII is looked at by itself.

enum StringScan {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highs: UInt64 = 0x8080_8080_8080_8080

    /// A word whose lowest set bit is in the first byte (lowest address) that is not plain; 0 if all eight are. Bits above
    /// the lowest may be false, since a subtraction borrows.
    @inline(__always)
    static func attention(_ word: UInt64) -> UInt64 {
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let quotes = (quote &- ones) & ~quote
        let backslashes = (backslash &- ones) & ~backslash
        let controls = (word &- (ones &* 0x20)) & ~word
        return (quotes | backslashes | controls | word) & highs
    }

    /// The first byte from `index` on that is not plain, or the count.
    @inline(__always)
    static func endOfPlain(_ bytes: Span<UInt8>, from index: Int) -> Int {
        var index = index
        let raw = bytes.bytes
        while index <= bytes.count &- 8 {
            // Eight bytes are there, by the condition; `index` is never below 0.
            let word = UInt64(littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
            let found = attention(word)
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { break }
            index &+= 1
        }
        return index
    }

    /// The string whose opening quote is before `start`; `end` of the token is its closing quote. Up to `plain` it is known
    /// to be plain.
    static func string(_ bytes: Span<UInt8>, from start: Int, plainUpTo plain: Int) throws(JSONError) -> JSONToken {
        var index = plain
        var hasEscapes = false
        var isASCII = true
        while true {
            index = endOfPlain(bytes, from: index)
            guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
            let byte = bytes[index]
            if byte == 0x22 {
                return JSONToken(.string, start: start, end: index, hasEscapes: hasEscapes, isASCII: isASCII)
            }
            if byte >= 0x80 {
                isASCII = false
                repeat {
                    let length = UTF8Scan.length(bytes, at: index)
                    guard length > 0 else { throw JSONError(.badUTF8, at: index) }
                    index &+= length
                } while index < bytes.count && bytes[index] >= 0x80
            } else if byte == 0x5C {
                hasEscapes = true
                index = try escape(bytes, at: index).next
            } else {
                throw JSONError(.controlCharacter, at: index)
            }
        }
    }

    /// The escape at `index` (its backslash): the scalar that it stands for, and the byte after it. A pair of
    /// surrogates is one escape; half of one is refused.
    static func escape(_ bytes: Span<UInt8>, at index: Int) throws(JSONError) -> (scalar: Unicode.Scalar, next: Int) {
        guard index &+ 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        let plain: Unicode.Scalar
        switch bytes[index &+ 1] {
        case UInt8(ascii: "\""): plain = "\""
        case UInt8(ascii: "\\"): plain = "\\"
        case UInt8(ascii: "/"): plain = "/"
        case UInt8(ascii: "b"): plain = "\u{8}"
        case UInt8(ascii: "f"): plain = "\u{C}"
        case UInt8(ascii: "n"): plain = "\n"
        case UInt8(ascii: "r"): plain = "\r"
        case UInt8(ascii: "t"): plain = "\t"
        case UInt8(ascii: "u"):
            let unit = try hexUnit(bytes, at: index &+ 2)
            if let scalar = Unicode.Scalar(UInt32(unit)) { return (scalar, index &+ 6) }
            guard unit < 0xDC00, index &+ 7 < bytes.count, bytes[index &+ 6] == 0x5C,
                bytes[index &+ 7] == UInt8(ascii: "u")
            else { throw JSONError(.loneSurrogate, at: index) }
            let low = try hexUnit(bytes, at: index &+ 8)
            guard low & 0xFC00 == 0xDC00 else { throw JSONError(.loneSurrogate, at: index) }
            let value = 0x10000 &+ (UInt32(unit & 0x3FF) &<< 10 | UInt32(low & 0x3FF))
            guard let scalar = Unicode.Scalar(value) else { throw JSONError(.loneSurrogate, at: index) }
            return (scalar, index &+ 12)
        default:
            throw JSONError(.badEscape, at: index)
        }
        return (plain, index &+ 2)
    }

    /// Four hexadecimal digits.
    private static func hexUnit(_ bytes: Span<UInt8>, at index: Int) throws(JSONError) -> UInt16 {
        guard index &+ 4 <= bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        var unit: UInt16 = 0
        for place in index..<index &+ 4 {
            let byte = bytes[place]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte &- 0x30
            case 0x41...0x46: digit = byte &- 0x41 &+ 10
            case 0x61...0x66: digit = byte &- 0x61 &+ 10
            default: throw JSONError(.badEscape, at: index &- 2)
            }
            unit = unit &<< 4 | UInt16(digit)
        }
        return unit
    }

    /// The text of a range that `string` has accepted, its escapes undone. A range that it has not accepted gives text too,
    /// with U+FFFD for what is none.
    static func unescape(_ bytes: Span<UInt8>, _ range: Range<Int>, into text: inout [UInt8]) {
        text.reserveCapacity(text.count + range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == 0x5C else {
                text.append(byte)
                index &+= 1
                continue
            }
            if let (scalar, next) = try? escape(bytes, at: index), next <= range.upperBound {
                text.append(contentsOf: UTF8.encode(scalar)!)
                index = next
            } else {
                text.append(contentsOf: [0xEF, 0xBF, 0xBD])
                index &+= 1
            }
        }
    }
}
