import Time
import WebSocket

// The ends of a connection. `finish` tells the driver, once, and frees the record; after a close handshake or a failure
// that the peer is to learn of, the record lingers, unknown to the driver, until the peer has read the last bytes.

extension WebSockets {
    /// Our side begins the closing handshake.
    func beginClosing(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, code: UInt16, reason: String) {
        append(connection, record) { record, out, mask in
            record.pointee.codec.close(code: code, reason: reason, mask: mask, into: &out)
        }
        record.pointee.phase = .closing
        record.pointee.isPaused = false
        updateInterest(connection, record)
        setTimer(connection, record, at: loop.now.instant + settings.closeTimeout)
        if record.pointee.tls != nil { loop.callAgain(seat, token: connection.token) }
    }

    /// The peer's close frame came: it is answered, unless it is an answer itself.
    func peerCloses(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, code: UInt16, reason: String) {
        append(connection, record) { record, out, mask in
            record.pointee.codec.close(code: code, mask: mask, into: &out)
        }
        // The server ends TCP first (RFC 6455 section 7.1.1).
        finishLingering(
            connection, record, .close(code: code, reason: reason), endsFirst: record.pointee.codec.role == .server)
    }

    /// The peer broke the protocol: it is told which rule, and the connection ends.
    func fail(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ failure: Failure) {
        append(connection, record) { record, out, mask in
            record.pointee.codec.close(code: failure.closeCode, reason: failure.description, mask: mask, into: &out)
        }
        let text = "the peer broke the protocol: \(failure); closed with \(failure.closeCode)"
        finishLingering(connection, record, .failed(NetFailure(.protocol, text)), endsFirst: true)
    }

    /// Tells the driver and frees the record.
    func finish(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ ending: Ending) {
        notify(.closed(connection, tag: record.pointee.tag, ending))
        release(connection, record)
    }

    private func finishLingering(
        _ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ ending: Ending, endsFirst: Bool
    ) {
        notify(.closed(connection, tag: record.pointee.tag, ending))
        beginLingering(connection, record, endsFirst: endsFirst)
    }

    /// Sends what waits and then, or when the peer has ended, ends.
    func beginLingering(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, endsFirst: Bool) {
        if corked == connection { flush() }
        record.pointee.phase = .lingering
        record.pointee.isPaused = false
        // From here on it says: our direction is to be ended once all is out.
        record.pointee.owesWritable = endsFirst
        setTimer(connection, record, at: loop.now.instant + settings.closeTimeout)
        updateInterest(connection, record)
        endWritingIfDone(record)
        // What the peer sent meanwhile may be read already.
        loop.callAgain(seat, token: connection.token)
    }

    func endWritingIfDone(_ record: UnsafeMutablePointer<Record>) {
        guard case .lingering = record.pointee.phase, record.pointee.owesWritable, record.pointee.outbox == nil else {
            return
        }
        record.pointee.owesWritable = false
        record.pointee.tls?.sendEnd()
        TCPSocket.endWriting(record.pointee.descriptor)
    }

    /// Reads and forgets until the peer ends, so that our last bytes are not lost to a reset (RFC 9112 section 9.6).
    func linger(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        if record.pointee.outbox != nil {
            drain(connection, record)
            // The supplier of a message may have shut everything down.
            guard table.find(connection) != nil else { return }
        }
        for _ in 0..<8 {
            switch record.pointee.read(into: loop.buffer) {
            case .moved: continue
            case .blocked: return
            case .ended, .failed: return release(connection, record)
            }
        }
        if record.pointee.tls?.hasPending == true { loop.callAgain(seat, token: connection.token) }
    }

    /// Frees all that a connection holds. The driver is not told.
    func release(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        // A write that fails arms a timer.
        if corked == connection { flush() }
        loop.cancel(&record.pointee.timer)
        if case .attempting(let attempt) = record.pointee.phase {
            if case .racing(_, let contenders) = attempt.stage {
                for contender in contenders { TCPSocket.close(contender.descriptor) }
            }
            releaseTurn(attempt)
        }
        if let tls = record.pointee.tls {
            if !record.pointee.isWriteBroken { tls.sendEnd() }
            tls.free()
        }
        if record.pointee.descriptor >= 0 { TCPSocket.close(record.pointee.descriptor) }
        table.free(connection)
        for listener in listeners where listener.isFull { listener.resume() }
    }
}
