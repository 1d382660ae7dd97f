import CZlib

/// Unpacks gzip (RFC 1952) and deflate, which is zlib's format (RFC 1950) but comes as raw deflate from some servers.
/// It takes 40 KB, whatever comes.
final class Inflating: Unpacking {
    // zlib's state points back at its stream, so the stream has to stay where it is.
    private let stream: UnsafeMutablePointer<z_stream>
    private let mayBeRaw: Bool
    private var hasBegun = false
    private(set) var isWhole = false

    /// Bytes unpacked at a time, on the stack.
    private static let step = 16 << 10

    init(mayBeRaw: Bool = false) {
        self.mayBeRaw = mayBeRaw
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
    }

    deinit {
        if hasBegun { inflateEnd(stream) }
        stream.deallocate()
    }

    func take(_ packed: UnsafeRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Bool) -> UnpackingStep {
        guard let first = packed.first else { return .well }
        if !hasBegun {
            // 8 is deflate, the only method that zlib's format has.
            let isRaw = mayBeRaw && first & 0x0F != 8
            guard (isRaw ? zlib_inflate_raw(stream, 15) : zlib_inflate_wrapped(stream)) == Z_OK else { return .garbled }
            hasBegun = true
        }
        // libcurl gives 16 KiB at a time; zlib counts in 32 bits.
        guard packed.count <= 1 << 30 else { return .garbled }
        let bytes = packed.bindMemory(to: UInt8.self)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.pointee.avail_in = UInt32(bytes.count)
        defer { (stream.pointee.next_in, stream.pointee.next_out) = (nil, nil) }
        return withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 16) { scratch in
            inflateAll(into: scratch, each)
        }
    }

    // Safe: zlib reads inside what `take` was given and writes inside `scratch`, whose sizes it is told.
    private func inflateAll(
        into scratch: UnsafeMutableRawBufferPointer, _ each: (UnsafeRawBufferPointer) -> Bool
    ) -> UnpackingStep {
        while true {
            if isWhole {
                // Another member of a gzip file goes on; anything else does not belong to it.
                guard stream.pointee.avail_in > 0, stream.pointee.next_in?.pointee == 0x1F else { return .well }
                guard inflateReset(stream) == Z_OK else { return .garbled }
                isWhole = false
            }
            stream.pointee.next_out = scratch.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(scratch.count)
            let result = inflate(stream, Z_NO_FLUSH)
            let produced = scratch.count - Int(stream.pointee.avail_out)
            if produced > 0, !each(UnsafeRawBufferPointer(rebasing: scratch[..<produced])) { return .stopped }
            switch result {
            case Z_STREAM_END: isWhole = true
            case Z_OK: if stream.pointee.avail_in == 0, produced < scratch.count { return .well }
            case Z_BUF_ERROR: return .well
            default: return .garbled
            }
        }
    }
}
