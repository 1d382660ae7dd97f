import JSON

// With `hit: first` a rule never fires if an earlier one takes all that it matches. That is said only where it is proved:
// the earlier rule asks for nothing that the later one does not ask for too, and has no limit; texts are tried on the
// program itself.

extension BotReader {
    mutating func lintShadows(_ program: Program) {
        guard file.hit == .first, let program = unlimited(program) else { return }
        var firstWithCondition: [String: Int] = [:]
        for index in file.rules.indices {
            let rule = file.rules[index]
            guard !rule.triggers.contains(.timer), !rule.triggers.isEmpty, !rule.deniesByCommand else { continue }
            if let shadow = shadow(of: index, program) {
                lintShadow(of: index, by: shadow.rule, text: shadow.text, isProved: shadow.isProved)
            } else if let key = conditionText(index) {
                if let first = firstWithCondition[key], blocks(first, index) {
                    lintShadow(of: index, by: first, text: nil, isProved: true)
                }
                firstWithCondition[key] = firstWithCondition[key] ?? index
            }
        }
    }

    /// The program with every limit used up for good: such a rule stands in nobody's way.
    private func unlimited(_ program: Program) -> Program? {
        guard file.rules.contains(where: { $0.limit != nil }) else { return program }
        var file = file
        for index in file.rules.indices where file.rules[index].limit != nil {
            file.rules[index].limit = nil
            file.rules[index].continues = true
        }
        return try? Program(file)
    }

    private mutating func lintShadow(of index: Int, by winner: Int, text: String?, isProved: Bool) {
        let id = quoted(file.rules[index].id)
        let other = quoted(file.rules[winner].id)
        let message =
            if let text {
                isProved
                    ? "the rule \(id) never fires: \(other) takes what it matches, such as \(quoted(text))"
                    : "the rule \(id) fires for none of its examples: \(other) takes \(quoted(text))"
            } else {
                "the rule \(id) never fires: \(other) takes every event that it matches"
            }
        lint(
            .neverFires, idRange(of: index), message,
            hint: "move it before \(other), narrow that one, or give that one \"continue\": true",
            related: [.init(range: idRange(of: winner), message: "this takes the event")])
    }

    /// The triggers and the condition in one text, the same for conditions that mean the same; nil with `chance`.
    private func conditionText(_ index: Int) -> String? {
        guard let when = ruleNodes[index]["when"] else { return nil }
        let text = JSONWriter.text { $0.node(when, in: source.bytes) }
        return text.contains("\"chance\"") ? nil : text
    }

    /// Whether the earlier rule ends the event wherever the later one could match, their conditions being equal.
    private func blocks(_ first: Int, _ later: Int) -> Bool {
        let (winner, loser) = (file.rules[first], file.rules[later])
        return winner.limit == nil && !winner.continues && winner.states == loser.states
            && loser.triggers.allSatisfy(winner.triggers.contains)
    }

    private func shadow(of index: Int, _ program: Program) -> (rule: Int, text: String?, isProved: Bool)? {
        let rule = file.rules[index]
        let literals = rule.condition.map(\.literals) ?? Condition.Literals(texts: ["x"], covers: .anything)
        let examples = rule.examples.match.map(\.text)
        guard let texts = literals?.texts ?? (examples.isEmpty ? nil : examples), !texts.isEmpty, texts.count <= 200
        else {
            return nil
        }
        var found: (rule: Int, text: String)?
        for trigger in rule.triggers {
            for text in texts {
                let event = Specimen.event(of: rule, trigger: trigger, text: text)
                let firings = Specimen.match(event, of: rule, in: program).firings.map(\.rule)
                guard !firings.contains(index), let winner = firings.last, !file.rules[winner].continues,
                    isTried(winner, before: index),
                    takes(winner, from: rule, literals?.covers ?? .theseTexts, of: literals?.field ?? event.textField)
                else { return nil }
                found = found ?? (winner, text)
            }
        }
        let shown = literals?.covers == .anything ? nil : found?.text
        return found.map { ($0.rule, shown, literals != nil) }
    }

