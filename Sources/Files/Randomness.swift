import CSystem
import Glibc
import Random

/// The system's random source.
public enum Randomness {
    /// From getrandom(2); it waits for the kernel's pool at boot and does not fail for these lengths.
    public static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        bytes.withUnsafeMutableBytes { buffer in
            while done < count {
                let got = getrandom(buffer.baseAddress! + done, min(count - done, 256), 0)
                if got > 0 { done += got }
            }
        }
        return bytes
    }

    /// A name that no other file has: `count` hexadecimal characters.
    public static func name(_ count: Int = 16) -> String { hexadecimal(bytes((count + 1) / 2)) }

    /// A version 4 UUID in lower case (RFC 9562 section 5.4).
    public static func uuid() -> String {
        var random = SystemRandomNumberGenerator()
        return random.uuid()
    }

    /// Two lower-case hexadecimal digits a byte.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension Randomness {
    /// A seed, or any number that nobody can guess.
    public static func number() -> UInt64 { bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
