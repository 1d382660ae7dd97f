import Hermes
import Rules

// A message that a test gives its bot and that no rule hears of is the most usual reason for a frame that does not come:
// the bot does right to ignore it, and the test has to say why.

/// A message that a `receive` step gave the bot.
struct Reception {
    var place: Place
    var bytes: [UInt8]
    /// How much had been traced, and noted, before it came.
    var entries: Int
    var notes: Int
}

extension Diary {
    /// Why no rule heard of what was received since the bot was last found as expected: a line each.
    func unheard(by file: BotFile) -> [(place: Place, reason: String)] {
        receptions.enumerated().dropFirst(act.receptions).compactMap { index, reception in
            let next = index + 1 < receptions.count ? receptions[index + 1] : nil
            let own = entries[reception.entries..<(next?.entries ?? entries.count)]
            let said = notes[reception.notes..<(next?.notes ?? notes.count)].first { $0.note.code == .ignored }
            let hearing = Hearing(
                file: file, triggers: own.map(\.trace.trigger), ignored: said?.note.text,
                earlier: receptions[..<index].map(\.bytes)[...],
                later: entries[reception.entries...].map(\.trace)[...])
            return hearing.reason(reception.bytes).map { (reception.place, $0) }
        }
    }
}

/// What the rules had to do with one message that came.
private struct Hearing {
    let file: BotFile
    /// Of the events that it brought about at once.
    let triggers: [Trigger]
    /// Why the bot ignored it, in its own words.
    let ignored: String?
    /// Messages that came before.
    let earlier: ArraySlice<[UInt8]>
    /// What the rules were asked about from then on.
    let later: ArraySlice<Trace>

    /// Nil: some rule was asked, or the reason is not known.
    func reason(_ bytes: [UInt8]) -> String? {
        if triggers.contains(where: { $0 != .frame && $0 != .timer && $0 != .result }) { return nil }
        let found: Kind?
        switch file.role {
        case .device: found = Kind(gateway: GatewayFrame.decode(bytes.span))
        case .gateway: found = Kind(device: DeviceFrame.decode(bytes.span))
        }
        guard let found else { return nil }
        switch found {
        case .malformed(let fault): return "it is no frame: \(fault)"
        case .unknown(let t): return listens(to: .frame) ? nil : unknown(t)
        case .message(let id, let isFinal):
            if later.contains(where: { $0.trigger == .message && $0.event == id }) { return nil }
            if isRepeated(id) { return Self.repeated(id) }
            if !isFinal, listens(to: .message) {
                return
                    "the message is not finished: without \"final\": true the bot waits until it has been quiet for \(file.server.quiet.text)"
            }
            return nobody(hears: .message)
        case .other(let trigger, let id):
            if let id, ignored != nil, isRepeated(id) { return Self.repeated(id) }
            return ignored ?? nobody(hears: trigger)
        }
    }

    private static func repeated(_ id: String) -> String {
        "the id \(quoted(id)) came before, and counts once: give each one an id of its own"
    }

    private func isRepeated(_ id: String) -> Bool {
        earlier.contains { SourceText(path: "", bytes: $0).tree.root?["id"]?.text == id }
    }

    private func listens(to trigger: Trigger) -> Bool { file.rules.contains { $0.triggers.contains(trigger) } }

    private func nobody(hears trigger: Trigger) -> String? {
        listens(to: trigger) ? nil : "no rule has \"on\": \(quoted(trigger.rawValue))"
    }

    private func unknown(_ t: String) -> String {
        let own: Role = file.role
        let other: Role = own == .device ? .gateway : .device
        let comes = FrameTypes.sent(by: other)
        if FrameTypes.sent(by: own).contains(t) {
            let example =
                own == .device
                ? #"{ "t": "message", "id": "m1", "text": "hi", "final": true }"#
                : #"{ "t": "text", "id": "t1", "text": "hi" }"#
            return "no \(other) sends \(quoted(t)): what people say comes as \(example)"
        }
        let near = Spelling.nearest(to: t, in: comes).map { "did you mean \(quoted($0))?" }
        return "no \(other) is known to send \(quoted(t)): "
            + (near ?? "it sends " + comes.map { quoted($0) }.joined(separator: ", "))
    }
}

/// What a message is to the rules.
private enum Kind {
    case malformed(FrameFault)
    case unknown(String)
    case message(id: String, isFinal: Bool)
    case other(Trigger, id: String?)

    init?(gateway decoded: Decoded<GatewayFrame>) {
        switch decoded {
        case .malformed(let fault): self = .malformed(fault)
        case .frame(.unknown(let t)): self = .unknown(t)
        case .frame(.message(let frame)): self = .message(id: frame.id, isFinal: frame.final)
        case .frame(.prompt(let prompt)): self = .other(.prompt, id: prompt.id)
        case .frame(.promptDone(let done)): self = .other(.promptDone, id: done.id)
        case .frame(.media(let media)): self = .other(.media, id: media.head.id)
        case .frame(.error): self = .other(.error, id: nil)
        // Rules need not listen to these for them to count.
        case .frame(.ready), .frame(.typing), .frame(.avatar): return nil
        }
    }

    init?(device decoded: Decoded<DeviceFrame>) {
        switch decoded {
        case .malformed(let fault): self = .malformed(fault)
        case .frame(.unknown(let t)): self = .unknown(t)
        case .frame(.message(let frame)): self = .message(id: frame.id, isFinal: frame.final)
        case .frame(.text(let text)): self = .other(.text, id: text.id)
        case .frame(.media(let media)): self = .other(.media, id: media.head.id)
        case .frame(.audio(let audio)): self = .other(.audio, id: audio.id)
        case .frame(.answer(let answer)): self = .other(.answer, id: answer.prompt)
        case .frame(.hello): return nil
        }
    }
}
