import Drive
import Files
import Glibc

/// Files that the gateway serves by itself, each at a path that cannot be guessed. Of several processes on one port, any
/// may be asked for what another offers: each notes its own in a folder that they share.
struct Offers {
    struct Offer: Equatable {
        let path: String
        let mime: String
        /// Bytes of a file that is the offer's own, and goes with it; nil: it is somebody else's.
        var ownSize: Int?
    }
    /// What the path of every one begins with.
    static let path = "/media/"

    private let shared: String?
    private var offers: [String: Offer] = [:]
    private var order: [String] = []
    /// Over it the oldest goes.
    private static let most = 4096
    /// Bytes that files of the offers' own may have together: over it the oldest of those go.
    private let quota: Int
    private var ownBytes = 0

    /// - Parameter shared: the folder of several processes; nil: this one is alone.
    init(shared: String?, quota: Int) {
        self.shared = shared
        self.quota = quota
    }

    /// - Parameter name: from the random source, letters and digits.
    mutating func add(_ offer: Offer, name: String) {
        offers[name] = offer
        order.append(name)
        if let note = note(of: name) {
            // They all work in the same folder, so a relative path is the same file for each.
            try? File.create(note).write(Array("\(offer.mime)\n\(offer.path)".utf8))
        }
        if order.count > Self.most { remove(order.removeFirst()) }
        ownBytes += offer.ownSize ?? 0
        while ownBytes > quota, let oldest = order.firstIndex(where: { offers[$0]?.ownSize != nil }),
            order[oldest] != name
        {
            remove(order.remove(at: oldest))
        }
    }

    /// - Parameter name: as it came from outside.
    subscript(name: String) -> Offer? { offers[name] ?? noted(name) }

    mutating func removeAll() {
        for name in order { remove(name) }
        order = []
    }

    private mutating func remove(_ name: String) {
        if let offer = offers.removeValue(forKey: name), let size = offer.ownSize {
            ownBytes -= size
            Folder.removeQuietly(offer.path)
        }
        if let note = note(of: name) { Folder.removeQuietly(note) }
    }

    private func note(of name: String) -> String? { shared.map { "\($0)/\(name)" } }

    private func noted(_ name: String) -> Offer? {
        guard !name.isEmpty, name.utf8.allSatisfy({ isalnum(Int32($0)) != 0 }), let note = note(of: name),
            let bytes = try? wholeFile(note, atMost: 64 << 10)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
        return lines.count == 2 ? Offer(path: String(lines[1]), mime: String(lines[0])) : nil
    }
}
