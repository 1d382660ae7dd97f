import CSystem
import Glibc

/// An open file: closed when the value ends, never inherited by a child process.
///
/// Every call retries what a signal interrupted, and writes all or reports why not.
public struct File: ~Copyable, Sendable {
    public let descriptor: Int32
    public let path: String

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Opens an existing regular file for reading; a FIFO or device is refused rather than waited for.
    public static func read(_ path: String) throws(FileFault) -> File {
        let file = File(descriptor: try opened(path, O_RDONLY | O_NONBLOCK, operation: "open"), path: path)
        guard try file.status().isRegular else {
            throw FileFault("open", path, code: .irregular, reason: "It is not a regular file")
        }
        return file
    }

    /// Creates a file that must not exist yet, mode 0600, for reading and writing.
    public static func create(_ path: String) throws(FileFault) -> File {
        File(descriptor: try opened(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, operation: "create"), path: path)
    }

    /// Opens a file for reading and writing, and creates it with mode 0600 if it is not there. A symbolic link is refused.
    public static func update(_ path: String) throws(FileFault) -> File {
        File(descriptor: try opened(path, O_RDWR | O_CREAT | O_NOFOLLOW, operation: "open"), path: path)
    }

    private static func opened(_ path: String, _ flags: Int32, operation: String) throws(FileFault) -> Int32 {
        while true {
            let descriptor = open(path, flags | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { throw FileFault(operation, path, errno: errno) }
        }
    }

    public struct Status: Hashable, Sendable {
        /// Bytes.
        public var size: Int
        public var isRegular: Bool
        public var isFolder: Bool
        /// The permission bits.
        public var mode: UInt32
        public var owner: UInt32
        /// Of the last change of its bytes, in nanoseconds since 1970.
        public var modified: Int64
        /// Which file it is on its device, whatever its name.
        public var inode: UInt64
        public var device: UInt64
        /// How many names it has.
        public var links: Int

        init(_ raw: stat) {
            size = Int(raw.st_size)
            isRegular = raw.st_mode & S_IFMT == S_IFREG
            isFolder = raw.st_mode & S_IFMT == S_IFDIR
            mode = raw.st_mode & 0o7777
            owner = raw.st_uid
            inode = UInt64(raw.st_ino)
            device = UInt64(raw.st_dev)
            links = Int(raw.st_nlink)
            modified = Int64(raw.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(raw.st_mtim.tv_nsec)
        }
    }

    public func status() throws(FileFault) -> Status {
        var raw = stat()
        if fstat(descriptor, &raw) != 0 { throw FileFault("examine", path, errno: errno) }
        return Status(raw)
    }

    /// Writes all of it at the file's position.
    public func write(_ bytes: borrowing Span<UInt8>) throws(FileFault) {
        let result: Result<Void, FileFault> = bytes.withUnsafeBytes { write(raw: $0) }
        try result.get()
    }

    public func write(_ bytes: [UInt8]) throws(FileFault) { try write(bytes.span) }

    /// Writes all of it at the file's position: for callbacks from C.
    public func write(raw bytes: UnsafeRawBufferPointer) -> Result<Void, FileFault> {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return .failure(FileFault("write", path, errno: errno))
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        return .success(())
    }

    /// Writes all of it from `offset`; the position stays.
    public func write(_ bytes: [UInt8], at offset: Int) throws(FileFault) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset + done))
            }
            if count < 0, errno != EINTR { throw FileFault("write", path, errno: errno) }
            done += max(0, count)
        }
    }

    /// Reads up to `count` bytes from `offset` and appends them; returns how many there were, fewer only at the end.
    @discardableResult
    public func read(_ count: Int, at offset: Int, appendTo bytes: inout [UInt8]) throws(FileFault) -> Int {
        guard count > 0, offset >= 0 else { return 0 }
        let before = bytes.count
        var done = 0
        var number: Int32 = 0
        // Read where it belongs: a part of some MiB is not to be held twice.
        bytes.append(addingCapacity: count) { (out: inout OutputSpan<UInt8>) in
            out.withUnsafeMutableBufferPointer { buffer, initialized in
                guard let start = buffer.baseAddress else { return }
                while done < count {
                    let got = pread(descriptor, start + initialized, count - done, off_t(offset + done))
                    if got == 0 { break }
                    if got < 0 {
                        if errno == EINTR { continue }
                        number = errno
                        break
                    }
                    done += got
                    initialized += got
                }
            }
        }
        if number != 0 {
            bytes.removeSubrange(before...)
            throw FileFault("read", path, errno: number)
        }
        return done
    }

    /// Has the system read so many bytes ahead, without waiting for them.
    public func willNeed(_ count: Int, at offset: Int) {
        posix_fadvise(descriptor, off_t(offset), off_t(count), POSIX_FADV_WILLNEED)
    }

    /// Cuts the file, or lengthens it with zeros, and puts the position at its end.
    public func truncate(to size: Int) throws(FileFault) {
        if ftruncate(descriptor, off_t(size)) != 0 { throw FileFault("truncate", path, errno: errno) }
        if lseek(descriptor, off_t(size), SEEK_SET) < 0 { throw FileFault("seek in", path, errno: errno) }
    }

    /// Puts the position behind the last byte, and says where that is.
    @discardableResult
    public func seekToEnd() throws(FileFault) -> Int {
        let end = lseek(descriptor, 0, SEEK_END)
        if end < 0 { throw FileFault("seek in", path, errno: errno) }
        return Int(end)
    }

    /// Returns once the bytes, and the length, are on the disk.
    public func sync() throws(FileFault) {
        while fdatasync(descriptor) != 0 {
            if errno != EINTR { throw FileFault("sync", path, errno: errno) }
        }
    }

    /// Takes the file's lock, which ends with the file or the process; false if another holds it.
    public func lock() throws(FileFault) -> Bool {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            if errno != EINTR { throw FileFault("lock", path, errno: errno) }
        }
        return true
    }

    /// Appends a range of another file at this one's position; the kernel shares or copies the bytes.
    public func append(_ range: Range<Int>, of source: borrowing File) throws(FileFault) {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(min(range.count, 1 << 18))
        var offset = range.lowerBound
        while offset < range.upperBound {
            buffer.removeAll(keepingCapacity: true)
            let got = try source.read(min(1 << 18, range.upperBound - offset), at: offset, appendTo: &buffer)
            guard got > 0 else {
                throw FileFault("read", source.path, code: .short, reason: "It is shorter than it was")
            }
            try write(buffer.span)
            offset += got
        }
    }
}
