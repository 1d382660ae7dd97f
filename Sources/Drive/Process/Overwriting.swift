import Files
import Glibc

/// Puts a command's output where a person wants it. A regular file is replaced whole, keeps its mode, and behind a link it
/// is the file that changes and the link that stays; a pipe or a device is written to, never replaced.
/// - Throws: `cannotWrite`; a regular file is then as it was.
public func overwrite(_ path: String, with bytes: [UInt8]) throws(ExitFault) {
    do throws(FileFault) {
        guard access(path, F_OK) == 0 else { return try Folder.replace(path, with: bytes) }
        let status = try Folder.status(path)
        guard status.isRegular else {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFault("open", path, errno: errno) }
            defer { close(descriptor) }
            guard writeAll(bytes, to: descriptor) else { throw FileFault("write", path, errno: errno) }
            return
        }
        let file = target(of: path)
        try Folder.replace(file, with: bytes)
        try Folder.setMode(file, status.mode)
    } catch { throw ExitFault(.cannotWrite, "\(error)") }
}

/// Looks whether `overwrite` could write there, so that long work does not end with nothing.
/// - Throws: `cannotWrite`.
public func mayOverwrite(_ path: String) throws(ExitFault) {
    func check(_ isFine: Bool, _ number: Int32) throws(ExitFault) {
        if !isFine { throw ExitFault(.cannotWrite, "\(FileFault("write", path, errno: number))") }
    }
    let status = try? Folder.status(path)
    try check(status?.isFolder != true && !path.isEmpty && !path.hasSuffix("/"), EISDIR)
    if let status, !status.isRegular { return try check(access(path, W_OK) == 0, errno) }
    // A file that is replaced is made beside the old one.
    try check(access(folder(of: target(of: path)) + "/.", W_OK) == 0, errno)
}

/// The file itself, where a path is a link to it.
private func target(of path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
}
