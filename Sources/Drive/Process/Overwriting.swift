import Files
import Glibc

/// Puts a command's output where a person wants it. A regular file is replaced whole, keeps its mode, and behind a link it
/// is the file that changes, or comes into being, and the link that stays; a pipe or a device is written to, never replaced.
/// - Throws: `cannotWrite`; a regular file is then as it was.
public func overwrite(_ path: String, with bytes: [UInt8]) throws(ExitFault) {
    do throws(FileFault) {
        guard access(path, F_OK) == 0 else { return try Folder.replace(try target(of: path), with: bytes) }
        let status = try Folder.status(path)
        guard status.isRegular else {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileFault("open", path, errno: errno) }
            defer { close(descriptor) }
            guard writeAll(bytes, to: descriptor) else { throw FileFault("write", path, errno: errno) }
            return
        }
        let file = try target(of: path)
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
    let file: String
    do throws(FileFault) { file = try target(of: path) } catch { throw ExitFault(.cannotWrite, "\(error)") }
    // A file that is replaced is made beside the old one.
    try check(access(folder(of: file) + "/.", W_OK) == 0, errno)
}

/// The file itself, where a path is a link to it, or to where it is going to be.
private func target(of path: String) throws(FileFault) -> String {
    if let pointer = realpath(path, nil) {
        defer { free(pointer) }
        return String(cString: pointer)
    }
    // It is not there, and perhaps a link leads to where it is not.
    var target = path
    for _ in 0..<mostLinks {
        guard let next = Folder.link(at: target) else { return target }
        target = next.hasPrefix("/") ? next : Folder.parent(of: target) + "/" + next
    }
    throw FileFault("write", path, errno: ELOOP)
}

/// Links that the kernel follows for one path (path_resolution(7)).
private let mostLinks = 40
