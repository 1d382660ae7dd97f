import Hermes
import JSON
import Rules
import Time

/// What comes in and takes more than one frame: messages that grow, transfers in parts; and what was handled before.
struct Inbound: Sendable {
    /// A transfer whose parts the driver keeps.
    struct Transfer: Sendable {
        var ticket: Ticket
        var head: MediaHead
        var parts: Int
        /// An `audio` frame, which is one part.
        var isAudio = false
        /// All parts are there, and are being joined.
        var isComplete = false
    }

    var handled = Handled()
    var messages = MessageStream()
    var intake = MediaIntake()
    var transfers: [Transfer] = []

    func deadline(_ settings: MediaIntake.Settings) -> Instant? {
        earliest(messages.deadline, intake.isEmpty ? nil : intake.deadline(settings))
    }
}

extension Bot {
    /// Tells what a `message` frame brought about.
    @discardableResult
    mutating func take(
        _ frame: MessageFrame, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects
    ) -> MessageStream.Progress {
        let wasHandled = inbound.handled.contains(frame.id, .message)
        let progress = inbound.messages.take(
            frame, wasHandled: wasHandled, now: now.instant, quiet: blueprint.quiet)
        if let ended = progress.ended { finished(ended, nil, into: &effects) }
        if let edit = progress.edit {
            if edit.isLate {
                note(.debug, .provisional, "message \(edit.id) grew after its end", into: &effects)
            }
            happen(.edit, of: bytes) {
                $0.t = "message"
                $0.id = edit.id
                $0.text = edit.text
                $0.final = edit.final
            }
        }
        if let end = progress.finished {
            finished(end, frameIfWanted(bytes), isNew: !wasHandled, into: &effects)
        }
        if let ignored = progress.ignored {
            note(.debug, .ignored, "message \(frame.id): \(ignored.rawValue)", into: &effects)
        }
        return progress
    }

    /// A message is finished: rules hear of it, once an id.
    /// - Parameter isNew: its id is known not to have been handled.
    mutating func finished(
        _ message: MessageStream.Finished?, _ frame: [UInt8]?, isNew: Bool = false, into effects: inout Effects
    ) {
        guard let message else { return }
        if message.isProvisional {
            note(
                .debug, .provisional, "message \(message.id) is taken as final: \(message.cause.rawValue)",
                into: &effects)
        }
        keepHandled(message.id, .message, isNew: isNew, into: &effects)
        happen(.message) {
            $0.t = "message"
            $0.id = message.id
            $0.text = message.text
            $0.final = !message.isProvisional
            $0.frame = frame ?? []
        }
    }

    // MARK: Transfers

    /// Transfers that come in, and those that are being joined.
    private static var mostTransfers: Int { 2 * MediaIntake.mostTransfers }

    mutating func take(_ frame: MediaFrame, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects) {
        let head = frame.head
        guard head.isModest else { return refuse(head, into: &effects) }
        guard !inbound.handled.contains(head.id, .media) else {
            return note(.debug, .ignored, "media \(head.id): handled before", into: &effects)
        }
        // What no rule is about is not kept.
        guard blueprint.listens(to: .media) else { return }
        guard
            inbound.transfers.count < Self.mostTransfers || inbound.transfers.contains(where: { $0.head.id == head.id })
        else { return note(.warning, .transfer, "media \(head.id) is dropped: too_many_transfers", into: &effects) }
        switch frame.body {
        case .url(let url):
            keepHandled(head.id, .media, into: &effects)
            happen(.media, of: bytes) {
                $0.fill(head)
                $0.url = url
                $0.parts = 1
            }
        case .data(let field):
            takePart(frame, field, bytes, now: now, into: &effects)
        }
    }

    private mutating func takePart(
        _ frame: MediaFrame, _ field: Base64Field, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects
    ) {
        let id = frame.head.id
        let size = field.decodedCount(in: bytes)
        let verdict = inbound.intake.take(frame, size: size, now: now.instant, settings: blueprint.intake)
        switch verdict {
        case .keep(let began):
            keepPart(frame, field, began: began, into: &effects)
        case .complete(let began, let parts, _):
            let ticket = keepPart(frame, field, began: began, into: &effects)
            join(ticket, parts: parts, into: &effects)
        case .duplicate:
            note(.debug, .ignored, "media \(id): part \(frame.part) came twice", into: &effects)
        case .ended:
            note(.debug, .ignored, "media \(id): it has ended already", into: &effects)
        case .drop(let fault, _):
            dropTransfer(id, why: fault.rawValue, into: &effects)
        }
    }

    @discardableResult
    private mutating func keepPart(
        _ frame: MediaFrame, _ field: Base64Field, began: Bool, into effects: inout Effects
    ) -> Ticket {
        let ticket: Ticket
        if !began, let transfer = inbound.transfers.first(where: { $0.head.id == frame.head.id && !$0.isComplete }) {
            ticket = transfer.ticket
        } else {
            ticket = newTicket()
            inbound.transfers.append(.init(ticket: ticket, head: frame.head, parts: frame.parts))
        }
        effects.append(.keepPart(ticket, part: frame.part, field))
        return ticket
    }

