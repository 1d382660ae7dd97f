// The proof that a peer speaks WebSocket and not just HTTP: a nonce one way, its hash the other (RFC 6455 section 4.1
// and 4.2.2). The names end in the header fields that carry them.

/// The value of `Sec-WebSocket-Key`.
struct HandshakeKey: Equatable, Sendable {
    let text: String

    /// - Parameter nonce: 16 random bytes, fresh for each attempt.
    init(nonce: (UInt64, UInt64)) {
        var bytes: [UInt8] = []
        for word in [nonce.0, nonce.1] {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        text = Self.base64(bytes)
    }

    /// nil: not the base64 of 16 bytes.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes.suffix(2) == [0x3D, 0x3D] else { return nil }
        guard bytes.prefix(22).allSatisfy({ Self.alphabet.contains($0) }) else { return nil }
        self.text = text
    }

    /// The value of `Sec-WebSocket-Accept`.
    var accept: String {
        Self.base64(SHA1.digest(Array((text + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var word = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            word <<= UInt32(8 * (3 - group.count))
            for index in 0..<4 {
                let isPadding = index > group.count
                text.append(isPadding ? 0x3D : alphabet[Int(word >> UInt32(18 - 6 * index) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
