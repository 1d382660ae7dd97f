import CZlib

/// Bodies in encodings.
enum Bodies {
    static let helloBrotli = hex("8b068048656c6c6f2c2062726f746c692103")
    /// 64 million zeros, with a window of 4 MiB.
    static let bombBrotli = hex(
        "cbffff3f002400e2b14072effff8ffff078004401c1680eefd1fffffff00900088c302d0bdffe3ffff1f001200715800baf77ffcffff0340"
            + "02200e0b40f7fe8fffff7f004800c46101e8defff1ffff0f000980382c00ddfbbffc7f84022001108705a07b0805")
    /// The same with a window of 16 MiB.
    static let wideBrotli = hex(
        "cfffff7f002400e2b14072effff9ffff0f8004401c1680eefd3fffffff01900088c302d0bdffcfff4768001200715800ba87d0")

    private static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// RFC 1952, of bytes, as often as `times`; or zlib's format with `window` 15, or raw deflate with -15.
    static func gzip(_ bytes: [UInt8], times: Int = 1, window: Int32 = 15 + 16) -> [UInt8] {
        var stream = z_stream()
        let version = zlibVersion()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY, version, size) == Z_OK else {
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
