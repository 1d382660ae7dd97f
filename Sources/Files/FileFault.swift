import Glibc

/// What went wrong with a file or a folder: the operation, the path, and the system's reason.
public struct FileFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// There is no such file or folder.
        case missing
        /// The permissions forbid it, or the file system is read-only.
        case denied
        /// There is already something of that name.
        case exists
        /// The disk, or the user's share of it, is full.
        case full
        /// Too many files are open.
        case exhausted
        /// The file is shorter than it was said to be.
        case short
        /// It is longer than its reader allows.
        case long
        /// A folder, a FIFO or a device stands where a file should.
        case irregular
        /// Anything else that the system reports.
        case system
    }

    public var code: Code
    /// What was tried: "create", "write" ...
    public var operation: String
    public var path: String
    /// The system's own words.
    public var reason: String

    public init(_ operation: String, _ path: String, code: Code, reason: String) {
        self.code = code
        self.operation = operation
        self.path = path
        self.reason = reason
    }

    /// From an `errno` value.
    public init(_ operation: String, _ path: String, errno number: Int32) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM, EROFS: .denied
            case EEXIST, ENOTEMPTY: .exists
            case ENOSPC, EDQUOT, EFBIG: .full
            case EMFILE, ENFILE: .exhausted
            default: .system
            }
        self.init(operation, path, code: code, reason: String(cString: strerror(number)))
    }

    public var description: String { "cannot \(operation) \(path): \(reason)" }
}
