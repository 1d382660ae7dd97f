@testable import Net

/// Has a text of so many bytes, and gives it in pieces when it is asked, or holds back after some.
final class PieceSource: Supplier {
    let sockets: WebSockets
    let bytes: [UInt8]
    let piece: Int
    var given = 0
    var holdsAt = Int.max
    var outcomes: [SupplyOutcome] = []
    /// The most that waited in the connection's queue.
    var mostQueued = 0

    init(_ sockets: WebSockets, count: Int, piece: Int) {
        self.sockets = sockets
        bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 26 + 97) }
        self.piece = piece
    }

    func wanted(on connection: Connection) { give(on: connection) }

    func give(on connection: Connection) {
        var outcome = SupplyOutcome.more
        while outcome == .more, given < min(holdsAt, bytes.count) {
            let end = min(given + piece, bytes.count)
            let next = Array(bytes[given..<end])
            outcome = sockets.supply(next.span, on: connection)
            given = end
            outcomes.append(outcome)
            mostQueued = max(mostQueued, sockets.queued(connection))
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
