import Time
import WebSocket

// All connections of one driver on one loop. This file is what the driver calls; the others of this folder are what the
// loop calls, by phase: Connecting, Arriving, Receiving, Sending, Closing, Answering. What has to be told to the driver
// because of its own call waits as a notice until the loop comes round.

/// All the WebSocket connections of one driver on one loop, of both roles, with the plain HTTP that a listener answers
/// beside them. Not Sendable: it lives on its loop's thread.
public final class WebSockets: LoopMember {
    public let loop: Loop
    public let settings: WebSocketSettings
    private(set) var driver: any WebSocketDriver
    let limits: Limits
    let limitsOfStrangers: Limits
    private(set) var seat = Seat(index: -1)
    // What each frame touches is not checked for overlapping accesses at run time. That is safe: while one of these is being
    // changed only codecs and system calls run, and the driver never.
    @exclusivity(unchecked) var table = RecordTable()
    var listeners: [Listener] = []
    var names = NameCache()
    var resolver = Resolver.shared
    /// Bytes of all connections so far, TLS and TCP not counted.
    @exclusivity(unchecked) public internal(set) var traffic = Traffic()
    var sources: SourcePool

    /// Frames gathered for one connection, until the turn ends or another connection sends.
    @exclusivity(unchecked) var cork: [UInt8] = []
    @exclusivity(unchecked) var corked: Connection?
    var isAwaitingFlush = false
    /// The message that the driver is being told of, if it has a buffer of its own.
    var delivering: [UInt8]?

    /// Client handshakes going on, and who waits for a turn at one.
    var turns: HandshakeTurns
    /// Server handshake steps in this turn.
    var steps = (turn: 0, count: 0)

    enum Notice {
        case begin(Connection)
        case congested(Connection)
        /// All that waited went out in a call of the driver's own.
        case drained(Connection)
        case closed(Connection, tag: Int, Ending)
    }
    private var notices: [Notice] = []
    private static let noticeToken: UInt64 = 0xFFFF_FFFF_FFFF

    /// Holds the driver, and is held by the loop, until `shutdown`.
    public init(loop: Loop, driver: any WebSocketDriver, settings: WebSocketSettings = WebSocketSettings()) {
        self.loop = loop
        self.driver = driver
        self.settings = settings
        limits = Limits(frame: settings.maxMessage, message: settings.maxMessage)
        let least = min(settings.maxStrangersMessage ?? settings.maxMessage, settings.maxMessage)
        limitsOfStrangers = Limits(frame: least, message: least)
        sources = settings.sources
        turns = HandshakeTurns(most: settings.maxHandshakes)
        seat = loop.join(self)
    }

    // MARK: Making connections

    /// Begins to connect. `opened` or `closed` follows, never from inside this call.
    /// - Parameter tag: comes back in each call about this connection.
    public func connect(_ request: ConnectRequest, tag: Int) -> Connection {
        let (connection, record) = table.take()
        record.pointee.tag = tag
        record.pointee.phase = .attempting(Attempt(request, now: loop.now.instant))
        notify(.begin(connection))
        return connection
    }

    /// Listens. A port in use is `NetFailure.Code.listen`.
    public func listen(_ settings: ListenSettings) throws(NetFailure) -> Listener {
        let listener = try Listener(settings, of: self)
        listeners.append(listener)
        return listener
    }

    // MARK: Using connections

    /// Sends a message. The bytes are copied into its frame; the frames of one turn leave in one write.
    /// - Parameter compress: false: as it is, although permessage-deflate was agreed on. For what holds a secret, whose
    ///   length would tell of it, and for what does not shrink.
    @discardableResult
    public func send(
        _ message: Span<UInt8>, _ kind: MessageKind = .text, compress: Bool = true, on connection: Connection
    ) -> SendOutcome {
        sendFrame(payload: message.count, on: connection) { record, out, mask in
            record.pointee.codec.send(kind, message, compress: compress, mask: mask, into: &out)
        }
    }

    /// Sends a ping behind all that was sent; `ponged(mark:)` follows once the peer has read up to there.
    @discardableResult
    public func ping(mark: UInt64, on connection: Connection) -> SendOutcome {
        withUnsafeBytes(of: mark.bigEndian) { bytes in
            sendFrame(payload: bytes.count, on: connection) { record, out, mask in
                record.pointee.codec.ping(Span(_unsafeBytes: bytes), mask: mask, into: &out)
            }
        }
    }

