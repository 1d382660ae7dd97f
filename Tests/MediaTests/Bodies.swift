import CZlib

/// Bodies in encodings.
enum Bodies {
    static let helloBrotli = hex("8b068048656c6c6f2c2062726f746c692103")
    /// 64 million zeros.
    static let bombBrotli = hex(
        "cfffff7ff82700e2b14020f7fe9ffffffff04f00c4610180eefd3fffffffe19f0088c32200ddfbfffc7f84c63f0110870500ba87d0")

    private static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// RFC 1952, of bytes, as often as `times`.
    static func gzip(_ bytes: [UInt8], times: Int = 1) -> [UInt8] {
        var stream = z_stream()
        let version = zlibVersion()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, version, size) == Z_OK else {
            return []
        }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        var packed: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        for time in 1...times {
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                repeat {
                    buffer.withUnsafeMutableBufferPointer { output in
                        stream.next_out = output.baseAddress
                        stream.avail_out = UInt32(output.count)
                        _ = deflate(&stream, time == times ? Z_FINISH : Z_NO_FLUSH)
                        packed += output[..<(output.count - Int(stream.avail_out))]
                    }
                } while stream.avail_out == 0
            }
        }
        return packed
    }
}
