import JSON
import Time

extension Trace {
    /// Appends the trace as one JSON object: `trigger`, `event`, `text`, `state`, `command`, and `rules` in the order in which they are
    /// tried, each with `rule`, `line`, `column`, `verdict`, what belongs to that verdict, and `actions`.
    public func json(into bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { json in
            json.object { json in
                json.member("trigger", trigger.rawValue)
                json.member("event", ifPresent: event)
                json.member("text", ifPresent: text)
                json.member("state", ifPresent: state)
                if let command {
                    json.key("command")
                    json.object { command.write(to: &$0) }
                }
                json.key("rules")
                json.array { json in
                    for rule in rules { json.object { rule.write(to: &$0) } }
                }
            }
        }
    }
}

extension PromptCommand {
    /// `line`, `from`, `clear`, and `argvs` (a list of words a simple command), or `code`, `message`, `begin` and `end` (bytes).
    fileprivate func write(to json: inout JSONWriter) {
        json.member("line", line)
        json.member("from", source.rawValue)
        switch reading {
        case .clear(let commands):
            json.member("clear", true)
            json.key("argvs")
            json.array { json in
                for command in commands {
                    json.array { json in for word in command.argv { json.string(word) } }
                }
            }
        case .unclear(let fault):
            json.member("clear", false)
            json.member("code", fault.code)
            json.member("message", fault.message)
            json.member("begin", fault.range.lowerBound)
            json.member("end", fault.range.upperBound)
        }
    }
}

extension RuleTrace {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("rule", id)
        json.place(place)
        json.member("verdict", verdict.name)
        verdict.write(to: &json)
        if !held.isEmpty {
            json.key("held")
            json.array { json in for held in held { json.object { held.write(to: &$0) } } }
        }
        if actions.isEmpty { return }
        json.key("actions")
        json.array { json in
            for action in actions {
                json.object { json in
                    json.member("action", action.action)
                    json.place(action.place)
                    json.member("done", action.done)
                    json.member("detail", action.detail)
                }
            }
        }
    }
}

extension Held {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("condition", condition)
        json.place(place)
        json.member("wanted", wanted)
        json.member("saw", ifPresent: saw)
    }
}

extension Verdict {
    /// Its stable name in JSON.
    public var name: String {
        switch self {
        case .fired: "fired"
        case .tooLate: "too_late"
        case .otherEvent: "other_event"
        case .otherState: "other_state"
        case .failed: "failed"
        case .limited: "limited"
        case .heldBack: "held_back"
        case .leftAlone: "left_alone"
        case .outranked: "outranked"
        case .conflict: "conflict"
        }
    }

    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .fired(let count): json.member("count", count)
        case .tooLate(let other), .leftAlone(let other), .outranked(let other): json.member("by", other)
        case .otherEvent(let wanted): json.texts("wanted", wanted.map(\.rawValue))
        case .otherState(let wanted, let saw):
            json.texts("wanted", wanted)
            json.member("saw", ifPresent: saw)
        case .failed(let failure):
            json.key("at")
            json.object { $0.place(failure.place) }
            json.member("condition", failure.condition)
            json.member("wanted", failure.wanted)
            json.member("saw", ifPresent: failure.saw)
            json.member("change", ifPresent: failure.change)
        case .limited(let limit, let frees), .heldBack(let limit, let frees):
            json.member("count", limit.count)
            json.member("per_ms", Int(limit.per.milliseconds))
            json.member("frees_ms", Int(frees.milliseconds))
        case .conflict(let others): json.texts("with", others)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func place(_ place: Place) {
        member("line", place.line)
        member("column", place.column)
    }

    fileprivate mutating func texts(_ key: String, _ texts: [String]) {
        self.key(key)
        array { json in for text in texts { json.string(text) } }
    }
}
