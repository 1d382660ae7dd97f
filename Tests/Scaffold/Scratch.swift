import Files
import Glibc

/// A fresh folder, removed with all that is in it.
public final class Scratch: Sendable {
    public let path: String

    public init() {
        var template = Array("/tmp/talaria-test-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit { try? Folder.removeAll(path) }

    /// Names in it, or in a folder in it, in order.
    public func names(_ inner: String = "") -> [String] { ((try? Folder.names(path + inner)) ?? []).sorted() }

    /// Nil: there is no such file.
    public func bytes(_ name: String) -> [UInt8]? { try? Folder.contents(path + "/" + name, atMost: 1 << 28) }

    /// Empty: there is no such file.
    public func text(_ name: String) -> String { String(decoding: bytes(name) ?? [], as: UTF8.self) }

    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    /// Without waiting for the disk; the file's path.
    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = try File.update(path + "/" + name)
        try file.truncate(to: 0)
        try file.write(bytes)
        return path + "/" + name
    }
}
