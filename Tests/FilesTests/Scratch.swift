import Files
import Glibc

/// A fresh folder, removed with all that is in it.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/talaria-files-XXXXXX".utf8CString)
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
}
