import WebSocket

// A message that is too large to be held whole: its length is told first, its bytes are supplied as the socket takes
// them. Until the last of them no other frame can go, so the supplier always goes on to the end: also after a close frame
// was queued behind the message, and until `supply` says that the connection is gone.

/// Who has the bytes of a message that was begun. The connection holds it until the last byte.
public protocol Supplier: AnyObject {
    /// The socket has taken all that was supplied: `supply` more, now or as soon as it is there.
    func wanted(on connection: Connection)
}

/// What became of a piece.
public enum SupplyOutcome: Hashable, Sendable {
    /// The socket takes more at once.
    case more
    /// It waits; `wanted` follows.
    case later
    /// It was the last: the message is whole, and goes out in order. `writable` follows when all is out.
    case whole
    /// The connection has ended, or no message is under way, or the piece is longer than what was due of it.
    case gone
}

extension WebSockets {
    /// Begins a message of exactly `count` bytes, which is not compressed; `supply` brings them. It takes no more memory
    /// than the pieces, so `maxQueue` does not bound it. Frames that are sent before its end wait behind it, and count
    /// there.
    /// - Returns: `full` while anything waits to be written: `writable` follows.
    public func begin(
        _ kind: MessageKind = .text, count: Int, from supplier: any Supplier, on connection: Connection
    ) -> SendOutcome {
        guard count > 0, let record = openRecord(connection) else { return .notOpen }
        if corked == connection { flush() }
        guard !record.pointee.isWriteBroken else { return .notOpen }
        // Who waits for `writable` has its turn first.
        guard record.pointee.outbox == nil, !record.pointee.owesWritable else {
            record.pointee.owesWritable = true
            return .full
        }
        let outbox = Outbox([])
        let mask = UInt32(truncatingIfNeeded: loop.random.next())
        let begun = outbox.append { record.pointee.codec.begin(kind, count: count, mask: mask, into: &$0) }
        guard let begun else { return .notOpen }
        outbox.begin(begun, from: supplier)
        wait(outbox, connection, record)
        return .accepted
    }

    /// Brings the next bytes of the message that was begun. Never calls the driver or the supplier.
    public func supply(_ piece: Span<UInt8>, on connection: Connection) -> SupplyOutcome {
        guard let record = table.find(connection), let outbox = record.pointee.outbox, outbox.supply(piece) else {
            return .gone
        }
        write(outbox, connection, record)
        guard !record.pointee.isWriteBroken else { return .gone }
        outbox.owesRequest = outbox.isOpen && outbox.count > 0
        if outbox.isDone {
            record.pointee.outbox = nil
            notify(.drained(connection))
        }
        updateInterest(connection, record)
        if !outbox.isOpen { return .whole }
        return outbox.owesRequest ? .later : .more
    }
}
