import Bot
import JSON
import Rules

/// What a bot made of one event.
public struct Explanation: Sendable {
    /// The rule file's, as it was named.
    public var path: String
    /// What came in.
    public var frame: String
    /// What its rules made of it, the actions of those that fired included. A frame may be several events: `message` and
    /// `frame`.
    public var traces: [Trace] = []
    /// It is no frame, and so nothing came of it.
    public var malformed: MalformedFrame?
    public var notes: [Note] = []
    /// URLs and endpoints that were not asked: an empty answer stood in.
    public var stoodIn: [String] = []
    /// Its rules had not ended after an hour.
    public var isStillActing = false
    /// It never came to rest.
    public var fault: String?

    /// The rules that fired, by their ids, in the order in which they began.
    public var fired: [String] {
        traces.flatMap(\.rules).filter(\.verdict.isFired).map(\.id)
    }

    // MARK: For people

    /// The event, a line a rule, and what else there is to say.
    public func text(colour: Bool = false) -> String {
        if let malformed { return malformed.text(colour: colour) }
        var text = ""
        for trace in traces {
            text += trace.eventSummary + "\n" + trace.text(path: path, colour: colour) + "\n"
        }
        text += fired.isEmpty ? "no rule fires\n" : "fired: \(fired.joined(separator: ", "))\n"
        for note in notes {
            let level = note.level >= .warning ? "\(note.level.rawValue): " : ""
            text += "note: \(level)\(visible(note.text))\n"
        }
        for place in stoodIn { text += "note: \(visible(place)) was not asked: an empty answer stood in\n" }
        if isStillActing { text += "note: its rules had not ended after 1h\n" }
        if let fault { text += "note: \(fault)\n" }
        return text
    }

    // MARK: For programs

    /// One JSON object: `bot`, `frame`, `malformed`, `fired`, `events` (a trace each), `notes`, `stood_in`, `still_acting`.
    public func json() -> String {
        JSONWriter.text { json in
            json.object { json in
                json.member("bot", path)
                json.member("frame", frame)
                if let malformed {
                    json.key("malformed")
                    malformed.write(to: &json)
                }
                json.key("fired")
                json.array { json in for id in fired { json.string(id) } }
                json.key("events")
                json.array { json in
                    for trace in traces {
                        var bytes: [UInt8] = []
                        trace.json(into: &bytes)
                        json.raw(String(decoding: bytes, as: UTF8.self))
                    }
                }
                json.key("notes")
                json.array { json in for note in notes { note.write(to: &json) } }
                json.key("stood_in")
                json.array { json in for place in stoodIn { json.string(place) } }
                json.member("still_acting", isStillActing)
                json.member("fault", ifPresent: fault)
            }
        }
    }
}

extension Note {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("level", level.rawValue)
            json.member("code", code.rawValue)
            json.member("text", text)
            json.member("rule", ifPresent: rule)
        }
    }
}

extension BotFile {
    /// The trace of a frame that no rule is for, or that was ignored.
    func silence(about frame: [UInt8], isIgnored: Bool) -> Trace {
        var trace = Trace()
        let object = LocatedTree.parse(frame).root
        func text(_ key: String) -> String? {
            if case .string(let text)? = object?[key]?.kind { return text }
            return nil
        }
        trace.trigger = isIgnored ? .frame : text("t").flatMap(Trigger.init(rawValue:)) ?? .frame
        trace.event = text("id")
        trace.text = text("text")
        trace.rules = rules.enumerated().map { index, rule in
            RuleTrace(rule: index, id: rule.id, place: rule.place, verdict: .otherEvent(wanted: rule.triggers))
        }
        return trace
    }
}
