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
        let file = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        try Folder.replace(file ?? path, with: bytes)
        try Folder.setMode(file ?? path, status.mode)
    } catch { throw ExitFault(.cannotWrite, "\(error)") }
}
