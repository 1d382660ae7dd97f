import CSystem
import Glibc

/// What is done with names: folders, renames, removal.
public enum Folder {
    /// Creates a folder, and those above it, each with mode 0700 where it is new.
    public static func create(_ path: String) throws(FileFault) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            guard try status(path).isFolder else {
                throw FileFault("create", path, code: .exists, reason: "There is a file of that name")
            }
        case ENOENT:
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
                throw FileFault("create", path, errno: ENOENT)
            }
            let parent = String(path[..<slash])
            guard parent.utf8.count < path.utf8.count, !parent.isEmpty else {
                throw FileFault("create", path, errno: ENOENT)
            }
            try create(parent)
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileFault("create", path, errno: errno) }
        default:
            throw FileFault("create", path, errno: errno)
        }
    }

    /// Follows symbolic links.
    public static func status(_ path: String) throws(FileFault) -> File.Status {
        var raw = stat()
        if stat(path, &raw) != 0 { throw FileFault("examine", path, errno: errno) }
        return File.Status(raw)
    }

    /// Of the name itself: a symbolic link is neither a file nor a folder.
    public static func ownStatus(_ path: String) throws(FileFault) -> File.Status {
        var raw = stat()
        if lstat(path, &raw) != 0 { throw FileFault("examine", path, errno: errno) }
        return File.Status(raw)
    }

    /// Where a symbolic link leads, as it says; nil where there is none.
    public static func link(at path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    public static func setMode(_ path: String, _ mode: UInt32) throws(FileFault) {
        if chmod(path, mode) != 0 { throw FileFault("set the mode of", path, errno: errno) }
    }

    /// The names in a folder, in no order, without `.` and `..`.
    public static func names(_ path: String) throws(FileFault) -> [String] {
        guard let stream = opendir(path) else { throw FileFault("list", path, errno: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The name lies at the end of the record, as long as the record and no longer than its field.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Renames, replacing what is there.
    public static func rename(_ from: String, to: String) throws(FileFault) {
        if Glibc.rename(from, to) != 0 { throw FileFault("rename", from, errno: errno) }
    }

    /// Renames in one step unless there is already something of that name: then false.
    public static func renameIfFree(_ from: String, to: String) throws(FileFault) -> Bool {
        if system_rename_noreplace(from, to) == 0 { return true }
        switch errno {
        case EEXIST: return false
        case EINVAL, ENOSYS:
            // A file system without RENAME_NOREPLACE: a second name is made, which fails if it exists.
            guard try linkIfFree(from, to: to) else { return false }
            try remove(from)
            return true
        default: throw FileFault("rename", from, errno: errno)
        }
    }

    /// Gives a file a second name unless there is already something of that name: then false.
    public static func linkIfFree(_ from: String, to: String) throws(FileFault) -> Bool {
        if Glibc.link(from, to) == 0 { return true }
        if errno == EEXIST { return false }
        throw FileFault("link", from, errno: errno)
    }

    /// Removes a file; one that is gone already is well.
    public static func remove(_ path: String) throws(FileFault) {
        if unlink(path) != 0, errno != ENOENT { throw FileFault("remove", path, errno: errno) }
    }

    /// Returns once the names in the folder are on the disk.
    public static func sync(_ path: String) throws(FileFault) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { throw FileFault("open", path, errno: errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0, errno != EINVAL { throw FileFault("sync", path, errno: errno) }
    }

    /// Replaces a small file whole: a reader sees the old bytes or the new, also after a crash. Mode 0600.
    /// - Parameter waits: returns once it is on the disk. Without, a loss of power may leave the old bytes, or none.
    public static func replace(_ path: String, with bytes: [UInt8], waits: Bool = true) throws(FileFault) {
        let fresh = path + ".new"
        try remove(fresh)
        do {
            let file = try File.create(fresh)
            try file.write(bytes.span)
            if waits { try file.sync() }
            try rename(fresh, to: path)
        } catch {
            unlink(fresh)
            throw error
        }
        if waits { try sync(parent(of: path)) }
    }

    /// A small file whole; nil if there is none.
    public static func contents(_ path: String, atMost limit: Int) throws(FileFault) -> [UInt8]? {
        let file: File
        do {
            file = try File.read(path)
        } catch {
            if error.code == .missing { return nil }
            throw error
        }
        var bytes: [UInt8] = []
        let size = try file.status().size
        guard size <= limit else {
            throw FileFault("read", path, code: .long, reason: "It is longer than \(limit) bytes")
        }
        try file.read(limit, at: 0, appendTo: &bytes)
        return bytes
    }

    /// The folder that a path's last name is in.
    public static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
