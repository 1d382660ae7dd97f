import Files
import Glibc

/// A fresh folder, removed with all that is in it.
final class Scratch: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/talaria-media-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        for name in (try? Folder.names(path)) ?? [] {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }

    /// Names in it, or in a folder in it, in order.
    func names(_ inner: String = "") -> [String] { ((try? Folder.names(path + inner)) ?? []).sorted() }

    func bytes(_ name: String) -> [UInt8]? { try? Folder.contents(path + "/" + name, atMost: 1 << 28) }

    /// Without waiting for the disk.
    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = try File.update(path + "/" + name)
        try file.truncate(to: 0)
        try file.write(bytes)
        return path + "/" + name
    }
}
