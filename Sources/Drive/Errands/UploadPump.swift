import Bot
import Files
import Hermes
import Media
import Net

/// Sends one file in parts, each read as the socket takes it. Its rule: a part's frame begins when nothing waits in the
/// socket's queue, the system has the part in its memory and its first piece is there; then it goes on to its last byte,
/// whatever becomes of the transfer, and waits for nothing but the socket. The next piece is read while the one before it
/// leaves. So a file of any size costs the memory of a few pieces, and what the bot says meanwhile goes between two parts.
final class UploadPump: Supplier {
    private let upload: Upload
    private let path: String
    private let isOffer: Bool
    private weak var driven: Driven?
    private let stage: Stage
    private let done: (String?) -> Void
    private var file: OpenUpload?
    /// What is to be read next, and what was read and may go.
    private var place = OpenUpload.Place()
    private var piece: [UInt8]?
    private var isReading = false
    /// Parts that the system has in its memory, or had: those before this one.
    private var fetched = 0
    private var hasEnded = false
    /// Why the part that is leaving can never be whole: what is left of it is filled up.
    private var broken: UploadFault?
    /// Why there is no part behind the one that is leaving.
    private var cut: UploadFault?
    /// The peer has parts of a transfer that was cancelled, and is to be told so.
    private var owesWord = false
    /// The connection on which a part is leaving, and whether the socket takes more of it now.
    private var leaving: Connection?
    private var isWanted = false
    /// Bytes of the frame that is leaving, kept for a recording alone.
    private var recorded: [UInt8] = []
    /// Parts that went.
    private var sent = 0
    /// Parts that may go; nil: all.
    private var credit: Int?
    /// The most bytes that were held at once, so far.
    private(set) var mostHeld = 0

    init(_ upload: Upload, path: String, isOffer: Bool, driven: Driven, done: @escaping (String?) -> Void) {
        self.upload = upload
        self.path = path
        self.isOffer = isOffer
        self.driven = driven
        self.done = done
        stage = driven.stage
        credit = upload.credit
    }

    func start() {
        let here = OnLoop(self, loop: stage.loop)
        let upload = upload
        let path = path
        stage.worker.perform {
            let opened = OpenUpload.open(path, upload)
            here.perform { $0.opened(opened) }
        }
    }

    func allow(_ count: Int) {
        credit = (credit ?? 0) + count
        goOn()
    }

    /// No further part begins. One that is leaving goes on to its end: nothing else can go before that.
    func end() { hasEnded = true }

    /// As `end`, while the connection goes on: the peer is told.
    func cancel() {
        guard !hasEnded else { return }
        hasEnded = true
        owesWord = true
        if leaving == nil { sayThatItEnds() }
    }

    private func finish(_ failure: String?) {
        hasEnded = true
        done(failure)
    }

    /// A peer that has some parts and gets no more would keep them until it loses patience: one that is no base64 has it
    /// drop them now (protocol.md, Media).
    private func sayThatItEnds() {
        guard sent > 0, let file, sent < file.parts, let driven, driven.connection != nil else { return }
        driven.sendRaw(file.breakingPart(sent))
    }

    // MARK: Reading

    private func opened(_ opened: Result<OpenUpload, UploadFault>) {
        guard !hasEnded, let driven else { return }
        switch opened {
        case .failure(let fault): finish(fault.text)
        case .success(let file):
            self.file = file
            for remark in file.remarks {
                stage.journal.log(remark.level, remark.text, bot: driven.name, at: stage.loop.now.wall)
            }
            if isOffer { offer(file, by: driven) } else { readAhead(file) }
        }
    }

    private func offer(_ file: OpenUpload, by driven: Driven) {
        guard let url = driven.offer(path: path, mime: file.head.mime ?? "application/octet-stream") else {
            return finish("this bot serves no files by URL")
        }
        var frame: [UInt8] = []
        file.head.encode(url: url, into: &frame)
        driven.sendRaw(frame)
        finish(nil)
    }

