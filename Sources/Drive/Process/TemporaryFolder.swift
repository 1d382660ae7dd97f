import Files
import Glibc

/// A folder of its own for a process's files that need not outlive it. It is removed, with all that is in it, when the
/// value ends.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// In `$TMPDIR`, or /tmp; mode 0700.
    public init() throws(ExitFault) {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/talaria-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ExitFault(
                .cannotWrite, "cannot make a folder in \(base): \(String(cString: strerror(errno)))",
                hint: "set TMPDIR to one that can be written")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? Folder.removeAll(path) }
}
