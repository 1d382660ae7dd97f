import Bot
import Files
import Hermes
import Media
import Net

/// The files that one bot receives. A part's message goes to the worker as it came, which decodes it into the file piece by
/// piece. While a large one is there, no more is read, so that a file of any size costs the memory of one message.
final class Received {
    private let settings: Errands.Settings
    /// What the rule file's own paths are relative to.
    private let folder: String
    private let stage: Stage
    private weak var driven: Driven?
    private var incoming: [Ticket: Incoming] = [:]
    /// Bytes of messages that wait for the worker.
    private var waiting = 0 {
        didSet { mostHeld = max(mostHeld, waiting) }
    }
    /// The most of them at once, so far.
    private(set) var mostHeld = 0
    private var isPaused = false
    /// While more bytes than that wait, the connection is read no further.
    private static let mostWaiting = 1 << 20

    init(settings: Errands.Settings, folder: String, stage: Stage, driven: Driven?) {
        self.settings = settings
        self.folder = folder
        self.stage = stage
        self.driven = driven
    }

    private func tell(_ event: Event) { driven?.tell(event) }

    /// - Parameter base64: where the part lies in the message, which is being received.
    func keep(_ ticket: Ticket, part: Int, _ base64: Base64Field, of message: Span<UInt8>) {
        let file = incoming[ticket] ?? settings.inbox.begin()
        incoming[ticket] = file
        let message = stage.sockets.keep(message)
        wait(for: message.count)
        let here = OnLoop(self, loop: stage.loop)
        stage.worker.perform { [message] in
            do throws(Incoming.Fault) {
                try file.keep(
                    part: part, base64: message.span.extracting(base64.range), hasEscapes: base64.hasEscapes)
            } catch {
                let reason =
                    switch error {
                    case .file(let fault): "\(fault)"
                    case .base64(let fault): "part \(part + 1) is no base64: \(fault)"
                    }
                here.perform { $0.failed(ticket, reason) }
            }
        }
        // Apart from that, so that the message is gone before more is read.
        stage.worker.perform { [count = message.count] in here.perform { $0.wrote(count) } }
    }

    private func wait(for count: Int) {
        waiting += count
        guard waiting > Self.mostWaiting, !isPaused else { return }
        isPaused = true
        driven?.pauseReading(true)
    }

    /// A new connection is read from its start.
    func connectionEnded() { isPaused = false }

    private func wrote(_ count: Int) {
        waiting -= count
        guard isPaused, waiting <= Self.mostWaiting else { return }
        isPaused = false
        driven?.pauseReading(false)
    }

    func join(_ ticket: Ticket, parts: Int) {
        guard let file = incoming[ticket] else {
            return tell(.joined(ticket, .failed(reason: "nothing of it is there")))
        }
        let here = OnLoop(self, loop: stage.loop)
        stage.worker.perform {
            do throws(FileFault) {
                let joined = try file.join(count: parts)
                let media = MediaFile(handle: joined.path, size: joined.size, mime: joined.type.mime)
                here.perform { $0.joined(ticket, media) }
            } catch {
                here.perform { [text = "\(error)"] in $0.failed(ticket, text) }
            }
        }
    }

    func drop(_ ticket: Ticket) {
        guard let file = incoming.removeValue(forKey: ticket) else { return }
        stage.worker.perform { file.drop() }
    }

    /// Puts a file into the inbox, or into the folder that the rule names, relative to the rule file.
    func save(_ ticket: Ticket, _ file: MediaFile, _ request: SaveRequest) {
        let inbox = settings.inbox
        let folder = request.folder.map { $0.hasPrefix("/") ? $0 : self.folder + "/" + $0 }
        let here = OnLoop(self, loop: stage.loop)
        stage.worker.perform {
            let outcome: SaveOutcome
            do {
                let type = try MediaType.sniff(path: file.handle)
                outcome = .saved(
                    path: try inbox.save(
                        file.handle, filename: request.filename, id: request.id, type: type, to: folder))
            } catch {
                outcome = .failed(reason: "\(error)")
            }
            here.perform { $0.tell(.saved(ticket, outcome)) }
        }
    }

    func end() {
        for ticket in Array(incoming.keys) { drop(ticket) }
    }

    private func joined(_ ticket: Ticket, _ media: MediaFile) {
        incoming[ticket] = nil
        tell(.joined(ticket, .file(media)))
    }

    private func failed(_ ticket: Ticket, _ reason: String) {
        guard incoming[ticket] != nil else { return }
        drop(ticket)
        tell(.joined(ticket, .failed(reason: reason)))
    }
}