    private func readAhead(_ file: OpenUpload) {
        let isDue = hasEnded || broken != nil ? leaving != nil && place.part == sent : place.part < file.parts
        guard isDue, !isReading, piece == nil, cut == nil else { return }
        if broken != nil {
            piece = file.filling(at: &place)
            return
        }
        isReading = true
        if place.part >= fetched { return fetch(file, from: 0) }
        let here = OnLoop(self, loop: stage.loop)
        let from = place
        let read: @Sendable () -> Void = {
            var place = from
            do throws(UploadFault) {
                let piece = try file.piece(at: &place)
                here.perform { [place] in $0.have(piece, upTo: place) }
            } catch {
                here.perform { $0.cannotRead(error) }
            }
        }
        // Where the system gives no further thread, the worker, which may wait for a disk, is better than nobody.
        if !stage.reader.perform(read) { stage.worker.perform(read) }
    }

    /// Waits, where that is to be waited for, until the part is in the system's memory.
    private func fetch(_ file: OpenUpload, from offset: Int) {
        let here = OnLoop(self, loop: stage.loop)
        let part = place.part
        stage.worker.perform {
            do throws(UploadFault) {
                let next = try file.fetch(part, from: offset)
                here.perform { $0.fetched(file, upTo: next) }
            } catch {
                here.perform { $0.cannotRead(error) }
            }
        }
    }

    private func fetched(_ file: OpenUpload, upTo next: Int?) {
        if let next, !hasEnded { return fetch(file, from: next) }
        isReading = false
        fetched = place.part + 1
        goOn()
    }

    private func have(_ piece: [UInt8], upTo place: OpenUpload.Place) {
        isReading = false
        self.piece = piece
        self.place = place
        goOn()
    }

    private func cannotRead(_ fault: UploadFault) {
        isReading = false
        if leaving == nil {
            if !hasEnded { giveUp(fault) }
        } else if place.part > sent {
            cut = fault
        } else {
            broken = fault
            if let file { readAhead(file) }
            goOn()
        }
    }

    private func giveUp(_ fault: UploadFault) {
        sayThatItEnds()
        finish(fault.text)
    }

    // MARK: Sending

    func wanted(on connection: Connection) {
        guard leaving == connection else { return }
        isWanted = true
        goOn()
    }

    /// Something has changed: a piece is there, the socket takes more, a part may go.
    func goOn() {
        guard let file else { return }
        if leaving == nil, !begin(file) { return readAhead(file) }
        while isWanted, let piece, let connection = leaving {
            self.piece = nil
            readAhead(file)
            supply(piece, of: file, on: connection)
        }
        readAhead(file)
    }

    /// Whether the next part has begun.
    private func begin(_ file: OpenUpload) -> Bool {
        guard !hasEnded, piece != nil, credit ?? 1 > 0, let size = file.frameSize(sent), let driven,
            let connection = driven.connection,
            // If it is full, `writable` will follow; if it is not open, its end.
            case .accepted = stage.sockets.begin(count: size, from: self, on: connection)
        else { return false }
        leaving = connection
        isWanted = true
        driven.said(part: file.outgoing(sent))
        return true
    }

    private func supply(_ piece: [UInt8], of file: OpenUpload, on connection: Connection) {
        if let driven, driven.recording != nil { recorded += piece }
        let outcome = stage.sockets.supply(piece.span, on: connection)
        // The piece, what waits of it, and the one that is being read.
        mostHeld = max(mostHeld, piece.count + stage.sockets.queued(connection) + (isReading ? 2 * piece.count : 0))
        isWanted = outcome == .more
        switch outcome {
        case .more, .later: break
        case .whole:
            leaving = nil
            went(file)
        case .gone:
            leaving = nil
            recorded = []
        }
    }

    /// A part is whole with the socket.
    private func went(_ file: OpenUpload) {
        if !recorded.isEmpty { driven?.record(part: recorded) }
        recorded = []
        sent += 1
        if hasEnded {
            if owesWord { sayThatItEnds() }
            return
        }
        if let broken { return finish(broken.text) }
        if let cut { return giveUp(cut) }
        if let credit { self.credit = credit - 1 }
        let size = min(file.size, sent * upload.partSize)
        stage.journal.show(
            TransferProgress(
                way: .sending, what: file.head.filename ?? file.head.kind, done: size, total: file.size),
            at: stage.loop.now.instant)
        if sent == file.parts { finish(nil) }
    }
}

public struct UploadFault: Error, Sendable {
    public var text: String
}