    /// A message that `received` is being told of, for who keeps it beyond that call: its own buffer where it has one, else
    /// a copy.
    public func keep(_ message: Span<UInt8>) -> [UInt8] {
        message.withUnsafeBufferPointer { bytes in
            if let delivering, delivering.withUnsafeBufferPointer({ $0.baseAddress == bytes.baseAddress }),
                delivering.count == bytes.count
            {
                return delivering
            }
            return Array(bytes)
        }
    }

    /// Begins the closing handshake: what waits goes out first, then the close frame; no more messages are delivered.
    /// `closed` follows when the peer has closed too or has stood still for `closeTimeout`, after `closeLimit` at the
    /// latest. A connection that is not open yet is given up.
    public func close(_ connection: Connection, code: UInt16 = 1000, reason: String = "") {
        guard let record = table.find(connection) else { return }
        switch record.pointee.phase {
        case .open: beginClosing(connection, record, code: code, reason: reason)
        case .attempting: drop(connection)
        default: break
        }
    }

    /// Drops the connection at once, without a close frame. `closed` follows with `NetFailure.Code.dropped`.
    public func drop(_ connection: Connection) {
        guard let record = table.find(connection) else { return }
        switch record.pointee.phase {
        case .open, .closing, .attempting:
            finish(connection, record, .failed(NetFailure(.dropped, "dropped by this side")))
        default: break
        }
    }

    /// Gives the connection another tag, from the next call on.
    public func retag(_ connection: Connection, _ tag: Int) { table.find(connection)?.pointee.tag = tag }

    /// From its next message on, what comes on this connection may be as large as `maxMessage`.
    public func trust(_ connection: Connection) { table.find(connection)?.pointee.isStranger = false }

    /// Stops reading, so that TCP slows the peer down; `resumeReading` goes on. Messages of bytes that were read
    /// already still come. If the peer ends meanwhile, `closed` comes at once, or behind what is still to be read.
    public func pauseReading(_ connection: Connection) {
        guard let record = openRecord(connection), !record.pointee.isPaused else { return }
        record.pointee.isPaused = true
        // It is told again, and looked at anew: what was to be read before it may have been.
        record.pointee.endIsNear = false
        updateInterest(connection, record)
    }

    public func resumeReading(_ connection: Connection) {
        guard let record = openRecord(connection), record.pointee.isPaused else { return }
        record.pointee.isPaused = false
        updateInterest(connection, record)
        // TLS may hold bytes that the socket does not show.
        if record.pointee.tls != nil { loop.callAgain(seat, token: connection.token) }
    }

    /// Bytes that wait to be written.
    public func queued(_ connection: Connection) -> Int {
        guard let record = table.find(connection) else { return 0 }
        return waiting(connection, record)
    }

    /// The address of the other end; nil once it is gone.
    public func peer(of connection: Connection) -> SocketAddress? {
        openRecord(connection).flatMap { TCPSocket.peerAddress($0.pointee.descriptor) }
    }

    /// The version of TLS that a connection speaks, such as `TLSv1.3`; nil without TLS.
    public func tlsVersion(of connection: Connection) -> String? { table.find(connection)?.pointee.tls?.version }

    /// Connections of all kinds: opening, open, closing, and plain requests under way.
    public var count: Int { table.count }

    /// Drops all connections and listeners without a further call to the driver, which is let go; so is this by the loop.
    public func shutdown() {
        for listener in listeners { listener.close() }
        var all: [Connection] = []
        table.forEach { connection, _ in all.append(connection) }
        for connection in all {
            if let record = table.find(connection) { release(connection, record) }
        }
        notices.removeAll()
        loop.leave(seat)
        driver = Nobody()
    }

    // MARK: What the loop calls

    public func ready(_ token: UInt64, _ readiness: Readiness) {
        if token == WebSockets.noticeToken { return deliverNotices() }
        let connection = Connection(token: token)
        guard let record = table.find(connection) else { return }
        serve(connection, record, readiness)
        // What TLS waits for may be another thing now.
        guard let still = table.find(connection), still.pointee.tls != nil else { return }
        switch still.pointee.phase {
        case .answering: setInterest(.write, connection, still)
        case .open, .closing, .lingering: updateInterest(connection, still)
        case .arriving(let arrival): if case .reading = arrival.stage { updateInterest(connection, still) }
        case .attempting(let attempt): if case .upgrading = attempt.stage { updateInterest(connection, still) }
        case .free: break
        }
    }

