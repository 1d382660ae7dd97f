import WebSocket

// The way in. Bytes are read into the loop's one buffer and decoded there; a message that lies whole in it reaches the
// driver without a copy. Whatever the driver does meanwhile, the record is looked up again after each call.
//
// TCP acknowledges several small segments as soon as they are taken from the socket, by a packet of its own that costs as
// much as an answer. So where they are answered at once they are looked at first, and taken when the answer is out, which
// acknowledges them too.

extension WebSockets {
    /// Reads for one connection before the others have their turn.
    private static let rounds = 8
    /// The most bytes that are looked at.
    private static let glanceSize = 16 << 10

    func receive(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        var record = record
        for _ in 0..<WebSockets.rounds {
            if record.pointee.isPaused { return }
            let glances = record.pointee.glances
            let size = glances ? WebSockets.glanceSize : loop.buffer.count
            let buffer = UnsafeMutableRawBufferPointer(rebasing: loop.buffer[..<size])
            switch glances ? record.pointee.glance(into: buffer) : record.pointee.read(into: buffer) {
            case .moved(let count):
                let known = record.pointee.saw(count, isTaken: !glances)
                traffic.bytesIn &+= count - known
                let messages = feed(buffer, count: count, from: known, connection, record)
                guard let still = table.find(connection) else { return }
                let isAnswered = corked == connection
                still.pointee.glances =
                    settings.answersAtOnce && isAnswered && messages > 1 && still.pointee.tls == nil
                // Else it is taken behind the answer.
                if !isAnswered || count == size { still.pointee.take() }
                guard isReceiving(still) else { return }
                // A plain socket that gave less than it was asked for is empty.
                if still.pointee.tls == nil, count < size { return }
                record = still
            case .blocked: return
            case .ended:
                return finish(connection, record, .failed(NetFailure(.ended, endText(record))))
            case .failed(let failure): return finish(connection, record, .failed(failure))
            }
        }
        // TLS has read more from the socket than it has given out: epoll will not say so.
        if record.pointee.tls?.hasPending == true { loop.callAgain(seat, token: connection.token) }
    }

    /// Nobody reads for now, and the peer has ended, or TLS had something to say. Where nothing is left to read the
    /// connection is over; else that comes first, whenever reading goes on.
    func lookWhilePaused(
        _ connection: Connection, _ record: UnsafeMutablePointer<Record>, peerHasEnded: Bool
    ) {
        switch record.pointee.peek(loop.buffer) {
        case .ended: record.pointee.isPaused = false
        case .failed(let failure): finish(connection, record, .failed(failure))
        case .moved where peerHasEnded:
            record.pointee.endIsNear = true
            updateInterest(connection, record)
        case .moved: break
        // What TLS has to say for itself stood in the way: it is asked again.
        case .blocked: break
        }
    }

    private func isReceiving(_ record: UnsafeMutablePointer<Record>) -> Bool {
        switch record.pointee.phase {
        case .open, .closing: true
        default: false
        }
    }

    private func endText(_ record: UnsafeMutablePointer<Record>) -> String {
        if case .closing = record.pointee.phase {
            return "the peer ended the connection instead of answering the close frame"
        }
        return "the peer ended the connection without a close frame"
    }

    /// Decodes bytes of an open connection, and delivers what they hold. Gives how many messages that were, if it is still
    /// there.
    @discardableResult
    func feed(
        _ buffer: UnsafeMutableRawBufferPointer, count: Int, from start: Int, _ connection: Connection,
        _ record: UnsafeMutablePointer<Record>
    ) -> Int {
        guard start < count else { return 0 }
        var messages = 0
        var record = record
        var position = start
        var wasHeard = false
        let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self)
        while true {
            var span = MutableSpan<UInt8>(_unsafeElements: bytes)
            let limits = record.pointee.isStranger ? limitsOfStrangers : limits
            guard let event = record.pointee.codec.next(&span, at: &position, limits: limits) else { break }
            let isOpen = if case .open = record.pointee.phase { true } else { false }
            switch event {
            case .message(let kind, let payload):
                wasHeard = true
                messages += 1
                if isOpen { deliver(payload, kind, bytes, connection, record) }
            case .ping(let payload):
                if isOpen { payload.withBytes(in: bytes.span) { pong($0, connection, record) } }
            case .pong(let payload):
                guard isOpen, let mark = payload.withBytes(in: bytes.span, WebSockets.mark) else { break }
                wasHeard = true
                driver.ponged(mark: mark, on: connection, tag: record.pointee.tag)
            case .close(let code, let reason):
                peerCloses(connection, record, code: code, reason: reason)
                return messages
            case .failure(let failure):
                fail(connection, record, failure)
                return messages
            }
            guard let still = table.find(connection), isReceiving(still) else { return messages }
            record = still
        }
        if !wasHeard, case .open = record.pointee.phase { driver.heard(on: connection, tag: record.pointee.tag) }
        return messages
    }

    private func deliver(
        _ payload: Codec.Payload, _ kind: MessageKind, _ bytes: UnsafeMutableBufferPointer<UInt8>,
        _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) {
        let tag = record.pointee.tag
        if case .assembled(let buffer) = payload { delivering = buffer }
        defer { delivering = nil }
        payload.withBytes(in: bytes.span) { driver.received($0, kind, on: connection, tag: tag) }
    }

    /// The mark of a pong that answers one of our pings.
    private static func mark(_ payload: Span<UInt8>) -> UInt64? {
        guard payload.count == 8 else { return nil }
        var mark: UInt64 = 0
        for index in payload.indices { mark = mark << 8 | UInt64(payload[index]) }
        return mark
    }
}
