import WebSocket

/// Bytes that a socket did not take yet, in order. It exists only while there are any, or while more of a frame that is
/// under way is due. What is sent meanwhile waits behind that frame.
final class Outbox {
    private(set) var bytes: [UInt8]
    private var start = 0
    /// A frame whose payload comes piece by piece.
    private var frame: FrameInPieces?
    private var supplier: (any Supplier)?
    /// All that `bytes` held is out: the supplier is to be asked for more.
    var owesRequest = false
    /// Whole frames that go after the one under way.
    private var behind: [UInt8] = []
    /// Where the newest queued pong ends, counted from the start of `bytes`: until it is out, a newer ping's answer waits
    /// in `pong` (RFC 6455 section 5.5.3 lets the newest stand for all), so that pings cannot fill the queue of a peer
    /// that never reads.
    private var pongEnd = 0
    var pong: [UInt8]?

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// Takes the buffer over as it is; what stands before `start` is out already.
    init(_ bytes: consuming [UInt8], from start: Int) {
        self.bytes = bytes
        self.start = start
    }

    /// Bytes that may go to the socket now.
    var count: Int { bytes.count - start }
    /// All bytes that are here.
    var waiting: Int { count + behind.count }
    /// A frame is under way, and more of it is due.
    var isOpen: Bool { frame != nil }
    /// Nothing is left, and nothing is due.
    var isDone: Bool { waiting == 0 && !isOpen }

    var hasPong: Bool { pongEnd > start }

    func markPong() { pongEnd = bytes.count + (frame?.remaining ?? 0) + behind.count }

    /// Has `write` append a frame where it belongs.
    func append<Result>(_ write: (inout [UInt8]) -> Result) -> Result { isOpen ? write(&behind) : write(&bytes) }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    func consume(_ count: Int) {
        start += count
        // Moving the rest down costs less than it frees once half of it is gone.
        if start == bytes.count || start > 64 << 10 && start > bytes.count / 2 {
            bytes.removeFirst(start)
            pongEnd = max(0, pongEnd - start)
            start = 0
        }
    }

    // MARK: A frame under way

    /// A frame's header was appended; its payload is the supplier's.
    func begin(_ frame: FrameInPieces, from supplier: any Supplier) {
        guard frame.remaining > 0 else { return }
        self.frame = frame
        self.supplier = supplier
    }

    /// Takes the next piece of the frame under way; false: it has no room for it, or there is none.
    func supply(_ piece: Span<UInt8>) -> Bool {
        guard var frame, frame.write(piece, into: &bytes) else { return false }
        if frame.remaining > 0 {
            self.frame = frame
        } else {
            self.frame = nil
            supplier = nil
            bytes += behind
            behind = []
        }
        return true
    }

    /// Asks the supplier for more, if that is due.
    func request(on connection: Connection) {
        guard owesRequest, count == 0, let supplier else { return }
        owesRequest = false
        supplier.wanted(on: connection)
    }
}