    /// Rules with states come first, then the order of the file decides.
    private func isTried(_ rule: Int, before other: Int) -> Bool {
        let (first, second) = (file.rules[rule].states.isEmpty, file.rules[other].states.isEmpty)
        return first == second ? rule < other : second
    }

    /// Whether the rule that took the specimen takes every event like it.
    private func takes(_ winner: Int, from rule: Rule, _ covers: Condition.Cover, of field: TextField) -> Bool {
        let taker = file.rules[winner]
        guard taker.limit == nil, taker.states.isEmpty || taker.states == rule.states else { return false }
        guard let condition = taker.condition else { return true }
        let given = rule.condition?.required ?? []
        return condition.required.allSatisfy { $0.isImplied(by: given, covers, of: field) }
    }
}

extension Condition {
    /// Which texts a rule can match at all.
    enum Cover: Equatable {
        /// No more than the literals, as far as case and space go.
        case theseTexts
        /// Texts that have one of the literals in them.
        case textsWithThem
        case anything
    }
    struct Literals {
        var field = TextField.text
        var texts: [String]
        var covers: Cover
    }

    /// The literals that a text must be, or must have in it; nil if the condition is of another kind.
    var literals: Literals? {
        var found: Literals?
        for case .text(let field, let matcher) in required.map(\.test) where !matcher.exact {
            for test in matcher.tests {
                switch test.kind {
                case .equals(let text): return Literals(field: field, texts: [text], covers: .theseTexts)
                case .anyOf(let texts): return Literals(field: field, texts: texts, covers: .theseTexts)
                case .contains(let text): found = found ?? Literals(field: field, texts: [text], covers: .textsWithThem)
                case .containsAny(let texts), .startsWith(let texts), .endsWith(let texts), .words(let texts):
                    found = found ?? Literals(field: field, texts: texts, covers: .textsWithThem)
                default: break
                }
            }
        }
        return found
    }

    /// Whether it holds wherever these do, given that it held for the literals.
    fileprivate func isImplied(by given: [Condition], _ covers: Cover, of field: TextField) -> Bool {
        switch test {
        case .word(let word, let words):
            return given.contains { condition in
                guard case .word(word, let own) = condition.test else { return false }
                return own.allSatisfy { word in words.contains { $0.lowercased() == word.lowercased() } }
            }
        case .flag(let name, let flag):
            return given.contains { if case .flag(name, flag) = $0.test { true } else { false } }
        case .text(let own, let matcher) where covers == .textsWithThem:
            return !matcher.exact && matcher.tests.allSatisfy { $0.isImplied(by: given, own) }
        case .text, .any, .not: return covers == .theseTexts && isDecided(by: field)
        default: return false
        }
    }

    /// Whether nothing but this field, without its case, decides it.
    private func isDecided(by field: TextField) -> Bool {
        switch test {
        case .all(let conditions), .any(let conditions): conditions.allSatisfy { $0.isDecided(by: field) }
        case .not(let condition): condition.isDecided(by: field)
        case .text(let own, let matcher): own == field && !matcher.exact
        default: false
        }
    }
}

extension TextTest {
    /// A literal that is in each text which the given tests let through.
    fileprivate func isImplied(by given: [Condition], _ field: TextField) -> Bool {
        guard let wanted = pieces else { return false }
        for case .text(field, let matcher) in given.map(\.test) where !matcher.exact {
            for test in matcher.tests {
                guard let alternatives = test.pieces else { continue }
                let isSure = alternatives.allSatisfy { text in wanted.contains { Self.stands($0, in: text) } }
                if isSure { return true }
            }
        }
        return false
    }

    /// Of which one must be in the text.
    private var pieces: [String]? {
        switch kind {
        case .contains(let text): [text]
        case .containsAny(let texts): texts
        default: nil
        }
    }

    private static func stands(_ piece: String, in text: String) -> Bool {
        let piece = CompiledMatcher.literal(piece, exact: false)
        let text = CompiledMatcher.literal(text, exact: false)
        return ByteSearch.find(piece, in: text.span) != nil
    }
}

extension Occurrence {
    /// The field that a specimen's text stands in.
    fileprivate var textField: TextField { TextField.allCases.first { text(of: $0) != nil } ?? .text }
}
