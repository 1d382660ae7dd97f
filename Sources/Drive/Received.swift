import Bot
import Files
import JSON
import Media
import Net

/// The files that one bot receives: parts are decoded on the loop, while their message is there, and kept on the disk by
/// the worker.
final class Received {
    private let settings: Errands.Settings
    private let stage: Stage
    private let tell: (Event) -> Void
    private var incoming: [Ticket: Incoming] = [:]

    init(settings: Errands.Settings, stage: Stage, tell: @escaping (Event) -> Void) {
        self.settings = settings
        self.stage = stage
        self.tell = tell
    }

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
        let here = OnLoop(self, loop: stage.loop)
        stage.worker.perform { [bytes] in
            do throws(FileFault) { try file.keep(part: part, bytes) } catch {
                here.perform { [text = "\(error)"] in $0.failed(ticket, text) }
            }
        }
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

    /// Moves a file into the inbox, or into the folder that the rule names inside the state folder's `media/`.
    func save(_ ticket: Ticket, _ file: MediaFile, _ request: SaveRequest) {
        let inbox = settings.inbox
        let folder = request.folder.map { inbox.folder + "/" + $0 }
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
