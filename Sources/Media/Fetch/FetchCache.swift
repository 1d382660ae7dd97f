import Address
import CCurl
import Files
import Time

// A small cache of bodies on disk, private to this user (RFC 9111, the part that is of use here). Only whole 200 answers to
// plain GET requests without headers of their own are kept, by a hash of their URL. An entry remembers the address that it
// came from, so that the guard of each fetch judges it anew.
//
// Nothing here waits for the disk: it is done on the fetch thread, where the tokens of AI replies would wait with it. What a
// loss of power takes is fetched again: an entry is believed only where its body is as long as it says, and on ext4, XFS and
// btrfs a file has its length once its bytes are there.

final class FetchCache {
    struct Entry: Hashable {
        var key: String
        var size: Int
        var contentType = ""
        var disposition = ""
        var etag = ""
        var modified = ""
        /// The address it came from; empty: through a proxy.
        var source = ""
        /// Fresh until then: milliseconds since 1970.
        var freshUntil: Int64 = 0
        /// When it was kept or last used.
        var used: Int64 = 0
    }

    private let settings: Fetcher.CacheSettings
    private var entries: [String: Entry] = [:]
    private var total = 0

    /// Reads what is there. Nil if the folder cannot be used.
    init?(_ settings: Fetcher.CacheSettings) {
        self.settings = settings
        do {
            try Folder.create(settings.folder)
            for name in try Folder.names(settings.folder) where name.hasSuffix(".body") {
                let key = String(name.dropLast(5))
                if let entry = read(key) {
                    entries[key] = entry
                    total += entry.size
                } else {
                    remove(key)
                }
            }
        } catch { return nil }
    }

    private func path(_ key: String, _ suffix: String) -> String { "\(settings.folder)/\(key).\(suffix)" }

    static func key(_ address: WebAddress) -> String? { SHA256.hex(address.text.utf8) }

    func find(_ address: WebAddress) -> Entry? { Self.key(address).flatMap { entries[$0] } }

    /// A file of the receiver's own with the entry's body: a second name for it, or a copy. It must not be changed in place.
    func lend(_ entry: Entry, to folder: String, now: WallTime) -> String? {
        let name = folder + "/.fetch-" + Randomness.name()
        do {
            do {
                guard try Folder.linkIfFree(path(entry.key, "body"), to: name) else { return nil }
            } catch {
                let copy = try File.create(name)
                try copy.append(0..<entry.size, of: try File.read(path(entry.key, "body")))
            }
            entries[entry.key]?.used = now.milliseconds
            return name
        } catch {
            try? Folder.remove(name)
            remove(entry.key)
            return nil
        }
    }

    /// Keeps a body, if the answer allows it. The file stays the caller's.
    func keep(_ file: String, size: Int, _ head: ResponseHead, _ address: WebAddress, source: IPAddress?, now: WallTime)
    {
        guard size <= settings.size / 4, let key = Self.key(address), Self.mayKeep(head) else { return }
        var entry = Entry(key: key, size: size)
        entry.contentType = head["content-type"] ?? ""
        entry.disposition = head["content-disposition"] ?? ""
        entry.etag = head["etag"] ?? ""
        entry.modified = head["last-modified"] ?? ""
        entry.source = source?.description ?? ""
        entry.freshUntil = Self.freshUntil(head, now: now)
        entry.used = now.milliseconds
        guard entry.freshUntil > now.milliseconds || !entry.etag.isEmpty || !entry.modified.isEmpty else { return }
        remove(key)
        do {
            if try !Folder.linkIfFree(file, to: path(key, "body")) { return }
            try write(entry)
        } catch {
            remove(key)
            return
        }
        entries[key] = entry
        total += size
        makeRoom()
    }

    /// The server said that the entry still holds (304), perhaps for longer.
    func refresh(_ entry: Entry, _ head: ResponseHead, now: WallTime) {
        guard var kept = entries[entry.key] else { return }
        kept.freshUntil = Self.freshUntil(head, now: now)
        kept.used = now.milliseconds
        entries[entry.key] = kept
        try? write(kept)
    }

    func remove(_ key: String) {
        if let entry = entries.removeValue(forKey: key) { total -= entry.size }
        try? Folder.remove(path(key, "body"))
        try? Folder.remove(path(key, "meta"))
    }

    private func makeRoom() {
        guard total > settings.size else { return }
        for entry in entries.values.sorted(by: { $0.used < $1.used }) {
            if total <= settings.size { return }
            remove(entry.key)
        }
    }

    // MARK: What an answer allows

    static func mayKeep(_ head: ResponseHead) -> Bool {
        guard head.status == 200 else { return false }
        let control = head.list("cache-control").map { $0.lowercased() }
        if control.contains("no-store") { return false }
        return head.list("vary").allSatisfy { $0.lowercased() == "accept-encoding" }
    }

    /// max-age before Expires; 0 where the server must be asked each time.
    static func freshUntil(_ head: ResponseHead, now: WallTime) -> Int64 {
        let control = head.list("cache-control").map { $0.lowercased() }
        if control.contains(where: { $0.hasPrefix("no-cache") }) { return 0 }
        let week: Int64 = 7 * 86_400
        if let age = control.first(where: { $0.hasPrefix("max-age=") }) {
            let lifetime = ResponseHead.count(age.dropFirst(8)) ?? 0
            let spent = head["age"].flatMap { ResponseHead.count($0) } ?? 0
            return now.milliseconds + min(
                week, Int64(clamping: lifetime) - min(Int64(clamping: spent), Int64(clamping: lifetime))) * 1000
        }
        if let expires = head["expires"] {
            let seconds = Int64(curl_getdate(expires, nil))
            return seconds < 0 ? 0 : min(seconds, now.milliseconds / 1000 + week) * 1000
        }
        return 0
    }

    // MARK: On disk

    private static let fields: [(name: String, place: WritableKeyPath<Entry, String> & Sendable)] = [
        ("content-type", \.contentType), ("disposition", \.disposition), ("etag", \.etag), ("modified", \.modified),
        ("source", \.source),
    ]

    private func write(_ entry: Entry) throws(FileFault) {
        var text = "size \(entry.size)\nfresh \(entry.freshUntil)\nused \(entry.used)\n"
        for (name, place) in Self.fields where !entry[keyPath: place].isEmpty {
            text += "\(name) \(entry[keyPath: place])\n"
        }
        try Folder.replace(path(entry.key, "meta"), with: Array(text.utf8), waits: false)
    }

    private func read(_ key: String) -> Entry? {
        guard let bytes = try? Folder.contents(path(key, "meta"), atMost: 1 << 19) else { return nil }
        var entry = Entry(key: key, size: -1)
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let name = line.prefix { $0 != " " }
            let value = line.dropFirst(name.count + 1)
            switch name {
            case "size": entry.size = Int(value) ?? -1
            case "fresh": entry.freshUntil = Int64(value) ?? 0
            case "used": entry.used = Int64(value) ?? 0
            default:
                if let place = Self.fields.first(where: { $0.name == name })?.place {
                    entry[keyPath: place] = String(value)
                }
            }
        }
        guard entry.size >= 0, (try? Folder.status(path(key, "body")).size) == entry.size else { return nil }
        return entry
    }
}
