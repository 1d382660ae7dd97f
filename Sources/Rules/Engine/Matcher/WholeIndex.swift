/// Numbers filed under whole texts, by the texts' hash alone: who finds one compares the text itself.
struct WholeIndex {
    private var hashes: [UInt64]
    /// Slot by slot, the first of its `entries`, or -1.
    private var heads: [Int32]
    private var entries: [(number: Int32, next: Int32)] = []
    private let shift: UInt64

    init(_ items: [(text: [UInt8], number: Int)]) {
        let count = max(4, items.count * 2)
        let slotBits = count.bitWidth - (count - 1).leadingZeroBitCount
        shift = UInt64(64 - slotBits)
        hashes = Array(repeating: 0, count: 1 << slotBits)
        heads = Array(repeating: -1, count: 1 << slotBits)
        for item in items {
            let hash = Self.hash(item.text.span)
            let slot = slot(of: hash)
            hashes[slot] = hash
            entries.append((Int32(item.number), heads[slot]))
            heads[slot] = Int32(entries.count - 1)
        }
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Calls with each number that is filed under a text of this hash.
    func find(_ text: Span<UInt8>, _ found: (Int) -> Void) {
        if entries.isEmpty { return }
        var next = heads[slot(of: Self.hash(text))]
        while next >= 0 {
            found(Int(entries[Int(next)].number))
            next = entries[Int(next)].next
        }
    }

    /// The slot that holds the hash, or the empty one where it belongs.
    private func slot(of hash: UInt64) -> Int {
        var slot = Int(hash >> shift)
        while heads[slot] >= 0, hashes[slot] != hash { slot = (slot + 1) & (heads.count - 1) }
        return slot
    }

    private static func hash(_ text: Span<UInt8>) -> UInt64 {
        var hash = UInt64(text.count) &* 0x9E37_79B9_7F4A_7C15
        for index in 0..<text.count {
            hash = (hash ^ UInt64(text[index])) &* 0x0000_0100_0000_01B3
        }
        hash ^= hash >> 32
        return hash &* 0x9E37_79B9_7F4A_7C15
    }
}
