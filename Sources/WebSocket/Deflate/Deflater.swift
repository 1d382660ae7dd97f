import CZlib

// Compresses the messages of one direction (RFC 7692 section 7.2.1).

final class Deflater {
    // zlib's state points back at its stream, so the stream has to stay where it is.
    private let stream: UnsafeMutablePointer<z_stream>

    private static let step = 16 << 10
    private static let level: Int32 = 6
    private static let memoryLevel: Int32 = 8

    /// nil where zlib cannot: its raw streams know no window of 8 bits. Messages then go uncompressed, as they always may.
    init?(windowBits: UInt8) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard windowBits > 8, zlib_deflate_raw(stream, Self.level, Int32(windowBits), Self.memoryLevel) == Z_OK else {
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The payload of a message's frame. nil: zlib failed, and the context is of no more use.
    func deflate(_ payload: Span<UInt8>) -> [UInt8]? {
        guard payload.count <= Int(UInt32.max) else { return nil }
        return payload.withUnsafeBufferPointer { deflate($0) }
    }

    // Safe: zlib reads inside `input` and writes inside `scratch`, whose sizes it is told.
    private func deflate(_ input: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        defer { (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil) }
        var out: [UInt8] = []
        let isWhole = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.step) { scratch in
            while true {
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(Self.step)
                let result = CZlib.deflate(stream, Z_SYNC_FLUSH)
                // Z_BUF_ERROR: there was nothing to do, as for an empty message behind another.
                guard result == Z_OK || result == Z_BUF_ERROR else { return false }
                out.append(contentsOf: scratch[..<(Self.step - Int(stream.pointee.avail_out))])
                if stream.pointee.avail_out > 0 { return true }
            }
        }
        guard isWhole else { return nil }
        if out.isEmpty { return [0] }
        // The flush ends in an empty stored block, whose last four bytes are not sent.
        out.removeLast(min(4, out.count))
        return out
    }
}
