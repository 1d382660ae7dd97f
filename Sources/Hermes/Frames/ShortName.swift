/// A name of 1 to 16 bytes as two machine words, zeros behind it, so that a switch over names compares numbers.
///
/// Names longer than that, or with a NUL inside, are none of ours: they are all the same `none`.
struct ShortName: Equatable, ExpressibleByStringLiteral {
    static let longest = 16

    var low: UInt64 = 0
    var high: UInt64 = 0

    @inline(__always)
    static func == (a: ShortName, b: ShortName) -> Bool { a.low == b.low && a.high == b.high }

    /// Folded to two constants by the optimizer.
    @inline(__always)
    init(stringLiteral name: StaticString) {
        for place in 0..<min(name.utf8CodeUnitCount, ShortName.longest) { add(name.utf8Start[place], at: place) }
    }

    /// The bytes of a range without escapes; JSON lets no NUL stand there.
    @inline(__always)
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard range.count <= ShortName.longest else { return }
        if range.lowerBound &+ 16 <= bytes.count, !range.isEmpty {
            // Sixteen bytes are there, by the condition above.
            let raw = bytes.bytes
            low = UInt64(
                littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: range.lowerBound, as: UInt64.self))
            if range.count <= 8 {
                low &= ~0 &>> UInt64(64 &- 8 &* range.count)
            } else {
                high = UInt64(
                    littleEndian: raw.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: range.lowerBound &+ 8, as: UInt64.self))
                high &= ~0 &>> UInt64(128 &- 8 &* range.count)
            }
        } else {
            for place in 0..<range.count { add(bytes[range.lowerBound &+ place], at: place) }
        }
    }

    init(_ text: String) {
        let utf8 = Array(text.utf8)
        guard utf8.count <= ShortName.longest, !utf8.contains(0) else { return }
        for place in 0..<utf8.count { add(utf8[place], at: place) }
    }

    @inline(__always)
    private mutating func add(_ byte: UInt8, at place: Int) {
        if place < 8 {
            low |= UInt64(byte) &<< UInt64(8 &* place)
        } else {
            high |= UInt64(byte) &<< UInt64(8 &* place &- 64)
        }
    }
}
