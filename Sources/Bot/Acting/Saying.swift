import Hermes
import Random
import Rules
import Time

// `reply`, and what every text goes through on its way out: split where it is too long, refused where a frame would be
// too big, whole or as a stream.

extension Bot {
    mutating func say(
        _ reply: Reply, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        guard let template = drawn(reply.texts) else { return .done }
        let text = render(template, by: this, now: now)
        guard !text.allSatisfy(\.isWhitespace) else {
            acted(action, by: this, "nothing: the text is blank", into: &effects)
            return .done
        }
        let isHeld = !reply.now && textsAreHeld(now: now)
        acted(action, by: this, isHeld ? "\(text) (held back: a clarify is open)" : text, into: &effects)
        return send(
            text, style: reply.stream, rule: resultRule(this), passesClarify: reply.now, now: now, into: &effects)
    }

    /// The one text, or one of several, drawn: one text costs no random number.
    mutating func drawn(_ texts: [Template]) -> Template? {
        texts.count > 1 ? texts.randomElement(using: &random) : texts.first
    }

    /// Sends a text of a device: whole as `text` frames, or as a stream, whose end the rule waits for.
    mutating func send(
        _ text: String, style: StreamStyle?, rule: String?, passesClarify: Bool, now: Now, into effects: inout Effects
    ) -> Outcome {
        let isOne = blueprint.limits.text.map { text.utf8.count <= $0 } ?? true
        if isOne, style == nil || blueprint.limits.wholeTexts {
            // Most texts: they are neither cut nor grown.
            guard fits(text) else { return .failed(tooBig) }
            guard outbox.room > 0 else { return .failed("the outbox is full") }
            post(.text(id: newID(), text), rule: rule, passesClarify: passesClarify, now: now, into: &effects)
            return .done
        }
        let parts = text.parts(atMost: blueprint.limits.text)
        guard parts.allSatisfy({ fits($0, cursor: style?.cursor) }) else { return .failed(tooBig) }
        guard outbox.room >= parts.count else { return .failed("the outbox is full") }
        guard let style, !blueprint.limits.wholeTexts else {
            var last: UInt64?
            for (index, part) in parts.enumerated() {
                // One text of several tells its end for all: the last.
                last = post(
                    .text(id: newID(), part), rule: index == parts.count - 1 ? rule : nil,
                    passesClarify: passesClarify, follows: last, now: now, into: &effects)
            }
            return .done
        }
        var last: UInt64?
        for (index, part) in parts.enumerated() {
            let stream = TextStream(id: newID(), text: part, isWhole: true, style: style, now: now.instant)
            last = post(
                .stream(stream), rule: index == parts.count - 1 ? rule : nil, passesClarify: passesClarify,
                follows: last, now: now, into: &effects)
        }
        return last.map { .waits(.parcel($0)) } ?? .done
    }

    /// Puts something into the outbox; it goes as soon as it can.
    @discardableResult
    mutating func post(
        _ content: Parcel.Content, rule: String? = nil, passesClarify: Bool = false, follows: UInt64? = nil,
        onlyOnce: Bool = false, now: Now, into effects: inout Effects
    ) -> UInt64 {
        let number = outbox.add(
            content, rule: rule, now: now.instant, passesClarify: passesClarify, follows: follows, onlyOnce: onlyOnce)
        keepParcel(number, now: now, into: &effects)
        // At once, so that frames go in the order of the actions.
        flush(now: now, into: &effects)
        return number
    }

    var tooBig: String { "too_big: a frame may have \(blueprint.limits.frame) bytes" }

    /// Whether a frame with this text is within `max_send`.
    func fits(_ text: String, cursor: String? = nil) -> Bool {
        let count = text.utf8.count + (cursor?.utf8.count ?? 0)
        // A byte becomes six at most (`\u0000`); the rest of a frame with a text is well under 256.
        if count <= (blueprint.limits.frame - 256) / 6 { return true }
        var bytes: [UInt8] = []
        MessageFrame(id: "00000000-0000-0000-0000-000000000000", text: text + (cursor ?? ""), edit: true, final: false)
            .encode(into: &bytes)
        return bytes.count <= blueprint.limits.frame
    }

    /// `send`: a frame that the rule wrote itself.
    mutating func send(
        _ frame: JSONTemplate, _ action: Action, by this: Acting, now: Now, into effects: inout Effects
    ) -> Outcome {
        var bytes: [UInt8] = []
        blueprint.program.render(frame, scope(this, now: now), into: &bytes)
        if let refusal = RawFrame.refusal(bytes, role: blueprint.role) { return .failed(refusal) }
        guard bytes.count <= blueprint.limits.frame else { return .failed(tooBig) }
        guard outbox.room > 0 else { return .failed("the outbox is full") }
        acted(action, by: this, String(decoding: bytes, as: UTF8.self), into: &effects)
        post(.frame(bytes, .raw, about: nil), onlyOnce: true, now: now, into: &effects)
        return .done
    }
}
