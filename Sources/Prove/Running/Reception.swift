import Hermes
import JSON
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
        var ids: Set<String> = []
        var reasons: [(place: Place, reason: String)] = []
        for (index, reception) in receptions.enumerated() {
            let id = LocatedTree.parse(reception.bytes).root?["id"]?.text
            defer { if let id { ids.insert(id) } }
            if index < act.receptions { continue }
            let next = index + 1 < receptions.count ? receptions[index + 1] : nil
            let own = entries[reception.entries..<(next?.entries ?? entries.count)]
            let said = notes[reception.notes..<(next?.notes ?? notes.count)].first { $0.note.code == .ignored }
            let hearing = Hearing(
                file: file, triggers: own.map(\.trace.trigger), ignored: said?.note.text,
                isRepeated: id.map(ids.contains) ?? false, later: entries[reception.entries...])
            if let reason = hearing.reason(reception.bytes) { reasons.append((reception.place, reason)) }
        }
        return reasons
    }
}

/// What the rules had to do with one message that came.
private struct Hearing {
    let file: BotFile
    /// Of the events that it brought about at once.
    let triggers: [Trigger]
    /// Why the bot ignored it, in its own words.
    let ignored: String?
    /// Its id came before.
    let isRepeated: Bool
    /// What the rules were asked about from then on.
    let later: ArraySlice<Diary.Entry>

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
        case .malformed(let fault):
            // A text stands for a message as it is; some mean what people say by it.
            let isJSON = fault.code != .notJSON && fault.code != .notAnObject
            return "it is no frame: \(fault)" + (isJSON ? "" : "; what people say comes as \(said)")
        case .unknown(let t): return listens(to: .frame) ? nil : unknown(t)
        case .message(let id, let isFinal):
            if later.contains(where: { $0.trace.trigger == .message && $0.trace.event == id }) { return nil }
            if isRepeated { return Self.repeated(id) }
            if !isFinal, listens(to: .message) {
                return
                    "the message is not finished: without \"final\": true the bot waits until it has been quiet for \(file.server.quiet.text)"
            }
            return nobody(hears: .message)
        case .other(let trigger, let id):
            if let id, ignored != nil, isRepeated { return Self.repeated(id) }
            return ignored ?? nobody(hears: trigger)
        }
    }

    private static func repeated(_ id: String) -> String {
        "the id \(quoted(id)) came before, and counts once: give each one an id of its own"
    }

    private func listens(to trigger: Trigger) -> Bool { file.rules.contains { $0.triggers.contains(trigger) } }

    private func nobody(hears trigger: Trigger) -> String? {
        listens(to: trigger) ? nil : "no rule has \"on\": \(quoted(trigger.rawValue))"
    }

    private var said: String {
        file.role == .device
            ? #"{ "t": "message", "id": "m1", "text": "hi", "final": true }"#
            : #"{ "t": "text", "id": "t1", "text": "hi" }"#
    }

    private func unknown(_ t: String) -> String {
        let own: Role = file.role
        let other: Role = own == .device ? .gateway : .device
        let comes = FrameTypes.sent(by: other)
        if FrameTypes.sent(by: own).contains(t) {
            return "no \(other) sends \(quoted(t)): what people say comes as \(said)"
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
