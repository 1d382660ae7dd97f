import Bot
import Files
import Hermes
import Media
import Net

/// Sends one file in parts as the socket takes them: at most one part is ready beside what the socket's queue holds, so
/// that a large file costs the memory of two parts.
final class UploadPump {
    private enum State {
        case opening
        /// A part is being read and encoded on the worker.
        case reading
        /// The next part may be read as soon as the socket's queue is empty and there is credit.
        case waiting
        case ended
    }

    private let upload: Upload
    private let path: String
    private let isOffer: Bool
    private unowned let driven: Driven
    private let done: (String?) -> Void
    private var state = State.opening
    private var next = 0
    private var file: OpenUpload?
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
        guard state == .waiting, let file, credit ?? 1 > 0 else { return }
        guard let connection = driven.connection, driven.stage.sockets.queued(connection) == 0 else { return }
        state = .reading
        let here = OnLoop(self, loop: driven.stage.loop)
        let part = next
        driven.stage.worker.perform {
            let frame = file.frame(part)
            here.perform { $0.read(frame) }
        }
    }

    func end() { state = .ended }

    private func opened(_ opened: Result<OpenUpload, UploadFault>) {
        guard state == .opening else { return }
        switch opened {
        case .failure(let fault): finish(fault.text)
        case .success(let file):
            self.file = file
            if isOffer {
                offer(file)
            } else {
                state = .waiting
                goOn()
            }
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

    private func read(_ frame: Result<[UInt8], UploadFault>) {
        guard state == .reading, let file else { return }
        switch frame {
        case .failure(let fault): finish(fault.text)
        case .success(let frame):
            driven.sendPart(frame)
            if state == .ended { return }
            next += 1
            if let credit { self.credit = credit - 1 }
            if next == file.parts {
                finish(nil)
            } else {
                state = .waiting
                goOn()
            }
        }
    }

    private func finish(_ failure: String?) {
        state = .ended
        done(failure)
    }
}

public struct UploadFault: Error, Sendable {
    public var text: String
}
