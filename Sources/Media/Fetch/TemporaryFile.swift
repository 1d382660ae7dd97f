import Files

/// A file that is being filled; it is removed with the value unless it was given away.
final class TemporaryFile {
    let path: String
    private let file: File
    private(set) var size = 0
    private var isGiven = false

    init(in folder: String) throws(FileFault) {
        path = folder + "/.fetch-" + Randomness.name()
        file = try File.create(path)
    }

    deinit {
        if !isGiven { try? Folder.remove(path) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(FileFault) {
        try file.write(raw: bytes).get()
        size += bytes.count
    }

    func clear() throws(FileFault) {
        try file.truncate(to: 0)
        size = 0
    }

    func type() throws(FileFault) -> MediaType {
        var head: [UInt8] = []
        try file.read(MediaType.sniffedLength, at: 0, appendTo: &head)
        return MediaType.sniff(head.span)
    }

    /// Whose the path is from now on.
    func give() -> String {
        isGiven = true
        return path
    }
}
