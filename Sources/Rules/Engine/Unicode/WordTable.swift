/// The scalars that words are made of: letters, marks and numbers (general categories L, M and N), and `_`.
struct WordTable: Sendable {
    static let shared = WordTable()

    /// By the scalar's upper bits: where its page of four words of bits begins.
    private let pages: [UInt16]
    private let bits: [UInt64]

    private init() {
        let last = Int(Self.ranges.last ?? 0)
        var all = [UInt64](repeating: 0, count: (last >> 8 + 1) * 4)
        for entry in stride(from: 0, to: Self.ranges.count, by: 2) {
            for scalar in Int(Self.ranges[entry])...Int(Self.ranges[entry + 1]) {
                all[scalar >> 6] |= 1 << UInt64(scalar & 63)
            }
        }
        var pages: [UInt16] = []
        var bits: [UInt64] = []
        var known: [[UInt64]: UInt16] = [:]
        for start in stride(from: 0, to: all.count, by: 4) {
            let page = Array(all[start..<start + 4])
            if known[page] == nil {
                known[page] = UInt16(bits.count)
                bits += page
            }
            pages.append(known[page] ?? 0)
        }
        self.pages = pages
        self.bits = bits
    }

    func contains(_ scalar: UInt32) -> Bool {
        let page = Int(scalar >> 8)
        guard page < pages.count else { return false }
        return bits[Int(pages[page]) + Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 == 1
    }

    @inline(__always)
    static func isASCIIWord(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
    }

    /// The words of a text, in order.
    func words(in bytes: [UInt8]) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var start: Int?
        var position = 0
        while position < bytes.count {
            let begin = position
            if contains(UTF8Scalar.at(&position, in: bytes.span)) {
                start = start ?? begin
            } else if let first = start {
                words.append(Array(bytes[first..<begin]))
                start = nil
            }
        }
        if let first = start { words.append(Array(bytes[first...])) }
        return words
    }
}