    private mutating func join(_ ticket: Ticket, parts: Int, into effects: inout Effects) {
        guard let index = inbound.transfers.firstIndex(where: { $0.ticket == ticket }) else { return }
        inbound.transfers[index].isComplete = true
        effects.append(.joinParts(ticket, count: parts))
    }

    /// What stands beside the bytes is held as long as the transfer lasts, and the id longer.
    private func refuse(_ head: MediaHead, into effects: inout Effects) {
        let most = MediaHead.modestSize >> 10
        note(
            .warning, .transfer,
            "media \(head.id.prefix(40)) is dropped: its id, name, caption and type are over \(most) KiB",
            into: &effects)
    }

    /// An `audio` frame: a transfer of one part, with a transcript.
    mutating func take(_ frame: AudioFrame, _ bytes: Span<UInt8>, into effects: inout Effects) {
        let head = MediaHead(id: frame.id, kind: "voice", mime: "audio/wav", caption: frame.text)
        guard head.isModest else { return refuse(head, into: &effects) }
        guard !inbound.handled.contains(frame.id, .media) else {
            return note(.debug, .ignored, "audio \(frame.id): handled before", into: &effects)
        }
        guard blueprint.listens(to: .audio) else { return }
        guard frame.data.decodedCount(in: bytes) <= blueprint.intake.maxSize else {
            return note(.warning, .transfer, "audio \(frame.id) is dropped: too_large", into: &effects)
        }
        guard inbound.transfers.count < Self.mostTransfers else {
            return note(.warning, .transfer, "audio \(frame.id) is dropped: too_many_transfers", into: &effects)
        }
        let ticket = newTicket()
        inbound.transfers.append(.init(ticket: ticket, head: head, parts: 1, isAudio: true))
        effects.append(.keepPart(ticket, part: 0, frame.data))
        join(ticket, parts: 1, into: &effects)
    }

    /// The driver has joined a transfer, or could not.
    mutating func joined(_ ticket: Ticket, _ outcome: JoinOutcome, now: Now, into effects: inout Effects) {
        guard let index = inbound.transfers.firstIndex(where: { $0.ticket == ticket }) else {
            if case .file(let file) = outcome { effects.append(.discard(file)) }
            return
        }
        let transfer = inbound.transfers[index]
        switch outcome {
        case .failed(let reason):
            _ = inbound.intake.fail(transfer.head.id)
            dropTransfer(transfer.head.id, why: reason, into: &effects)
        case .file(let file):
            inbound.transfers.remove(at: index)
            keepHandled(transfer.head.id, .media, into: &effects)
            note(.info, .transfer, "received \(transfer.head.id): \(file.size) bytes of \(file.mime)", into: &effects)
            var occurrence = Occurrence(transfer.isAudio ? .audio : .media)
            occurrence.fill(transfer.head)
            occurrence.mime = transfer.head.mime ?? file.mime
            occurrence.size = file.size
            occurrence.parts = transfer.parts
            if transfer.isAudio {
                occurrence.t = "audio"
                occurrence.text = transfer.head.caption
                occurrence.caption = nil
            }
            happen(occurrence, file: file)
        }
    }

    private mutating func dropTransfer(_ id: String, why: String, into effects: inout Effects) {
        note(.warning, .transfer, "media \(id) is dropped: \(why)", into: &effects)
        guard let index = inbound.transfers.firstIndex(where: { $0.head.id == id }) else { return }
        effects.append(.drop(inbound.transfers.remove(at: index).ticket))
    }

    // MARK: Time, and the end of the connection

    mutating func tickInbound(now: Now, into effects: inout Effects) {
        if let deadline = inbound.messages.deadline, deadline <= now.instant {
            finished(inbound.messages.tick(now: now.instant), nil, into: &effects)
        }
        guard !inbound.intake.isEmpty else { return }
        for id in inbound.intake.tick(now: now.instant, settings: blueprint.intake) {
            dropTransfer(id, why: MediaIntake.Fault.stalled.rawValue, into: &effects)
        }
    }

    /// What has not come whole is gone with its connection.
    mutating func dropInbound(into effects: inout Effects) {
        inbound.messages.disconnected()
        for id in inbound.intake.disconnected() {
            guard let index = inbound.transfers.firstIndex(where: { $0.head.id == id && !$0.isComplete }) else {
                continue
            }
            note(.info, .transfer, "media \(id) is dropped: its connection ended before it was whole", into: &effects)
            effects.append(.drop(inbound.transfers.remove(at: index).ticket))
        }
    }
}

extension MediaHead {
    /// Bytes of all its texts together.
    fileprivate static let modestSize = 64 << 10

    fileprivate var isModest: Bool {
        [id, kind, mime ?? "", filename ?? "", caption ?? ""].reduce(0) { $0 + $1.utf8.count } <= Self.modestSize
    }
}

extension Base64Field {
    /// Raw bytes that it stands for, if it is base64. Escapes make it look longer than it is.
    fileprivate func decodedCount(in bytes: Span<UInt8>) -> Int {
        range.lowerBound >= 0 && range.upperBound <= bytes.count ? Base64.decodedCount(bytes.extracting(range)) : 0
    }
}

extension Occurrence {
    fileprivate mutating func fill(_ head: MediaHead) {
        t = "media"
        id = head.id
        kind = head.kind
        mime = head.mime
        filename = head.filename
        caption = head.caption
    }
}
