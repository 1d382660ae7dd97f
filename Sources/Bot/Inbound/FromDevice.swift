import Hermes
import Rules
import Time

// What a gateway does with each frame of a device.

extension Bot {
    mutating func receiveAsGateway(_ bytes: Span<UInt8>, now: Now, into effects: inout Effects) -> Seen {
        let decoded = DeviceFrame.decode(bytes)
        guard mayPass(decoded, now: now, into: &effects) else { return Seen(.unknown) }
        switch decoded {
        case .malformed(let fault):
            malformed(fault, into: &effects)
            return Seen(.malformed)
        case .frame(let frame):
            return take(frame, bytes, now: now, into: &effects)
        }
    }

    /// The session's own rules: hello first, and not too fast.
    private mutating func mayPass(
        _ decoded: Decoded<DeviceFrame>, now: Now, into effects: inout Effects
    ) -> Bool {
        guard case .gateway(var session?, let isGreeted) = link else { return false }
        var isHello = false
        var isFrame = false
        if case .frame(let frame) = decoded {
            if case .hello = frame { isHello = true }
            if case .unknown = frame {} else { isFrame = true }
        }
        let passage = session.message(
            isHello: isHello, isFrame: isFrame, now: now.instant, settings: blueprint.guests)
        link = .gateway(session, isGreeted: isGreeted)
        switch passage {
        case .passes: return true
        case .ignored: return false
        case .refused(let refusal):
            note(.warning, .connection, "refused: \(refusal.error.code)", into: &effects)
            effects.send(.error) { refusal.error.encode(into: &$0) }
            hangUp(code: refusal.closeCode, reason: refusal.error.code, now: now, into: &effects)
            return false
        }
    }

    private mutating func take(
        _ frame: DeviceFrame, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects
    ) -> Seen {
        switch frame {
        case .hello(let hello):
            take(hello, bytes, into: &effects)
            return Seen(.hello)
        case .text(let text):
            take(text, bytes, into: &effects)
            return Seen(.text)
        case .audio(let audio):
            take(audio, bytes, into: &effects)
            return Seen(.audio)
        case .media(let media):
            take(media, bytes, now: now, into: &effects)
            return Seen(.media, final: media.part == media.parts - 1)
        case .answer(let answer):
            take(answer, bytes, now: now, into: &effects)
            return Seen(.answer)
        case .message(let message):
            take(message, bytes, now: now, into: &effects)
            return Seen(.message, edit: message.edit, final: message.final)
        case .unknown(let t):
            unknown(t, into: &effects)
            return Seen(.unknown)
        }
    }

    /// The token was judged by `Greeting`, before this bot was found.
    private mutating func take(_ hello: Hello, _ bytes: Span<UInt8>, into effects: inout Effects) {
        guard case .gateway(var session?, let isGreeted) = link else { return }
        let greeting = session.hello(hello, shown: [], tokens: TokenTable())
        link = .gateway(session, isGreeted: isGreeted)
        guard greeting == .admitted else {
            return note(.debug, .ignored, "a second hello", into: &effects)
        }
        desk.value.guest = Guest(hello.device)
        var occurrence = Occurrence(.hello)
        occurrence.t = "hello"
        occurrence.frame = frameIfWanted(bytes)
        // Asked for even if no rule is about it: `ready` is said then.
        happen(occurrence)
    }

    private mutating func take(_ frame: TextFrame, _ bytes: Span<UInt8>, into effects: inout Effects) {
        guard !inbound.handled.contains(frame.id, .message) else {
            return note(.debug, .ignored, "text \(frame.id): handled before", into: &effects)
        }
        keepHandled(frame.id, .message, into: &effects)
        happen(.text, of: bytes) {
            $0.t = "text"
            $0.id = frame.id
            $0.text = frame.text
        }
    }

    /// A device's answer to a prompt of ours. What it applies is decided here; an answer to a closed prompt is told again
    /// how that ended, since the device may not have heard it.
    private mutating func take(
        _ answer: PromptAnswer, _ bytes: Span<UInt8>, now: Now, into effects: inout Effects
    ) {
        guard let card = desk.value[answer.prompt] else {
            guard let closing = desk.value.closing(of: answer.prompt) else {
                return note(.debug, .ignored, "an answer to an unknown prompt, \(answer.prompt)", into: &effects)
            }
            note(.debug, .prompt, "prompt \(answer.prompt) is closed: told again", into: &effects)
            return close(closing, now: now, into: &effects)
        }
        guard !card.isAnswered else {
            return note(.debug, .ignored, "prompt \(card.id) is answered already", into: &effects)
        }
        let fault = card.prompt.fault(of: answer)
        let applied = card.prompt.applied(answer)
        if let fault {
            note(.warning, .prompt, "prompt \(card.id) is answered with \(fault.rawValue)", into: &effects)
            // A clarify has nothing to fall back on: it stays open.
            guard applied != nil else { return }
        }
        desk.value.answered(card.id)
        var occurrence = Occurrence(.answer)
        occurrence.t = "prompt"
        occurrence.id = card.id
        occurrence.kind = card.prompt.kind.text
        occurrence.option = applied
        occurrence.text = answer.text
        if let applied, let option = card.prompt.option(applied) {
            occurrence.label = option.label
            occurrence.options = [.init(id: option.id, label: option.label, style: option.style)]
        }
        occurrence.frame = frameIfWanted(bytes)
        happen(occurrence)
    }
}

/// A device, as its hello names it.
struct Guest: Sendable {
    var name: String
    var platform: String
    var appVersion: String

    init(_ device: Hello.Device) {
        name = device.name
        platform = device.platform
        appVersion = device.appVersion
    }
}
