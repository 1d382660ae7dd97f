// The rule of the index: one pass over a text finds all the literals that stand in it, however many there are. Each literal
// is filed under one of its grams (8 bytes in a row, or 4, 3, 2, 1 of a shorter one), the one that fewest others have; a text
// is read gram by gram, a bit table says at once that nothing is filed under nearly all of them, and what is filed under the
// rest is compared whole.

/// A set of literals to be found in texts.
struct LiteralIndex {
    private var tables: [GramTable] = []
    let literals: [[UInt8]]

    /// - Parameter literals: numbered from 0; one that is empty is in every text.
    init(_ literals: [[UInt8]]) {
        self.literals = literals
        for size in [8, 4, 3, 2, 1] {
            let own = literals.indices.filter { Self.gramSize(for: literals[$0].count) == size }
            if !own.isEmpty { tables.append(GramTable(size: size, numbers: own, literals: literals)) }
        }
    }

    private static func gramSize(for length: Int) -> Int { length >= 8 ? 8 : min(length, 4) }

    /// Calls for each place at which a literal stands, with the literal's number, until `found` says true.
    ///
    /// - Returns: whether it said true.
    @discardableResult
    func scan(_ text: Span<UInt8>, _ found: (Int) -> Bool) -> Bool {
        for table in tables where table.scan(text, literals, found) { return true }
        return false
    }

    func isAny(in text: Span<UInt8>) -> Bool {
        literals.contains(where: \.isEmpty) || scan(text) { _ in true }
    }
}

/// The literals of one gram size.
private struct GramTable {
    private struct Entry {
        /// The next entry under the same gram, or -1.
        var next: Int32
        var literal: Int32
        /// Where in the literal the gram stands.
        var offset: Int32
    }
    private let size: Int
    /// One bit a hash: whether anything may be filed there. About sixteen for each gram.
    private var bits: [UInt64]
    private let bitShift: UInt64
    /// Open addressing: the gram, and its first entry or -1.
    private var grams: [UInt64]
    private var heads: [Int32]
    private let slotShift: UInt64
    private var entries: [Entry] = []

    init(size: Int, numbers: [Int], literals: [[UInt8]]) {
        self.size = size
        let slotBits = max(3, (numbers.count * 2 - 1).bitWidth - (numbers.count * 2 - 1).leadingZeroBitCount)
        slotShift = UInt64(64 - slotBits)
        grams = Array(repeating: 0, count: 1 << slotBits)
        heads = Array(repeating: -1, count: 1 << slotBits)
        let bitBits = max(6, slotBits + 3)
        bitShift = UInt64(64 - bitBits)
        bits = Array(repeating: 0, count: 1 << (bitBits - 6))

        var holders: [UInt64: Int32] = [:]
        for number in numbers {
            Self.forGrams(of: literals[number], size) { gram, _ in holders[gram, default: 0] += 1 }
        }
        for number in numbers {
            var best: (gram: UInt64, offset: Int, holders: Int32) = (0, 0, .max)
            Self.forGrams(of: literals[number], size) { gram, offset in
                let count = holders[gram] ?? 0
                if count < best.holders { best = (gram, offset, count) }
            }
            insert(best.gram, Entry(next: -1, literal: Int32(number), offset: Int32(best.offset)))
        }
    }

    private static func forGrams(of literal: [UInt8], _ size: Int, _ body: (UInt64, Int) -> Void) {
        var gram: UInt64 = 0
        for (index, byte) in literal.enumerated() {
            gram = gram >> 8 | UInt64(byte) << 56
            if index + 1 >= size { body(gram >> UInt64(64 - size * 8), index + 1 - size) }
        }
    }

    @inline(__always)
    private static func hash(_ gram: UInt64) -> UInt64 {
        // A multiplication mixes upwards only; folding the upper half in makes the top bits depend on all of them.
        let mixed = (gram ^ (gram >> 32)) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }

    private mutating func insert(_ gram: UInt64, _ entry: Entry) {
        let hash = Self.hash(gram)
        let bit = hash >> bitShift
        bits[Int(bit >> 6)] |= 1 << (bit & 63)
        var slot = Int(hash >> slotShift)
        while heads[slot] >= 0, grams[slot] != gram { slot = (slot + 1) & (heads.count - 1) }
        var entry = entry
        entry.next = heads[slot]
        grams[slot] = gram
        heads[slot] = Int32(entries.count)
        entries.append(entry)
    }

    func scan(_ text: Span<UInt8>, _ literals: [[UInt8]], _ found: (Int) -> Bool) -> Bool {
        guard text.count >= size else { return false }
        let shift = UInt64(64 - size * 8)
        let bits = self.bits.span
        var window: UInt64 = 0
        for index in 0..<size - 1 { window = window >> 8 | UInt64(text[index]) << 56 }
        for end in size - 1..<text.count {
            window = window >> 8 | UInt64(text[end]) << 56
            let gram = window >> shift
            let hash = Self.hash(gram)
            let bit = hash >> bitShift
            if bits[Int(bit >> 6)] >> (bit & 63) & 1 == 0 { continue }
            var slot = Int(hash >> slotShift)
            while heads[slot] >= 0, grams[slot] != gram { slot = (slot + 1) & (heads.count - 1) }
            var next = heads[slot]
            while next >= 0 {
                let entry = entries[Int(next)]
                next = entry.next
                let literal = Int(entry.literal)
                if ByteSearch.stands(literals[literal], at: end + 1 - size - Int(entry.offset), in: text),
                    found(literal)
                {
                    return true
                }
            }
        }
        return false
    }
}
