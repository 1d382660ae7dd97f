import Files

/// Reads a file part by part, so that a large one costs the memory of one part.
public final class PartReader: Sendable {
    /// Bytes of the file.
    public let size: Int
    /// Bytes of each part but the last.
    public let partSize: Int
    /// Parts; an empty file has one.
    public let count: Int
    /// From its bytes.
    public let type: MediaType

    private let file: File
    private let status: File.Status

    public init(_ path: String, partSize: Int) throws(FileFault) {
        file = try File.read(path)
        status = try file.status()
        size = status.size
        self.partSize = max(1, partSize)
        count = max(1, (size + self.partSize - 1) / self.partSize)
        var head: [UInt8] = []
        try file.read(MediaType.sniffedLength, at: 0, appendTo: &head)
        type = MediaType.sniff(head.span)
    }

    /// Appends a part, counted from 0. A file that has changed since it was opened is a fault: the parts would not fit.
    public func read(_ part: Int, appendTo bytes: inout [UInt8]) throws(FileFault) {
        guard (0..<count).contains(part) else {
            throw FileFault("read", file.path, code: .short, reason: "There is no part \(part)")
        }
        let now = try file.status()
        guard now.size == status.size, now.modified == status.modified else { throw changed }
        let start = part * partSize
        let wanted = min(partSize, size - start)
        guard try file.read(wanted, at: start, appendTo: &bytes) == wanted else { throw changed }
    }

    private var changed: FileFault {
        FileFault("read", file.path, code: .short, reason: "It changed while it was read")
    }
}
