import JSON

// A trace for people: a line a rule, with a mark; below it what would help, or what its actions did.

extension Trace {
    /// The whole trace. Every line is indented by two; nothing in it moves a terminal's cursor.
    ///
    /// - Parameters:
    ///   - path: of the rule file, for `file:line`.
    ///   - otherEvents: rules that are for other events are listed too.
    ///   - nearest: of the rules that do not match only so many are listed, the wanted ones (by index) if there are such;
    ///     nil: all.
    ///   - colour: marks and places with ANSI colours.
    public func text(
        path: String, otherEvents: Bool = true, nearest: (most: Int, wanted: Set<Int>)? = nil, colour: Bool = false
    ) -> String {
        let listed = rules.filter { otherEvents || !$0.verdict.isOtherEvent }
        let shown = nearest.map { near in listed.nearest(near.most, wanted: near.wanted) } ?? listed
        let width = shown.map(\.id.count).max() ?? 0
        var lines = command.map { $0.lines(colour) } ?? []
        for rule in shown {
            let name = rule.id + String(repeating: " ", count: width - rule.id.count)
            let place = "\(visible(path)):\(rule.place.line)"
            let mark = rule.verdict.mark
            lines.append("  \(mark.shown(colour)) \(name)  \(Mark.dim(place, colour))  \(rule.verdict.summary)")
            let indent = String(repeating: " ", count: width + 6)
            if let change = rule.verdict.change { lines.append("\(indent)to match: \(change)") }
            for held in rule.held { lines.append(Mark.dim(indent + held.summary, colour)) }
            for action in rule.actions {
                let what = (action.done ? "" : "not done: ") + Wording.line(action.detail)
                lines.append("\(indent)\(action.action): \(what)")
            }
        }
        if shown.count < listed.count {
            let left = listed.count - shown.count
            lines.append(
                Mark.dim(
                    "  … and \(left) rule\(left == 1 ? "" : "s") more that \(left == 1 ? "does" : "do") not match",
                    colour))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The event in a few words: `message m1 "hi"`.
    public var eventSummary: String {
        let shown = text.map { Wording.quoted($0) }
        let parts = [trigger.rawValue, event, shown, state.map { "in state \(Wording.quoted($0))" }]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}

extension [RuleTrace] {
    /// In the same order, without most of those that do not match: of these the wanted ones are left, or, if there are
    /// none, those of which most conditions held.
    fileprivate func nearest(_ most: Int, wanted: Set<Int>) -> [RuleTrace] {
        let failed = indices.filter { self[$0].verdict.mark == .failed }
        let meant = failed.filter { wanted.contains(self[$0].rule) }
        let near = (meant.isEmpty ? failed : meant).sorted { a, b in
            let held = (self[a].outcomes.count(where: \.held), self[b].outcomes.count(where: \.held))
            return held.0 == held.1 ? a < b : held.0 > held.1
        }
        let kept = Set(near.prefix(most))
        return indices.filter { self[$0].verdict.mark != .failed || kept.contains($0) }.map { self[$0] }
    }
}

/// The sign before a rule.
private enum Mark: String {
    case fired = "✓"
    case failed = "✗"
    /// It matches, and yet does not act.
    case passed = "○"
    case other = "·"

    func shown(_ colour: Bool) -> String { paint(rawValue, colour) }

    func paint(_ text: String, _ colour: Bool) -> String {
        guard colour else { return text }
        let code =
            switch self {
            case .fired: "32"
            case .failed: "31"
            case .passed: "33"
            case .other: "2"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    static func dim(_ text: String, _ colour: Bool) -> String { colour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}

extension PromptCommand {
    /// The command, how it was read, and where it is unclear.
    fileprivate func lines(_ colour: Bool) -> [String] {
        let from =
            switch source {
            case .field: "the frame's command"
            case .fence: "the text's fenced block"
            case .text: "the whole text"
            case .none: "nothing: the prompt has no text"
            }
        let label = "  command  "
        let shown = Wording.line(line)
        var lines = [label + shown]
        let indent = String(repeating: " ", count: label.count)
        if case .unclear(let fault) = reading, !fault.range.isEmpty, shown.count < Wording.longest {
            let utf8 = Array(line.utf8)
            let before = String(decoding: utf8[..<min(fault.range.lowerBound, utf8.count)], as: UTF8.self)
            let part = String(
                decoding: utf8[min(fault.range.lowerBound, utf8.count)..<min(fault.range.upperBound, utf8.count)],
                as: UTF8.self)
            let carets = String(repeating: "^", count: max(1, Wording.line(part).count))
            lines.append(
                indent + String(repeating: " ", count: Wording.line(before).count) + Mark.failed.paint(carets, colour))
        }
        switch reading {
        case .clear: lines.append("  reads as " + Wording.line(summary))
        case .unclear(let fault):
            lines.append("  \(Mark.failed.paint("unclear", colour))  \(fault.message) (\(fault.code))")
        }
        lines.append("  taken    from \(from)")
        return lines
    }
}

extension Verdict {
    fileprivate var mark: Mark {
        switch self {
        case .fired: .fired
        case .otherEvent: .other
        case .failed, .otherState: .failed
        case .tooLate, .limited, .heldBack, .leftAlone, .outranked, .conflict: .passed
        }
    }

    fileprivate var isOtherEvent: Bool {
        if case .otherEvent = self { return true }
        return false
    }

    /// It would make this condition hold; what else does not hold is counted.
    fileprivate var change: String? {
        guard case .failed(let failure) = self, let change = failure.change else { return nil }
        switch failure.others {
        case 0: return change
        case 1: return change + ", and one other condition has to hold"
        case let others: return change + ", and \(others) other conditions have to hold"
        }
    }

    /// The verdict in one line.
    public var summary: String {
        switch self {
        case .fired(let count): return count == 1 ? "fires" : "fires, for the \(Self.ordinal(count)) time"
        case .tooLate(let other): return "matches, but \(Wording.quoted(other)) came first"
        case .otherEvent(let wanted):
            return "is for \(wanted.map { $0 == .timer ? "a timer" : $0.rawValue }.joined(separator: ", "))"
        case .otherState(let wanted, let saw):
            return "is for state \(Wording.list(wanted)), this is \(saw.map { Wording.quoted($0) } ?? "no state")"
        case .failed(let failure): return failure.summary
        case .limited(let limit, let frees):
            return "matches, but its limit of \(limit.summary) is used up for another \(frees.roundedText)"
        case .heldBack(let limit, let frees):
            return
                "matches, but its limit of \(limit.summary) is used up for another \(frees.roundedText): the prompt is left alone"
        case .leftAlone(let other):
            return "matches, but the prompt is left alone because of \(Wording.quoted(other))"
        case .outranked(let other): return "matches, but \(Wording.quoted(other)) denies, and that wins"
        case .conflict(let others):
            return "matches together with \(Wording.list(others, "and")): \"hit\" is unique, so none acts"
        }
    }

    private static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }
}

extension Failure {
    /// `text.equals wants "hi", saw "hello"`.
    public var summary: String { "\(condition) wants \(wanted), saw \(saw ?? "nothing")" }
}

extension Held {
    /// `when text.contains "hi", saw "Hi there"`, each value cut so that the line fits a terminal.
    fileprivate var summary: String {
        func cut(_ text: String) -> String { text.count > 30 ? text.prefix(29) + "…" : text }
        return "when \(condition) \(cut(wanted))" + (saw.map { ", saw \(cut($0))" } ?? "")
    }
}

extension Limit {
    fileprivate var summary: String { "\(count) per \(per.text)" }
}
