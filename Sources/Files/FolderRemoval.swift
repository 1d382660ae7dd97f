import Glibc

extension Folder {
    /// Removes a file if it is there; nothing is said if it cannot be.
    public static func removeQuietly(_ path: String) { unlink(path) }

    /// Removes a folder with all that is in it; symbolic links are removed, never followed.
    public static func removeAll(_ path: String) throws(FileFault) {
        for name in try names(path) {
            let inside = path + "/" + name
            if try ownStatus(inside).isFolder { try removeAll(inside) } else { try remove(inside) }
        }
        if rmdir(path) != 0 { throw FileFault("remove", path, errno: errno) }
    }
}
