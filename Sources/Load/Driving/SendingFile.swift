import Bot
import Drive
import Net

/// A file that one device is sending, part by part and each piece by piece, as the socket takes them: a device that sends
/// costs one piece, however large its file is. Files of a load run are few and read again and again, so that they are in
/// the system's memory: they are read on the loop.
final class SendingFile: Supplier {
    let ticket: Ticket
    private let file: OpenUpload
    private var place = OpenUpload.Place()
    private let wants: (Connection) -> Void
    /// A part is leaving: it goes on to its last byte.
    private(set) var isLeaving = false
    /// Why the part that is leaving can never be whole: what is left of it is filled up.
    private var broken: UploadFault?
    /// No further part begins.
    var isCancelled = false

    /// - Parameter wants: the socket takes more.
    init(_ ticket: Ticket, _ file: OpenUpload, wants: @escaping (Connection) -> Void) {
        self.ticket = ticket
        self.file = file
        self.wants = wants
    }

    func wanted(on connection: Connection) { wants(connection) }

    enum Step {
        /// The socket takes no more now; it will say when.
        case later
        /// A part is with the socket; more follow, unless it was the last.
        case part(isLast: Bool)
        /// The connection is gone.
        case gone
        /// It cannot be read any more. The part that had begun went to its end, and is no base64.
        case failed(String)
    }

    /// Sends what the socket takes, up to the end of one part.
    func goOn(_ sockets: WebSockets, on connection: Connection) -> Step {
        if !isLeaving {
            guard let size = file.frameSize(place.part) else { return .failed("there is no part \(place.part)") }
            guard case .accepted = sockets.begin(count: size, from: self, on: connection) else { return .later }
            isLeaving = true
        }
        while true {
            let piece = piece()
            switch sockets.supply(piece.span, on: connection) {
            case .more: continue
            case .later: return .later
            case .gone: return .gone
            case .whole:
                isLeaving = false
                if let broken { return .failed(broken.text) }
                return .part(isLast: place.part == file.parts)
            }
        }
    }

    private func piece() -> [UInt8] {
        do throws(UploadFault) {
            return try file.piece(at: &place)
        } catch {
            broken = error
            return file.filling(at: &place)
        }
    }
}
