// A frame whose header says how long its payload is, before there is any: for what is too large to be held whole. The
// bytes are masked as they are written, so that each is touched once, in a buffer that stays small.

/// What is still to come of a frame whose header is written.
public struct FrameInPieces: Sendable {
    /// Bytes of the payload.
    public private(set) var remaining: Int
    /// Turned to fit the next byte; a server masks nothing.
    private var mask: UInt32?

    init(_ header: FrameHeader) {
        remaining = header.length
        mask = header.mask
    }

    /// Appends the next bytes of the payload. False, with nothing written: the header announced less.
    public mutating func write(_ piece: Span<UInt8>, into out: inout [UInt8]) -> Bool {
        guard piece.count <= remaining else { return false }
        let start = out.count
        out.append(piece)
        remaining -= piece.count
        if let key = mask {
            var written = out.mutableSpan
            mask = Mask.apply(key, to: &written, in: start..<start + piece.count)
        }
        return true
    }
}

extension Codec {
    /// Writes the header of a message, not compressed, of exactly so many bytes. They follow by `FrameInPieces.write`, and
    /// no other frame is written before the last of them. Nil, with nothing written, once a close frame was written.
    /// - Parameters:
    ///   - count: for text, bytes of UTF-8. Not negative.
    ///   - mask: a fresh random key for each frame (RFC 6455 section 10.3); a server's is not used.
    public func begin(_ kind: MessageKind, count: Int, mask: UInt32, into out: inout [UInt8]) -> FrameInPieces? {
        guard !isClosing, count >= 0 else { return nil }
        let header = FrameHeader(
            opcode: kind == .text ? .text : .binary, isFinal: true, length: count, mask: role == .client ? mask : nil)
        header.write(into: &out)
        return FrameInPieces(header)
    }
}
