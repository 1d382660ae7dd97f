import CSystem
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
        let farewell = farewell(record)
        record.pointee.phase = .closing(farewell)
        record.pointee.isPaused = false
        updateInterest(connection, record)
        lookLater(at: farewell, connection, record)
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

    // MARK: How long it may take

    /// Looks at a closing connection in one time that it may stand still.
    private static let looks: Int64 = 5

    /// The one that goes on, or a new one.
    private func farewell(_ record: UnsafeMutablePointer<Record>) -> Farewell {
        if case .closing(let begun) = record.pointee.phase { return begun }
        let now = loop.now.instant
        return Farewell(
            limit: now + settings.closeLimit, taken: system_bytes_acknowledged(record.pointee.descriptor), now: now)
    }

    private func lookLater(at farewell: Farewell, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let next = loop.now.instant + Interval(nanoseconds: settings.closeTimeout.nanoseconds / WebSockets.looks)
        let last = min(farewell.standsSince + settings.closeTimeout, farewell.limit)
        setTimer(connection, record, at: min(next, last))
    }

    /// Whether the peer has taken anything meanwhile. The bytes that the system has, but the peer not yet, count as
    /// waiting: over a thin line they take longer than all else.
    func timeHasCome(for farewell: Farewell, _ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        let now = loop.now.instant
        farewell.look(system_bytes_acknowledged(record.pointee.descriptor), now: now)
        let stands = now - farewell.standsSince >= settings.closeTimeout
        if !stands, now < farewell.limit { return lookLater(at: farewell, connection, record) }
        guard case .closing = record.pointee.phase else { return release(connection, record) }
        let text =
            stands
            ? "the peer did not answer the close frame within \(settings.closeTimeout.milliseconds) ms"
            : "closing took longer than \(settings.closeLimit.milliseconds) ms"
        finish(connection, record, .failed(NetFailure(.closeTimeout, text)))
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
        let farewell = farewell(record)
        farewell.step(now: loop.now.instant)
        farewell.owesEnd = endsFirst
        record.pointee.phase = .lingering(farewell)
        record.pointee.isPaused = false
        lookLater(at: farewell, connection, record)
        updateInterest(connection, record)
        endWritingIfDone(record)
        // What the peer sent meanwhile may be read already.
        loop.callAgain(seat, token: connection.token)
    }

    func endWritingIfDone(_ record: UnsafeMutablePointer<Record>) {
        guard case .lingering(let farewell) = record.pointee.phase, farewell.owesEnd, record.pointee.outbox == nil
        else { return }
        farewell.owesEnd = false
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
