import CSystem
import WebSocket

// What one connection costs: this record, in a slab, and nothing else while it is open and idle. What a phase needs
// beside it is boxed in the phase's case and freed with it.

struct Record: ~Copyable {
    enum Phase {
        case free
        /// A client's connection on its way to being open.
        case attempting(Attempt)
        /// A server's connection before its request is judged.
        case arriving(Arrival)
        case open
        /// Our close frame is out, the peer's is due. The driver is told when it has come.
        case closing(Farewell)
        /// A plain request is being answered; the driver knows nothing of it.
        case answering(Exchange)
        /// All is said, the driver too: what waits goes out, and the peer's end is waited for.
        case lingering(Farewell)
    }

    var descriptor: Int32 = -1
    var generation: UInt32 = 1
    var tag = 0
    var codec = Codec(role: .client)
    var tls: TLSStream?
    var phase = Phase.free
    var outbox: Outbox?
    var timer = Timer.none
    /// What the descriptor is watched for.
    var interest: Readiness = []
    var isPaused = false
    /// The peer has ended its direction, and what it said before is still to be read: it need not be told again.
    var endIsNear = false
    /// A listener accepted it, and the driver does not trust it yet.
    var isStranger = false
    /// A write met a connection that is gone: nothing is written any more, but what has arrived is still read.
    var isWriteBroken = false
    /// TLS has something of its own to say before it can be read on, or to hear before it can be written on.
    var readAwaitsRoom = false
    var writeAwaitsBytes = false
    /// `congested` was told, or a `send` was refused: `writable` is due.
    var owesWritable = false
    /// What comes is looked at, and taken when its answer is out.
    var glances = false
    /// Bytes at the head of the socket's queue that were looked at and not taken.
    private(set) var untaken: UInt16 = 0

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        read(into: buffer, taking: true)
    }

    /// What a read would come to, by one byte that stays where it is.
    mutating func peek(_ buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        // What was looked at already is not what comes next.
        take()
        return read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1)), taking: false)
    }

    private mutating func read(into buffer: UnsafeMutableRawBufferPointer, taking: Bool) -> Transfer {
        guard let tls else { return TCPSocket.read(descriptor, into: buffer, taking: taking) }
        let transfer = tls.read(into: buffer, taking: taking)
        readAwaitsRoom = transfer == .blocked && tls.awaitsRoom
        return transfer
    }

    /// Reads the first bytes of the socket's queue and leaves them there.
    func glance(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        TCPSocket.read(descriptor, into: buffer, taking: false)
    }

    /// Keeps account of bytes that were read, and still lie in the socket's queue or not. Gives how many of them, the first,
    /// had been looked at before.
    mutating func saw(_ count: Int, isTaken: Bool) -> Int {
        let known = min(count, Int(untaken))
        if isTaken { untaken -= UInt16(known) } else { untaken = max(untaken, UInt16(clamping: count)) }
        return known
    }

    /// Takes what was looked at.
    mutating func take() {
        guard untaken > 0 else { return }
        untaken -= UInt16(clamping: min(Int(untaken), TCPSocket.skip(descriptor, Int(untaken))))
    }

    mutating func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        guard let tls else { return TCPSocket.write(descriptor, bytes) }
        let transfer = tls.write(bytes)
        writeAwaitsBytes = transfer == .blocked && tls.awaitsBytes
        return transfer
    }

    /// What the descriptor must be watched for, so that it is ready when that is of use.
    func crossed(_ interest: Readiness) -> Readiness {
        if readAwaitsRoom, !interest.isDisjoint(with: [.read, .ending]) {
            return interest.subtracting([.read, .ending]).union(.write)
        }
        if writeAwaitsBytes, interest.contains(.write) { return interest.subtracting(.write).union(.read) }
        return interest
    }
}

/// The slab: records by slot, in blocks that never move.
struct RecordTable: ~Copyable {
    private static let blockSize = 256
    private var blocks: [UnsafeMutablePointer<Record>] = []
    private var freeSlots: [UInt32] = []
    /// Records in use.
    private(set) var count = 0

    deinit {
        for block in blocks {
            block.deinitialize(count: RecordTable.blockSize)
            block.deallocate()
        }
    }

    private func record(_ slot: UInt32) -> UnsafeMutablePointer<Record> {
        blocks[Int(slot) / RecordTable.blockSize] + Int(slot) % RecordTable.blockSize
    }

    /// The record of a connection that has not ended; nil for a handle of one that has.
    func find(_ connection: Connection) -> UnsafeMutablePointer<Record>? {
        guard Int(connection.slot) < blocks.count * RecordTable.blockSize else { return nil }
        let record = record(connection.slot)
        guard record.pointee.generation == connection.generation else { return nil }
        if case .free = record.pointee.phase { return nil }
        return record
    }

    /// A fresh record.
    mutating func take() -> (Connection, UnsafeMutablePointer<Record>) {
        if freeSlots.isEmpty { grow() }
        let slot = freeSlots.removeLast()
        count += 1
        let record = record(slot)
        return (Connection(slot: slot, generation: record.pointee.generation), record)
    }

    /// Gives a record back; its handle is spent.
    mutating func free(_ connection: Connection) {
        let record = record(connection.slot)
        let generation = (record.pointee.generation &+ 1) & 0xFF_FFFF
        record.pointee = Record()
        record.pointee.generation = max(1, generation)
        freeSlots.append(connection.slot)
        count -= 1
    }

    private mutating func grow() {
        let block = UnsafeMutablePointer<Record>.allocate(capacity: RecordTable.blockSize)
        let first = UInt32(blocks.count * RecordTable.blockSize)
        for index in 0..<RecordTable.blockSize { (block + index).initialize(to: Record()) }
        blocks.append(block)
        for index in (0..<UInt32(RecordTable.blockSize)).reversed() { freeSlots.append(first + index) }
    }

    /// Calls `body` with each connection that has not ended.
    func forEach(_ body: (Connection, UnsafeMutablePointer<Record>) -> Void) {
        for slot in 0..<UInt32(blocks.count * RecordTable.blockSize) {
            let record = record(slot)
            if case .free = record.pointee.phase { continue }
            body(Connection(slot: slot, generation: record.pointee.generation), record)
        }
    }
}