    private func serve(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, _ readiness: Readiness) {
        switch record.pointee.phase {
        case .free: break
        case .attempting(let attempt): advance(attempt, connection, record, readiness)
        case .arriving(let arrival): advance(arrival, connection, record)
        case .open, .closing:
            // Epoll says so whether asked or not: reading ends it.
            if readiness.contains(.hangUp) { record.pointee.isPaused = false }
            if record.pointee.isPaused, readiness.contains(.ending) || record.pointee.readAwaitsRoom {
                lookWhilePaused(connection, record, peerHasEnded: readiness.contains(.ending))
                guard table.find(connection) != nil else { return }
            }
            if record.pointee.outbox != nil {
                drain(connection, record)
                // The driver may have dropped it.
                guard table.find(connection) != nil else { return }
            }
            receive(connection, record)
        case .answering(let exchange): advance(exchange, connection, record)
        case .lingering: linger(connection, record)
        }
    }

    public func fired(_ timer: Timer, token: Int) {
        let connection = Connection(token: UInt64(truncatingIfNeeded: token))
        guard let record = table.find(connection) else { return }
        record.pointee.timer = .none
        switch record.pointee.phase {
        case .free: break
        case .open:
            finish(connection, record, .failed(NetFailure(.reset, "the connection takes no more bytes")))
        case .attempting(let attempt): timeHasCome(for: attempt, connection, record)
        case .arriving(let arrival): timeHasCome(for: arrival, connection, record)
        case .closing(let farewell), .lingering(let farewell): timeHasCome(for: farewell, connection, record)
        case .answering: release(connection, record)
        }
    }

    func notify(_ notice: Notice) {
        if notices.isEmpty { loop.callAgain(seat, token: WebSockets.noticeToken) }
        notices.append(notice)
    }

    private func deliverNotices() {
        let due = notices
        notices.removeAll(keepingCapacity: due.count <= 1024)
        for notice in due {
            switch notice {
            case .begin(let connection):
                guard let record = table.find(connection), case .attempting(let attempt) = record.pointee.phase else {
                    continue
                }
                begin(attempt, connection, record)
            case .congested(let connection):
                guard let record = openRecord(connection), record.pointee.outbox != nil else { continue }
                driver.congested(connection, tag: record.pointee.tag)
            case .drained(let connection):
                guard let record = table.find(connection), record.pointee.outbox == nil else { continue }
                drained(connection, record)
            case .closed(let connection, let tag, let ending): driver.closed(connection, tag: tag, ending)
            }
        }
    }

    // MARK: Records

    func openRecord(_ connection: Connection) -> UnsafeMutablePointer<Record>? {
        guard let record = table.find(connection), case .open = record.pointee.phase else { return nil }
        return record
    }

    func setTimer(_ connection: Connection, _ record: UnsafeMutablePointer<Record>, at deadline: Instant) {
        loop.cancel(&record.pointee.timer)
        record.pointee.timer = loop.arm(at: deadline, seat: seat, token: Int(connection.token))
    }

    /// Watches the descriptor for just what is of use now.
    func updateInterest(_ connection: Connection, _ record: UnsafeMutablePointer<Record>) {
        // Who does not read learns of the peer's end all the same.
        var interest: Readiness = !record.pointee.isPaused ? .read : record.pointee.endIsNear ? [] : .ending
        if let outbox = record.pointee.outbox, outbox.count > 0 { interest.insert(.write) }
        if case .answering(let exchange) = record.pointee.phase, exchange.body != nil { interest.insert(.write) }
        setInterest(interest, connection, record)
    }

    func setInterest(
        _ interest: Readiness, _ connection: Connection, _ record: UnsafeMutablePointer<Record>
    ) {
        let interest = record.pointee.crossed(interest)
        guard record.pointee.interest != interest, record.pointee.descriptor >= 0 else { return }
        record.pointee.interest = interest
        loop.rewatch(record.pointee.descriptor, for: interest, seat: seat, token: connection.token)
    }
}

/// Bytes that connections have read and written.
public struct Traffic: Hashable, Sendable {
    public var bytesIn = 0
    public var bytesOut = 0
}

/// The driver of what is shut down.
private final class Nobody: WebSocketDriver {
    func opened(_ connection: Connection, tag: Int, _ opening: Opening) {}
    func received(_ message: Span<UInt8>, _ kind: MessageKind, on connection: Connection, tag: Int) {}
    func closed(_ connection: Connection, tag: Int, _ ending: Ending) {}
}
