// Numbers as RFC 8259 section 6 writes them. What they can hold is decided here: a number is read as a Double (nearest, ties to
// even; too small becomes 0, too large is refused), or as an Int, which takes any spelling of a whole number: `2`, `2.0`, `2e0`.

enum NumberScan {
    /// The end of the number that begins at `start`.
    static func end(_ bytes: Span<UInt8>, from start: Int) throws(JSONError) -> Int {
        var index = start
        if bytes[index] == UInt8(ascii: "-") { index &+= 1 }
        guard index < bytes.count else { throw JSONError(.unexpectedEnd, at: index) }
        if bytes[index] == UInt8(ascii: "0") {
            index &+= 1
            if index < bytes.count, isDigit(bytes[index]) { throw JSONError(.badNumber, at: start) }
        } else {
            index = try digits(bytes, from: index, of: start)
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index = try digits(bytes, from: index &+ 1, of: start)
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index &+= 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index &+= 1
            }
            index = try digits(bytes, from: index, of: start)
        }
        return index
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// One digit or more.
    private static func digits(_ bytes: Span<UInt8>, from first: Int, of start: Int) throws(JSONError) -> Int {
        var index = first
        while index < bytes.count, isDigit(bytes[index]) { index &+= 1 }
        guard index > first else {
            throw index < bytes.count ? JSONError(.badNumber, at: start) : JSONError(.unexpectedEnd, at: index)
        }
        return index
    }

    /// The Double nearest to the number in a range that `end` has accepted; nil if it is too large for one.
    static func double(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        // Up to 15 digits and a power of ten up to 22 are exact in a Double, so one operation rounds once (Clinger 1990).
        var mantissa: UInt64 = 0
        var digitCount = 0
        var power = 0
        var index = range.lowerBound
        let negative = bytes[index] == UInt8(ascii: "-")
        if negative { index &+= 1 }
        var inFraction = false
        scan: while index < range.upperBound {
            let byte = bytes[index]
            switch byte {
            case 0x30...0x39:
                guard digitCount < 15 else { return slow(bytes, range) }
                mantissa = mantissa &* 10 &+ UInt64(byte &- 0x30)
                if mantissa != 0 { digitCount &+= 1 }
                if inFraction { power &-= 1 }
            case UInt8(ascii: "."):
                inFraction = true
            default:
                break scan
            }
            index &+= 1
        }
        if index < range.upperBound {
            guard let exponent = smallExponent(bytes, index &+ 1..<range.upperBound) else { return slow(bytes, range) }
            power &+= exponent
        }
        guard power >= -22, power <= 22 else { return slow(bytes, range) }
        let whole = Double(mantissa)
        let value = power < 0 ? whole / powersOfTen[-power] : whole * powersOfTen[power]
        return negative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// An exponent of at most four digits.
    private static func smallExponent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        let negative = bytes[index] == UInt8(ascii: "-")
        if negative || bytes[index] == UInt8(ascii: "+") { index &+= 1 }
        guard range.upperBound &- index <= 4 else { return nil }
        var exponent = 0
        while index < range.upperBound {
            exponent = exponent &* 10 &+ Int(bytes[index] &- 0x30)
            index &+= 1
        }
        return negative ? -exponent : exponent
    }

    private static func slow(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
        let text = String(copying: UTF8Span(unchecked: bytes.extracting(range), isKnownASCII: true))
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    enum Whole {
        case value(Int)
        case notWhole
        case outOfRange
    }

    /// The number as an Int, however it is spelled; with a fraction or an exponent, up to 2^53 either way.
    static func int(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Whole {
        var index = range.lowerBound
        let negative = bytes[index] == UInt8(ascii: "-")
        if negative { index &+= 1 }
        var value = 0
        while index < range.upperBound {
            let byte = bytes[index]
            guard isDigit(byte) else { return spelledAsFraction(bytes, range) }
            let (tenfold, over) = value.multipliedReportingOverflow(by: 10)
            let digit = Int(byte &- 0x30)
            let (next, past) =
                negative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
            if over || past { return .outOfRange }
            value = next
            index &+= 1
        }
        return .value(value)
    }

    private static func spelledAsFraction(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Whole {
        guard let value = double(bytes, range) else { return .outOfRange }
        guard value.magnitude <= 0x1p53 else { return .outOfRange }
        let whole = Int(value)
        return Double(whole) == value ? .value(whole) : .notWhole
    }
}
