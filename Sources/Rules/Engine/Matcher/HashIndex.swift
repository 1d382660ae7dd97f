/// Numbers filed under 64-bit hashes. Who finds one compares what was hashed.
final class HashIndex {
    private let filter: BitFilter
    private let hashes: [UInt64]
    /// Slot by slot, the first of its entries, or -1.
    private let heads: [Int32]
    private let entries: [(number: Int32, next: Int32)]
    private let shift: UInt64

    init(_ items: [(hash: UInt64, number: Int)]) {
        let slotBits = BitFilter.bits(for: items.count * 2)
        var filter = BitFilter(count: items.count)
        var hashes = [UInt64](repeating: 0, count: 1 << slotBits)
        var heads = [Int32](repeating: -1, count: 1 << slotBits)
        var entries: [(number: Int32, next: Int32)] = []
        for item in items {
            filter.insert(item.hash)
            var slot = Int(item.hash >> UInt64(64 - slotBits))
            while heads[slot] >= 0, hashes[slot] != item.hash { slot = (slot + 1) & (heads.count - 1) }
            hashes[slot] = item.hash
            entries.append((Int32(item.number), heads[slot]))
            heads[slot] = Int32(entries.count - 1)
        }
        self.filter = filter
        self.hashes = hashes
        self.heads = heads
        self.entries = entries
        shift = UInt64(64 - slotBits)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Calls with each number that is filed under the hash.
    @inline(__always)
    func find(_ hash: UInt64, _ found: (Int) -> Void) {
        if filter.mayHold(hash) { search(hash, found) }
    }

    private func search(_ hash: UInt64, _ found: (Int) -> Void) {
        var slot = Int(hash >> shift)
        while heads[slot] >= 0, hashes[slot] != hash { slot = (slot + 1) & (heads.count - 1) }
        var next = heads[slot]
        while next >= 0 {
            found(Int(entries[Int(next)].number))
            next = entries[Int(next)].next
        }
    }
}

/// A set of hashes that may say yes wrongly, about once in sixteen times.
struct BitFilter {
    private var words: [UInt64]
    private let shift: UInt64

    init(count: Int) {
        let bits = max(6, Self.bits(for: count * 16))
        shift = UInt64(64 - bits)
        words = Array(repeating: 0, count: 1 << (bits - 6))
    }

    /// How many bits number at least this many places.
    static func bits(for count: Int) -> Int { max(3, Int.bitWidth - max(0, count - 1).leadingZeroBitCount) }

    mutating func insert(_ hash: UInt64) {
        let bit = hash >> shift
        words[Int(bit >> 6)] |= 1 << (bit & 63)
    }

    @inline(__always)
    func mayHold(_ hash: UInt64) -> Bool {
        let bit = hash &>> shift
        return words[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1 == 1
    }
}
