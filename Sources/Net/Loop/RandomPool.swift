import CSystem

// Random numbers from the kernel, drawn by the page: a masking key must not be foreseen (RFC 6455 section 5.3), and a
// system call for each frame would cost more than the frame.

struct RandomPool: RandomNumberGenerator {
    private var words = [UInt64](repeating: 0, count: 256)
    private var position = 256

    mutating func next() -> UInt64 {
        if position == words.count { refill() }
        defer { position += 1 }
        return words[position]
    }

    private mutating func refill() {
        words.withUnsafeMutableBytes { bytes in
            var filled = 0
            while filled < bytes.count {
                let count = getrandom(bytes.baseAddress.map { $0 + filled }, bytes.count - filled, 0)
                if count > 0 { filled += count }
            }
        }
        position = 0
    }
}
