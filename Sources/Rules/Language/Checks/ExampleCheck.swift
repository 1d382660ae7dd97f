// Examples are tried whenever a file is read: each `match` must be able to fire its rule alone, each `no_match` must not.

extension BotReader {
    /// Tries the examples of a file that has no other fault.
    mutating func checkExamples(_ program: Program) {
        for index in file.rules.indices {
            let rule = file.rules[index]
            let node = ruleNodes[index]["examples"]
            guard node != nil else { continue }
            if !rule.hasText {
                let member = ruleNodes[index].member("examples")
                report(
                    .exampleWithoutText, member?.keyRange ?? 0..<0,
                    "an event of \(choice(of: rule.triggers.map { quoted($0.rawValue) })) has no text that an example could stand for",
                    hint: "take the examples away, or prove the rule in a test file")
                continue
            }
            for example in node?["match"]?.elements ?? [] {
                guard let text = example.text, let failure = program.failure(ofExample: text, rule: index) else {
                    continue
                }
                let saw = failure.saw.map { ", and saw \($0)" } ?? ""
                report(
                    .failedExample, example.range,
                    "\(quoted(text)) should match, but \(failure.condition) wants \(failure.wanted)\(saw)",
                    hint: failure.change,
                    related: [.init(range: source.range(of: failure.place), message: "this does not hold")])
            }
            for example in node?["no_match"]?.elements ?? [] {
                guard let text = example.text, program.wouldFire(rule: index, text: text) else { continue }
                report(.failedExample, example.range, "\(quoted(text)) should not match, but the rule fires for it")
            }
        }
    }

    /// `hit: unique`: an example for which two rules fire at once.
    mutating func checkUnique(_ program: Program) {
        guard file.hit == .unique else { return }
        for index in file.rules.indices {
            for example in ruleNodes[index]["examples"]?["match"]?.elements ?? [] {
                guard let text = example.text else { continue }
                let conflict = Specimen.conflicts(of: index, text: text, in: program)
                guard let other = conflict.first(where: { $0 != index }) else { continue }
                report(
                    .notUnique, example.range,
                    "\(quoted(text)) matches the rule \(quoted(file.rules[other].id)) too, so with \"hit\": \"unique\" neither acts",
                    hint: "tell them apart by a condition, or use another \"hit\"",
                    related: [.init(range: idRange(of: other), message: "the other rule")])
            }
        }
    }

    /// Where a rule's id stands.
    func idRange(of rule: Int) -> Range<Int> {
        ruleNodes[rule]["id"]?.range ?? ruleNodes[rule].range
    }
}

extension Rule {
    /// Whether its events have a text that an example can stand for.
    fileprivate var hasText: Bool {
        let fields = triggers.flatMap(\.fields)
        return fields.contains { TextField(rawValue: $0.rawValue) != nil || $0 == .command }
    }
}
