/// What matching needs of a rule.
final class CompiledRule {
    let condition: CompiledCondition?
    let gate: Gate?
    /// Indices of the dialogue states that it is tried in.
    let states: [Int]
    /// It has `in`: it is tried before those without.
    let hasStates: Bool
    let continues: Bool
    /// It has actions that answer a prompt.
    let answers: Bool
    /// On an exec_approval it may let the command run.
    let mayApprove: Bool
    /// It denies, by a `command` condition: it wins over every rule that approves.
    let deniesByCommand: Bool
    let hasChance: Bool
    let hasCaptures: Bool

    init(_ rule: Rule, _ compiler: inout ConditionCompiler) throws(CompileFault) {
        let before = compiler.chances
        if let condition = rule.condition {
            let compiled = try compiler.compile(condition)
            self.condition = compiled
            gate = Gate(compiled)
            hasCaptures = compiled.hasCaptures
        } else {
            condition = nil
            gate = nil
            hasCaptures = false
        }
        hasChance = compiler.chances > before
        states = rule.states.compactMap { compiler.states[$0] }
        hasStates = !rule.states.isEmpty
        continues = rule.continues
        answers = !rule.answers.isEmpty
        mayApprove = rule.mayApprove
        deniesByCommand = rule.deniesByCommand
    }
}

extension CompiledCondition {
    var hasCaptures: Bool {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasCaptures)
        case .text(_, let matcher), .field(_, .text(let matcher)), .variable(_, .text(let matcher)): matcher.hasCaptures
        default: false
        }
    }
}

extension Trigger {
    /// Its place among all cases.
    var number: Int {
        switch self {
        case .start: 0
        case .connected: 1
        case .ready: 2
        case .message: 3
        case .edit: 4
        case .frame: 5
        case .media: 6
        case .prompt: 7
        case .promptDone: 8
        case .typing: 9
        case .avatar: 10
        case .error: 11
        case .disconnected: 12
        case .failed: 13
        case .result: 14
        case .hello: 15
        case .text: 16
        case .audio: 17
        case .answer: 18
        case .timer: 19
        }
    }
}
