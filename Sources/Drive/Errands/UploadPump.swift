import Bot
import Files
import Hermes
import Media
import Net

/// Sends one file in parts as the socket takes them. Its rule: the next part is read while the one before it leaves, and
/// goes only when next to nothing waits in the socket's queue; so a file of any size costs the memory of two parts, and
/// what the bot says meanwhile goes between them.
final class UploadPump {
    /// Bytes that may wait in the socket's queue when a part goes: less than what is gathered for one write, so that
    /// whenever more waits, the socket is full and `writable` will come.
    private static let low = 32 << 10

    private let upload: Upload
    private let path: String
    private let isOffer: Bool
    private unowned let driven: Driven
    private let done: (String?) -> Void
    private var file: OpenUpload?
    /// The next part's frame, ready to go.
    private var frame: [UInt8]?
    private var isReading = false
    private var hasEnded = false
    /// Parts that were read, and those that went.
    private var read = 0
    private var sent = 0
    /// Parts that may go; nil: all.
    private var credit: Int?

    init(_ upload: Upload, path: String, isOffer: Bool, driven: Driven, done: @escaping (String?) -> Void) {
        self.upload = upload
        self.path = path
        self.isOffer = isOffer
        self.driven = driven
        self.done = done
        credit = upload.credit
    }

    func start() {
        let here = OnLoop(self, loop: driven.stage.loop)
        let upload = upload
        let path = path
        driven.stage.worker.perform {
            let opened = OpenUpload.open(path, upload)
            here.perform { $0.opened(opened) }
        }
    }

    func allow(_ count: Int) {
        credit = (credit ?? 0) + count
        goOn()
    }

    /// The socket takes more.
    func goOn() {
        guard !hasEnded, let file else { return }
        if let frame, credit ?? 1 > 0, let connection = driven.connection,
            driven.stage.sockets.queued(connection) <= Self.low
        {
            self.frame = nil
            send(frame, of: file)
        }
        readAhead(file)
    }

    func end() { hasEnded = true }

    private func opened(_ opened: Result<OpenUpload, UploadFault>) {
        if hasEnded { return }
        switch opened {
        case .failure(let fault): finish(fault.text)
        case .success(let file):
            self.file = file
            let stage = driven.stage
            for remark in file.remarks {
                stage.journal.log(remark.level, remark.text, bot: driven.name, at: stage.loop.now.wall)
            }
            if isOffer { offer(file) } else { readAhead(file) }
        }
    }

    private func offer(_ file: OpenUpload) {
        guard let url = driven.offer(path: path, mime: file.head.mime ?? "application/octet-stream") else {
            finish("this bot serves no files by URL")
            return
        }
        var frame: [UInt8] = []
        file.head.encode(url: url, into: &frame)
        driven.sendPart(frame)
        finish(nil)
    }

    private func readAhead(_ file: OpenUpload) {
        guard !hasEnded, !isReading, frame == nil, read < file.parts else { return }
        isReading = true
        let here = OnLoop(self, loop: driven.stage.loop)
        let part = read
        driven.stage.worker.perform {
            let frame = file.frame(part)
            here.perform { $0.have(frame) }
        }
    }

    private func have(_ frame: Result<[UInt8], UploadFault>) {
        isReading = false
        if hasEnded { return }
        switch frame {
        case .failure(let fault): finish(fault.text)
        case .success(let frame):
            read += 1
            self.frame = frame
            goOn()
        }
    }

    private func send(_ frame: consuming [UInt8], of file: OpenUpload) {
        driven.sendPart(frame)
        // The queue was full after all: the connection is gone, and this pump with it.
        if hasEnded { return }
        sent += 1
        if let credit { self.credit = credit - 1 }
        let size = min(file.size, sent * upload.partSize)
        driven.stage.journal.show(
            TransferProgress(
                way: .sending, what: file.head.filename ?? file.head.kind, done: size, total: file.size),
            at: driven.stage.loop.now.instant)
        if sent == file.parts { finish(nil) }
    }

    private func finish(_ failure: String?) {
        hasEnded = true
        done(failure)
    }
}

public struct UploadFault: Error, Sendable {
    public var text: String
}
