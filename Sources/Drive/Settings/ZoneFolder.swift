import Files
import Glibc
import Rules
import Time

/// The system's time zones, as tzdata keeps them.
public struct ZoneFolder: Sendable {
    /// `$TZDIR`, or where Debian's tzdata is.
    public var path: String

    public init(path: String? = nil) {
        self.path = path ?? getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    }

    /// A zone by its name, such as `Europe/Lisbon`; nil if the system has none of that name.
    public func zone(_ name: String) -> Zone? {
        if name == "UTC" { return .utc }
        // A name is data: it must not lead out of the folder.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            return nil
        }
        return Self.read(path + "/" + name, name: name)
    }

    /// The machine's own zone: `$TZ` if it names one, then /etc/localtime, then UTC.
    public func local() -> Zone {
        if let variable = getenv("TZ") {
            var name = String(cString: variable)
            if name.hasPrefix(":") { name.removeFirst() }
            if name.isEmpty { return .utc }
            return zone(name) ?? .utc
        }
        return Self.read("/etc/localtime", name: "local") ?? .utc
    }

    /// The zones that a rule file names, beside the local one.
    /// - Returns: the table, and the names that the system does not have.
    public func table(for file: BotFile) -> (ZoneTable, missing: [String]) {
        var table = ZoneTable(local: local())
        var missing: [String] = []
        for name in file.zoneNames {
            if let zone = zone(name) { table.add(zone) } else { missing.append(name) }
        }
        return (table, missing)
    }

    private static func read(_ path: String, name: String) -> Zone? {
        guard let bytes = try? wholeFile(path, atMost: 1 << 20) else { return nil }
        return try? Zone(tzif: bytes, name: name)
    }
}
