// The rule of the index: one pass over a text finds all the literals that stand in it, however many there are. Each literal
// is filed under one of its grams (8 bytes in a row, or 4, 3, 2, 1 of a shorter one), the one that fewest others have; a text
// is read gram by gram, a bit table says at once that nothing is filed under nearly all of them, and what is filed under the
// rest is compared whole.

/// A set of literals to be found in texts.
final class LiteralIndex {
    let literals: [[UInt8]]
    private let tables: [GramTable]

    /// - Parameter literals: numbered from 0; one that is empty is in every text.
    init(_ literals: [[UInt8]]) {
        self.literals = literals
        tables = [8, 4, 3, 2, 1].compactMap { size in
            let own = literals.indices.filter { Self.gramSize(for: literals[$0].count) == size }
            return own.isEmpty ? nil : GramTable(size: size, numbers: own, literals: literals)
        }
    }

    private static func gramSize(for length: Int) -> Int { length >= 8 ? 8 : min(length, 4) }

    /// Calls for each place at which a literal stands, with the literal's number, until `found` says true.
    ///
    /// - Returns: whether it said true.
    @discardableResult
    func scan(_ text: Span<UInt8>, _ found: (Int) -> Bool) -> Bool {
        for table in tables where table.scan(text, found) { return true }
        return false
    }

    func isAny(in text: Span<UInt8>) -> Bool {
        literals.contains(where: \.isEmpty) || scan(text) { _ in true }
    }
}

/// The literals of one gram size.
private final class GramTable {
    private struct Entry {
        /// The next entry under the same gram, or -1.
        var next: Int32
        var literal: Int32
        /// Where in the literal the gram stands.
        var offset: Int32
        /// The literal's bytes in the pool.
        var start: Int32
        var count: Int32
    }
    private let size: Int
    /// One bit a hash: whether anything may be filed there. About sixteen for each gram.
    private let filter: BitFilter
    /// Open addressing: the gram, and its first entry or -1.
    private let grams: [UInt64]
    private let heads: [Int32]
    private let slotShift: UInt64
    private let entries: [Entry]
    private let pool: [UInt8]

    init(size: Int, numbers: [Int], literals: [[UInt8]]) {
        let slotBits = BitFilter.bits(for: numbers.count * 2)
        var filter = BitFilter(count: numbers.count)
        var grams = [UInt64](repeating: 0, count: 1 << slotBits)
        var heads = [Int32](repeating: -1, count: 1 << slotBits)
        var entries: [Entry] = []
        var pool: [UInt8] = []
        for (number, (gram, offset)) in zip(numbers, Self.rarest(size, numbers, literals)) {
            let hash = Self.hash(gram)
            filter.insert(hash)
            var slot = Int(hash >> UInt64(64 - slotBits))
            while heads[slot] >= 0, grams[slot] != gram { slot = (slot + 1) & (heads.count - 1) }
            let literal = literals[number]
            entries.append(
                Entry(
                    next: heads[slot], literal: Int32(number), offset: Int32(offset), start: Int32(pool.count),
                    count: Int32(literal.count)))
            pool += literal
            grams[slot] = gram
            heads[slot] = Int32(entries.count - 1)
        }
        self.size = size
        self.filter = filter
        self.grams = grams
        self.heads = heads
        self.slotShift = UInt64(64 - slotBits)
        self.entries = entries
        self.pool = pool
    }

    /// For each literal, the gram of it that fewest literals have, and where in it that stands.
    private static func rarest(_ size: Int, _ numbers: [Int], _ literals: [[UInt8]]) -> [(UInt64, Int)] {
        var holders: [UInt64: Int32] = [:]
        for number in numbers { forGrams(of: literals[number], size) { gram, _ in holders[gram, default: 0] += 1 } }
        return numbers.map { number in
            var best: (gram: UInt64, offset: Int, holders: Int32) = (0, 0, .max)
            forGrams(of: literals[number], size) { gram, offset in
                let count = holders[gram] ?? 0
                if count < best.holders { best = (gram, offset, count) }
            }
            return (best.gram, best.offset)
        }
    }

    private static func forGrams(of literal: [UInt8], _ size: Int, _ body: (UInt64, Int) -> Void) {
        var gram: UInt64 = 0
        for (index, byte) in literal.enumerated() {
            gram = gram >> 8 | UInt64(byte) << 56
            if index + 1 >= size { body(gram >> UInt64(64 - size * 8), index + 1 - size) }
        }
    }

    /// The top bits of the product, which are those that are used, depend on all bits of the gram.
    @inline(__always)
    private static func hash(_ gram: UInt64) -> UInt64 { gram &* 0x9E37_79B9_7F4A_7C15 }

    func scan(_ text: Span<UInt8>, _ found: (Int) -> Bool) -> Bool {
        guard text.count >= size else { return false }
        let shift = UInt64(64 &- size &* 8)
        let filter = filter
        var window: UInt64 = 0
        for index in 0..<size - 1 { window = window >> 8 | UInt64(text[index]) << 56 }
        for end in size - 1..<text.count {
            window = window &>> 8 | UInt64(text[end]) &<< 56
            let gram = window &>> shift
            let hash = Self.hash(gram)
            if filter.mayHold(hash), compare(gram, hash, text, start: end &+ 1 &- size, found) { return true }
        }
        return false
    }

    /// Compares what is filed under a gram that stands at `start`.
    private func compare(
        _ gram: UInt64, _ hash: UInt64, _ text: Span<UInt8>, start: Int, _ found: (Int) -> Bool
    ) -> Bool {
        var slot = Int(hash >> slotShift)
        while heads[slot] >= 0, grams[slot] != gram { slot = (slot + 1) & (heads.count - 1) }
        var next = heads[slot]
        while next >= 0 {
            let entry = entries[Int(next)]
            next = entry.next
            let begin = start - Int(entry.offset)
            guard begin >= 0, begin + Int(entry.count) <= text.count else { continue }
            var same = 0
            while same < Int(entry.count), text[begin + same] == pool[Int(entry.start) + same] { same += 1 }
            if same == Int(entry.count), found(Int(entry.literal)) { return true }
        }
        return false
    }
}
