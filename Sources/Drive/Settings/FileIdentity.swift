import Files

/// Which file a path names, however it is written.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// nil if it is not there.
    init?(_ path: String) {
        guard let status = try? Folder.status(path) else { return nil }
        device = status.device
        inode = status.inode
    }
}
