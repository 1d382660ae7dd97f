import Files
import Glibc

/// Puts other bytes into a person's file: it keeps its mode, and behind a link it is the file that changes and the link
/// that stays.
/// - Throws: `cannotWrite`; the file is then as it was.
public func overwrite(_ path: String, with bytes: [UInt8]) throws(ExitFault) {
    do throws(FileFault) {
        let mode = try Folder.status(path).mode
        let file = realpath(path, nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        try Folder.replace(file ?? path, with: bytes)
        try Folder.setMode(file ?? path, mode)
    } catch { throw ExitFault(.cannotWrite, "\(error)") }
}
