import Hermes
import Rules
import Time

// What a device does with each frame of its gateway.

extension Bot {
    mutating func receiveAsDevice(_ bytes: Span<UInt8>, now: Now, into effects: inout Effects) -> Seen {
        switch GatewayFrame.decode(bytes) {
        case .malformed(let fault):
            malformed(fault, into: &effects)
            return Seen(.malformed)
        case .frame(let frame):
            tellAsFrame(frame, bytes)
            return take(frame, bytes, now: now, into: &effects)
        }
    }

    private mutating func take(
        _ frame: GatewayFrame, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects
    ) -> Seen {
        switch frame {
        case .ready:
            welcomed(bytes, now: now, into: &effects)
            return Seen(.ready)
        case .typing(let stop):
            finished(inbound.messages.typing(stop: stop, now: now.instant), nil, into: &effects)
            happen(.typing, of: bytes) {
                $0.t = "typing"
            }
            return Seen(.typing, edit: stop)
        case .message(let message):
            var seen = Seen(.message, edit: message.edit, final: message.final)
            let progress = take(message, bytes, now: now, into: &effects)
            let isLate = progress.edit?.isLate == true
            // A whole message again, in the words of the first time or others; an end that came already.
            seen.isRepeated =
                progress.ignored == .handledBefore || progress.ignored == .beginningUnknown
                || isLate && !message.edit || progress.ignored == .unchanged && message.final
            seen.isLate = isLate && message.edit
            return seen
        case .prompt(let prompt):
            shown(prompt, bytes, now: now, into: &effects)
            return Seen(.prompt)
        case .promptDone(let done):
            closed(done, bytes, now: now, into: &effects)
            return Seen(.promptDone)
        case .media(let media):
            var seen = Seen(.media, final: media.part == media.parts - 1)
            seen.isRepeated = inbound.handled.contains(media.head.id, .media)
            take(media, bytes, now: now, into: &effects)
            return seen
        case .avatar(let state):
            finished(inbound.messages.avatar(state, now: now.instant), nil, into: &effects)
            happen(.avatar, of: bytes) {
                $0.t = "avatar"
                $0.state = state.text
            }
            return Seen(.avatar)
        case .error(let error):
            take(error, bytes, now: now, into: &effects)
            return Seen(.error, final: error.fatal)
        case .unknown(let t):
            unknown(t, into: &effects)
            return Seen(.unknown)
        }
    }

    private mutating func take(_ error: ErrorFrame, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects) {
        note(.warning, .connection, "the gateway says: \(error.code): \(error.message)", into: &effects)
        happen(.error, of: bytes) {
            $0.t = "error"
            $0.code = error.code
            $0.text = error.message
            $0.fatal = error.fatal
        }
        if error.fatal { denied(now: now, into: &effects) }
    }

    /// `on: frame`: any frame, before what else it means.
    private mutating func tellAsFrame(_ frame: GatewayFrame, _ bytes: Span<UInt8>) {
        guard blueprint.listens(to: .frame) else { return }
        var occurrence = Occurrence(.frame)
        occurrence.frame = frameIfWanted(bytes)
        occurrence.fill(frame)
        happen(occurrence)
    }

    // MARK: What is no frame, or none that we know

    mutating func malformed(_ fault: FrameFault, into effects: inout Effects) {
        counts.malformed &+= 1
        note(.warning, .ignored, "a message is ignored: \(fault)", into: &effects)
    }

    mutating func unknown(_ t: String, into effects: inout Effects) {
        counts.unknown &+= 1
        note(.debug, .ignored, "a frame of unknown type \"\(t)\" is ignored", into: &effects)
    }

    /// The frame's own bytes, if any rule looks into frames.
    func frameIfWanted(_ bytes: Span<UInt8>) -> [UInt8] {
        guard blueprint.looksIntoFrames else { return [] }
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { copy, count in
            for index in bytes.indices { copy.initializeElement(at: index, to: bytes[index]) }
            count = bytes.count
        }
    }
}

extension Occurrence {
    /// Everything that a frame says, whatever its type.
    fileprivate mutating func fill(_ frame: GatewayFrame) {
        switch frame {
        case .ready: t = "ready"
        case .typing: t = "typing"
        case .message(let message):
            t = "message"
            id = message.id
            text = message.text
            final = message.final
        case .prompt(let prompt):
            t = "prompt"
            id = prompt.id
            kind = prompt.kind.text
            text = prompt.text
            options = prompt.options.map { .init(id: $0.id, label: $0.label, style: $0.style) }
            if case .text(let line) = prompt.command { command = .text(line) }
            if case .malformed = prompt.command { command = .malformed }
        case .promptDone(let done):
            t = "prompt_done"
            id = done.id
            option = done.option
            expired = done.expired
        case .media(let media):
            t = "media"
            id = media.head.id
            kind = media.head.kind
            mime = media.head.mime
            filename = media.head.filename
            caption = media.head.caption
            parts = media.parts
            if case .url(let link) = media.body { url = link }
        case .avatar(let avatar):
            t = "avatar"
            state = avatar.text
        case .error(let error):
            t = "error"
            code = error.code
            text = error.message
            fatal = error.fatal
        case .unknown(let name): t = name
        }
    }
}
