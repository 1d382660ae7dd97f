/// Bytes that a socket did not take yet, in order. It exists only while there are any.
final class Outbox {
    var bytes: [UInt8]
    private var start = 0
    /// Where the newest queued pong ends: until it is out, a newer ping's answer waits in `pong` (RFC 6455 section 5.5.3
    /// lets the newest stand for all), so that pings cannot fill the queue of a peer that never reads.
    private var pongEnd = 0
    var pong: [UInt8]?

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// Takes the buffer over as it is; what stands before `start` is out already.
    init(_ bytes: consuming [UInt8], from start: Int) {
        self.bytes = bytes
        self.start = start
    }

    var count: Int { bytes.count - start }

    var hasPong: Bool { pongEnd > start }

    func markPong() { pongEnd = bytes.count }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    func consume(_ count: Int) {
        start += count
        // Moving the rest down costs less than it frees once half of it is gone.
        if start > 64 << 10, start > bytes.count / 2 {
            bytes.removeFirst(start)
            pongEnd = max(0, pongEnd - start)
            start = 0
        }
    }
}
