import Random

/// The ids of what was handled already: messages, transfers, closed prompts. It holds the newest `capacity`, as hashes.
///
/// Two ids with one hash (one pair in 10^14 or so at this size) would make the second be taken for handled.
struct Handled: Sendable {
    static let capacity = 256

    enum Kind: UInt8 { case message, media, prompt }

    /// One id as it is kept over a restart.
    struct Entry: Sendable, Hashable {
        /// Counts all ids ever inserted; its slot in the ring follows from it.
        var number: UInt64
        var hash: UInt64

        var slot: Int { Int(number % UInt64(Handled.capacity)) }
    }

    private var ring: [UInt64] = []
    private var next: UInt64 = 0

    var count: Int { ring.count }

    func contains(_ id: String, _ kind: Kind) -> Bool {
        ring.isEmpty ? false : ring.contains(Self.hash(id, kind))
    }

    /// Remembers an id. nil: it was there.
    /// - Parameter isNew: it is known not to be there, and not looked for again.
    mutating func insert(_ id: String, _ kind: Kind, isNew: Bool = false) -> Entry? {
        let entry = Entry(number: next, hash: Self.hash(id, kind))
        guard isNew || !ring.contains(entry.hash) else { return nil }
        restore(entry)
        return entry
    }

    /// Puts back an entry that was kept; the order does not matter.
    mutating func restore(_ entry: Entry) {
        while ring.count <= entry.slot { ring.append(0) }
        ring[entry.slot] = entry.hash
        next = max(next, entry.number &+ 1)
    }

    /// FNV-1a over the kind and the id, finished by SplitMix64's mixer; never 0.
    static func hash(_ id: String, _ kind: Kind) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        add(kind.rawValue)
        for byte in id.utf8 { add(byte) }
        var mixer = SplitMix(seed: hash)
        return max(1, mixer.next())
    }
}
