import CSystem
import Files
import Glibc

/// A fresh folder, removed with all that is in it.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/talaria-store-XXXXXX".utf8CString)
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

    func text(_ name: String) -> String {
        String(decoding: (try? Folder.contents(path + "/" + name, atMost: 1 << 24)) ?? [], as: UTF8.self)
    }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    /// Without waiting for the disk.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        let file = try File.update(path + "/" + name)
        try file.truncate(to: 0)
        try file.write(bytes)
    }
}
