import Time
import WebSocket

// The way out. Frames are written behind one another into the cork, which goes to the socket in one write when the turn
// ends or another connection sends; what the socket does not take becomes the connection's outbox, and later frames
// queue there up to the bound.

extension WebSockets: Flusher {
    /// Gathered bytes beyond this are written at once.
    private static let corkSize = 64 << 10
    /// The most bytes written for one connection before the others have their turn.
    private static let drainSize = 1 << 20

    typealias Writer = (_ record: UnsafeMutablePointer<Record>, _ out: inout [UInt8], _ mask: UInt32) -> Bool

    /// Has `write` append one frame where the connection's next bytes belong, if the bound allows.
    func sendFrame(payload: Int, on connection: Connection, _ write: Writer) -> SendOutcome {
        guard let record = openRecord(connection), !record.pointee.isWriteBroken else { return .notOpen }
        let size = payload + 14
        guard size <= settings.maxQueue else { return .tooBig }
        if waiting(connection, record) + size > settings.maxQueue {
            // What waits may be in the cork alone, and the socket free.
            if corked == connection { flush() }
            guard waiting(connection, record) + size <= settings.maxQueue else {
                record.pointee.owesWritable = true
                return .full
            }
        }
        if payload >= WebSockets.corkSize {
            if corked == connection { flush() }
            if record.pointee.isWriteBroken { return .notOpen }
            if record.pointee.outbox == nil {
                return sendLarge(payload: payload, connection, record, write) ? .accepted : .notOpen
            }
        }
        return append(connection, record, write) ? .accepted : .notOpen
    }

    /// A frame that fills a write by itself is written once, and what the socket does not take waits where it is.
    private func sendLarge(
        payload: Int, _ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ write: Writer
    ) -> Bool {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload + 14)
        guard write(record, &bytes, UInt32(truncatingIfNeeded: loop.random.next())) else { return false }
        let written = bytes.withUnsafeBytes { self.write($0, connection, record) }
        if record.pointee.isWriteBroken { return true }
        if written < bytes.count { wait(Outbox(bytes, from: written), connection, record) }
        return true
    }

    /// The socket is full, or a frame has begun: the rest waits for it.
    func wait(_ outbox: Outbox, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        record.pointee.outbox = outbox
        record.pointee.owesWritable = true
        updateInterest(connection, record)
        notify(.congested(connection))
    }

    /// As `sendFrame`, past the bound: for the few control frames that must go.
    @discardableResult
    func append(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ write: Writer) -> Bool {
        let mask = UInt32(truncatingIfNeeded: loop.random.next())
        if let outbox = record.pointee.outbox { return outbox.append { write(record, &$0, mask) } }
        beginCork(connection)
        let written = write(record, &cork, mask)
        if cork.count >= WebSockets.corkSize { flush() }
        return written
    }

    func waiting(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) -> Int {
        (record.pointee.outbox?.waiting ?? 0) + (corked == connection ? cork.count : 0)
    }

    /// From here on the cork is this connection's.
    func beginCork(_ connection: Connection) {
        if corked == connection { return }
        flush()
        corked = connection
        if !isAwaitingFlush {
            isAwaitingFlush = true
            loop.flushers.append(self)
        }
    }

    func turnFlush() {
        isAwaitingFlush = false
        flush()
    }

    /// Writes what the cork holds, and takes what that answers. Never calls the driver.
    func flush() {
        guard let connection = corked else { return }
        corked = nil
        defer { cork.removeAll(keepingCapacity: cork.capacity <= 4 * WebSockets.corkSize) }
        guard let record = table.find(connection) else { return }
        defer { record.pointee.take() }
        guard !record.pointee.isWriteBroken else { return }
        let written = cork.withUnsafeBytes { write($0, connection, record) }
        guard written < cork.count, !record.pointee.isWriteBroken else { return }
        wait(Outbox(cork[written...]), connection, record)
    }

    /// Writes until all is out or the socket blocks; gives the bytes written.
    func write(
        _ bytes: UnsafeRawBufferPointer, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) -> Int {
        var written = 0
        while written < bytes.count {
            switch record.pointee.write(UnsafeRawBufferPointer(rebasing: bytes[written...])) {
            case .moved(let count):
                written += count
                traffic.bytesOut &+= count
            case .blocked: return written
            case .ended, .failed:
                breakOff(connection, record)
                return written
            }
        }
        return written
    }

    /// Nothing can be written any more. The peer's last words may still be there to read, a close frame 1008 among them:
    /// their end ends the connection, or a timer.
    private func breakOff(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        record.pointee.isWriteBroken = true
        record.pointee.outbox = nil
        guard case .open = record.pointee.phase else { return }
        record.pointee.isPaused = false
        updateInterest(connection, record)
        setTimer(connection, record, at: loop.now.instant + settings.closeTimeout)
        loop.callAgain(seat, token: connection.token)
    }

    /// The socket may take more of the outbox.
    func drain(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        guard let outbox = record.pointee.outbox else { return }
        write(outbox, connection, record)
        if record.pointee.isWriteBroken || outbox.isDone {
            record.pointee.outbox = nil
            drained(connection, record)
        } else {
            updateInterest(connection, record)
            outbox.request(on: connection)
        }
    }

    /// Writes what the socket takes of an outbox in one turn. Never calls the driver.
    func write(_ outbox: Outbox, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let written = outbox.withBytes { bytes in
            write(UnsafeRawBufferPointer(rebasing: bytes.prefix(WebSockets.drainSize)), connection, record)
        }
        outbox.consume(written)
        if let pong = outbox.pong, !outbox.hasPong {
            outbox.pong = nil
            append(connection, record) { record, out, mask in
                record.pointee.codec.pong(pong.span, mask: mask, into: &out)
            }
            outbox.markPong()
        }
    }

    /// All is out: whoever waited for that hears of it.
    func drained(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        endWritingIfDone(record)
        updateInterest(connection, record)
        if record.pointee.owesWritable, case .open = record.pointee.phase, !record.pointee.isWriteBroken {
            record.pointee.owesWritable = false
            driver.writable(connection, tag: record.pointee.tag)
        }
    }

    /// Answers a ping. While bytes wait, at most one answer is queued among them, and the newest ping's comes after it.
    func pong(_ payload: Span<UInt8>, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if let outbox = record.pointee.outbox, outbox.hasPong {
            outbox.pong = payload.withUnsafeBufferPointer { Array($0) }
            return
        }
        append(connection, record) { record, out, mask in
            record.pointee.codec.pong(payload, mask: mask, into: &out)
        }
        record.pointee.outbox?.markPong()
    }
}
