import Time

// A bot may get its own words back: from an echo, or from another bot like it. A reply that sets its own rule off again
// would then never end. Other rules on the way are followed, and the dialogue states that they lead to.

extension BotReader {
    /// One lint a file: where one rule loops, often many do.
    mutating func lintLoops(_ program: Program) {
        guard file.role == .device else { return }
        var told: Set<Int> = []
        var found: [(range: Range<Int>, message: String)] = []
        for index in file.rules.indices where canLoop(index) && !told.contains(index) {
            for text in replies(of: index, to: nil, program) {
                guard let loop = loop(from: index, saying: text, program), told.isDisjoint(with: loop) else { continue }
                told.formUnion(loop)
                let others = loop.dropFirst().map { quoted(file.rules[$0].id) }
                let way = others.isEmpty ? "" : ", by way of " + choice(of: others, "and")
                found.append((idRange(of: index), "the reply \(quoted(text)) sets the rule off again\(way)"))
                break
            }
        }
        guard let first = found.first else { return }
        let more = found.count > 4 ? ", and so in \(found.count - 1) rules more" : ""
        lint(
            .replyLoop, first.range, first.message + more,
            hint: "if the bot ever gets its own words back, it never stops: add a \"limit\", or narrow the condition",
            related: found.dropFirst().prefix(3).map {
                Diagnostic.Related(range: $0.range, message: "so here: \($0.message)")
            })
    }

    /// A rule that is about texts, and that nothing but the text and the dialogue holds back.
    private func canLoop(_ index: Int) -> Bool {
        guard canPassOn(index), let condition = file.rules[index].condition else { return false }
        return condition.required.contains { if case .text(.text, _) = $0.test { true } else { false } }
    }

    /// A rule on the way; it may answer whatever is said.
    private func canPassOn(_ index: Int) -> Bool {
        let rule = file.rules[index]
        return rule.limit == nil && rule.triggers.contains(.message) && rule.condition?.isAboutTextAlone ?? true
    }

    /// A rule that has fired, and the dialogue state that it left behind.
    private struct Turn: Equatable {
        var rule: Int
        var state: String?

        init(_ rule: Int, of file: BotFile, in state: String?) {
            self.rule = rule
            self.state = file.rules[rule].next(from: state)
        }
    }

    /// The rules from this one on that each set off the next, until one comes again in the same state.
    private func loop(from start: Int, saying text: String, _ program: Program) -> [Int]? {
        var path = [Turn(start, of: file, in: file.rules[start].states.first)]
        var text = text
        while path.count <= 10, let last = path.last {
            let event = Specimen.event(of: file.rules[start], trigger: .message, text: text)
            let match = Specimen.match(event, in: last.state, of: program)
            guard let next = match.firings.map(\.rule).first(where: { canPassOn($0) }) else { return nil }
            let turn = Turn(next, of: file, in: last.state)
            if turn == path[0] { return path.map(\.rule) }
            guard !path.contains(turn), let reply = replies(of: next, to: text, program).first else { return nil }
            path.append(turn)
            text = reply
        }
        return nil
    }

    /// What the rule says to a text, or to one that its examples or literals give.
    private func replies(of index: Int, to text: String?, _ program: Program) -> [String] {
        let rule = file.rules[index]
        guard let said = text ?? rule.examples.match.first?.text ?? rule.condition?.literals?.texts.first else {
            return rule.replies.compactMap(\.literalText)
        }
        let event = Specimen.event(of: rule, trigger: .message, text: said)
        let match = Specimen.match(event, of: rule, in: program)
        guard let firing = match.firings.first(where: { $0.rule == index }) else {
            return rule.replies.compactMap(\.literalText)
        }
        let scope = Scope(
            occurrence: event, captures: firing.captures, count: firing.count, memory: Memory(),
            device: .init(id: "device", name: file.name), now: Now(instant: .zero, wall: WallTime(milliseconds: 0)),
            zones: ZoneTable())
        return rule.replies.map { program.render($0, scope) }
    }
}

extension Rule {
    /// The dialogue state behind its actions.
    fileprivate func next(from state: String?) -> String? {
        for action in actions.reversed() {
            if case .goto(let state, _) = action.step { return state }
        }
        return state
    }

    fileprivate var replies: [Template] {
        actions.flatMap { action -> [Template] in
            if case .reply(let reply) = action.step { reply.texts } else { [] }
        }
    }
}

extension Condition {
    /// Whether nothing but texts of the event decides it.
    var isAboutTextAlone: Bool {
        switch test {
        case .text: true
        case .flag(.final, true): true
        case .all(let conditions), .any(let conditions): conditions.allSatisfy(\.isAboutTextAlone)
        case .not(let condition): condition.isAboutTextAlone
        default: false
        }
    }
}
