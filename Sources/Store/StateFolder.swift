import CSystem
import Files
import Glibc

/// A bot's state folder: mode 0700, one process at a time, with the device's own id.
///
/// The lock lasts as long as the value, and ends with the process however that ends.
public final class StateFolder: Sendable {
    public let path: String
    /// A UUID, made once and kept in `device.id` (protocol.md, Connection).
    public let deviceID: String
    private let lock: File

    private init(path: String, deviceID: String, lock: consuming File) {
        self.path = path
        self.deviceID = deviceID
        self.lock = lock
    }

    /// Opens the folder, and makes it where it is missing.
    public static func open(_ path: String) throws(StateFault) -> StateFolder {
        do {
            try Folder.create(path)
            let status = try Folder.status(path)
            if status.mode & 0o077 != 0 || status.mode & 0o700 != 0o700 {
                guard status.owner == geteuid() || geteuid() == 0 else {
                    throw StateFault(.denied, "the state folder \(path) belongs to another user")
                }
                try Folder.setMode(path, 0o700)
            }
            let lock = try File.update(path + "/lock")
            guard try lock.lock() else { throw locked(path) }
            try lock.truncate(to: 0)
            try lock.write(Array("\(getpid())\n".utf8))
            return StateFolder(path: path, deviceID: try deviceID(in: path), lock: lock)
        } catch let fault as StateFault {
            throw fault
        } catch let fault as FileFault {
            throw StateFault(fault)
        } catch {
            throw StateFault(.denied, "\(path): \(error)")
        }
    }

    /// A file or folder in it, by its name.
    public func path(of name: String) -> String { path + "/" + name }

    private static func locked(_ path: String) -> StateFault {
        let bytes = (try? Folder.contents(path + "/lock", atMost: 64)) ?? []
        let digits = String(decoding: bytes.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
        let who = digits.isEmpty ? "another process" : "another process (\(digits))"
        return StateFault(.locked, "the state folder \(path) is in use by \(who); give this one its own with --state")
    }

    private static func deviceID(in path: String) throws -> String {
        let name = path + "/device.id"
        let odd = StateFault(.unreadable, "\(name) does not hold a UUID; remove it to get a new device id")
        let found: [UInt8]?
        do { found = try Folder.contents(name, atMost: 1024) } catch { throw error.isForeign ? odd : StateFault(error) }
        if let found {
            var text = String(decoding: found, as: UTF8.self)
            while let last = text.last, last.isWhitespace { text.removeLast() }
            guard isUUID(text) else { throw odd }
            return text
        }
        let made = Randomness.uuid()
        try Folder.replace(name, with: Array((made + "\n").utf8))
        return made
    }

    /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
    static func isUUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isDigit: (UInt8) -> Bool = {
            (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
        }
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(isDigit) }
    }
}
