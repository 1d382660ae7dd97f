import Bot
import Drive
import Measure
import Net

// What takes time. Files that a rule sends go out in parts as the socket takes them; files that come in are counted and not
// kept: a hundred thousand devices would fill a disk. What would have the devices load somebody else's server, by URL,
// fails, and says so.

extension Shard {
    func perform(errand effect: Effect, _ index: Int) {
        switch effect {
        case .upload(let ticket, let upload): begin(upload, ticket, index)
        case .cancel(let ticket):
            uploads[index]?.removeAll {
                if $0.ticket == ticket { $0.isCancelled = true }
                return $0.isCancelled && !$0.isLeaving
            }
        case .joinParts(let ticket, _):
            let size = incoming.removeValue(forKey: Received(device: index, ticket: ticket)) ?? 0
            let file = MediaFile(handle: "", size: size, mime: "application/octet-stream")
            later(index, .joined(ticket, .file(file)))
        case .drop(let ticket): incoming[Received(device: index, ticket: ticket)] = nil
        case .save(let ticket, _, _): later(index, .saved(ticket, .saved(path: "(not kept in a load run)")))
        case .offer(let ticket, _): later(index, .uploaded(ticket, failure: "a device offers no files"))
        case .fetch(let ticket, _): later(index, .fetched(ticket, .failed(reason: "nothing is fetched in a load run")))
        case .askAI(let ticket, _): later(index, .ai(ticket, .failed(reason: "no model is asked in a load run")))
        default: break
        }
    }

    /// A transfer that comes in.
    struct Received: Hashable {
        var device: Int
        var ticket: Ticket
    }

    /// Counts the parts that came in this message.
    func countParts(_ message: Span<UInt8>, _ index: Int) {
        for case .keepPart(let ticket, _, let field) in effects.items {
            let text = message.extracting(field.range)
            var padding = 0
            while padding < min(2, text.count), text[text.count - 1 - padding] == UInt8(ascii: "=") { padding += 1 }
            incoming[Received(device: index, ticket: ticket), default: 0] += text.count / 4 * 3 - padding
        }
    }

    private func later(_ index: Int, _ event: Event) {
        pending.append(Pending(device: index, event: event, planned: nil))
    }

    private func begin(_ upload: Upload, _ ticket: Ticket, _ index: Int) {
        guard case .path(let path) = upload.source else {
            return later(index, .uploaded(ticket, failure: "nothing is fetched in a load run"))
        }
        let folder = cast.bots[Int(devices[index].cast)].folder
        switch OpenUpload.open(path.hasPrefix("/") ? path : folder + "/" + path, upload, holds: false) {
        case .failure(let fault):
            meter.error("upload")
            later(index, .uploaded(ticket, failure: fault.text))
        case .success(let file):
            let sending = SendingFile(ticket, file) { [unowned self] connection in
                guard devices[index].connection == connection else { return }
                goOnUploading(index)
                drainPending()
            }
            uploads[index, default: []].append(sending)
            goOnUploading(index)
        }
    }

    /// Sends until the socket takes no more; it says itself when that has changed.
    func goOnUploading(_ index: Int) {
        while let first = uploads[index]?.first, let connection = devices[index].connection, !devices[index].isMuted {
            switch first.goOn(sockets, on: connection) {
            case .later, .gone: return
            case .part(let isLast):
                meter.count(.sent)
                if isLast || first.isCancelled { ended(first, nil, index) }
            case .failed(let reason):
                meter.error("upload")
                ended(first, reason, index)
            }
        }
    }

    private func ended(_ file: SendingFile, _ failure: String?, _ index: Int) {
        uploads[index]?.removeFirst()
        if uploads[index]?.isEmpty == true { uploads[index] = nil }
        if !file.isCancelled { later(index, .uploaded(file.ticket, failure: failure)) }
    }
}
