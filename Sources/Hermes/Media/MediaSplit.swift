/// Cuts a file of a known size into parts.
public struct MediaSplit: Sendable, Hashable {
    /// 3 MiB of raw bytes (protocol.md, "Device to gateway").
    public static let usualPartSize = 3 << 20

    /// Bytes of the whole.
    public let size: Int
    /// Raw bytes of each part but the last.
    public let partSize: Int

    /// A part holds at least one byte, a file none at least.
    public init(size: Int, partSize: Int = MediaSplit.usualPartSize) {
        self.size = max(0, size)
        self.partSize = max(1, partSize)
    }

    /// One at least: an empty file goes as one empty part.
    public var parts: Int { size == 0 ? 1 : (size - 1) / partSize + 1 }

    /// The bytes of a part (from 0); nil if there is no such part.
    public func range(ofPart part: Int) -> Range<Int>? {
        guard part >= 0, part < parts else { return nil }
        let start = part * partSize
        return start..<start + min(partSize, size - start)
    }

    /// Appends the `media` frame of a part, whose raw bytes are handed in.
    public func encode(part: Int, _ raw: Span<UInt8>, head: MediaHead, into out: inout [UInt8]) {
        head.encode(part: part, of: parts, raw, into: &out)
    }
}
