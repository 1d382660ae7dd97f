import Bot
import Files
import JSON
import Media
import Net

/// The files that one bot receives: parts are decoded on the loop, while their message is there, and kept on the disk by
/// the worker.
final class Received {
    private let settings: Errands.Settings
    /// What the rule file's own paths are relative to.
    private let folder: String
    private let stage: Stage
    private weak var driven: Driven?
    private var incoming: [Ticket: Incoming] = [:]
    /// Bytes that wait for the disk.
    private var waiting = 0
    private var isPaused = false
    /// More waiting bytes than that, and the connection is read no further until half of them are written.
    private static let mostWaiting = 7 << 19

    init(settings: Errands.Settings, folder: String, stage: Stage, driven: Driven?) {
        self.settings = settings
        self.folder = folder
        self.stage = stage
        self.driven = driven
    }

    private func tell(_ event: Event) { driven?.tell(event) }

    func keep(_ ticket: Ticket, part: Int, base64: Span<UInt8>) {
        var bytes: [UInt8] = []
        do throws(Base64.Fault) {
            try Base64.decode(insideJSONString: base64, into: &bytes)
        } catch {
            drop(ticket)
            return tell(.joined(ticket, .failed(reason: "part \(part + 1) is no base64: \(error)")))
        }
        let file = incoming[ticket] ?? settings.inbox.begin()
        incoming[ticket] = file
        let count = bytes.count
        wait(for: count)
        let here = OnLoop(self, loop: stage.loop)
        stage.worker.perform { [bytes] in
            var failure: String?
            do throws(FileFault) { try file.keep(part: part, bytes) } catch { failure = "\(error)" }
            here.perform { [failure] in
                $0.wrote(count)
                if let failure { $0.failed(ticket, failure) }
            }
        }
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
        guard isPaused, waiting <= Self.mostWaiting / 2 else { return }
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
