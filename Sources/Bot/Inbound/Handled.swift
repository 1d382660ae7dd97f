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

    /// So many are looked through one by one.
    private static let few = 32

    private var ring: [UInt64] = []
    private var next: UInt64 = 0
    /// A bit for each hash of the ring, and for some that have left it; empty while there are few. Most ids are new, and this
    /// says so at one look.
    private var bits: [UInt64] = []
    /// Hashes that have left the ring, and still have their bits.
    private var left: UInt8 = 0

    var count: Int { ring.count }

    func contains(_ id: String, _ kind: Kind) -> Bool {
        ring.isEmpty ? false : holds(Self.hash(id, kind))
    }

    private func holds(_ hash: UInt64) -> Bool {
        if !bits.isEmpty, bits[Self.word(hash)] & Self.bit(hash) == 0 { return false }
        return ring.contains(hash)
    }

    private static func word(_ hash: UInt64) -> Int { Int(hash >> 58) }
    private static func bit(_ hash: UInt64) -> UInt64 { 1 << (hash >> 52 & 63) }

    /// Remembers an id. nil: it was there.
    /// - Parameter isNew: it is known not to be there, and not looked for again.
    mutating func insert(_ id: String, _ kind: Kind, isNew: Bool = false) -> Entry? {
        let entry = Entry(number: next, hash: Self.hash(id, kind))
        guard isNew || !holds(entry.hash) else { return nil }
        restore(entry)
        return entry
    }

    /// Puts back an entry that was kept; the order does not matter.
    mutating func restore(_ entry: Entry) {
        while ring.count <= entry.slot { ring.append(0) }
        let leaves = ring[entry.slot] != 0
        ring[entry.slot] = entry.hash
        next = max(next, entry.number &+ 1)
        if leaves { left &+= 1 }
        if bits.isEmpty ? ring.count > Self.few : leaves && left == 0 {
            bits = Array(repeating: 0, count: 64)
            for hash in ring where hash != 0 { bits[Self.word(hash)] |= Self.bit(hash) }
        } else if !bits.isEmpty {
            bits[Self.word(entry.hash)] |= Self.bit(entry.hash)
        }
    }

    /// FNV-1a over the kind and the id, finished by SplitMix64's mixer; never 0.
    static func hash(_ id: String, _ kind: Kind) -> UInt64 {
        func add(_ byte: UInt8, to hash: inout UInt64) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        add(kind.rawValue, to: &hash)
        var id = id
        id.withUTF8 { for byte in $0 { add(byte, to: &hash) } }
        var mixer = SplitMix(seed: hash)
        return max(1, mixer.next())
    }
}
