/// A condition with its names looked up and its texts made ready.
indirect enum CompiledCondition {
    case all([CompiledCondition])
    case any([CompiledCondition])
    case not(CompiledCondition)
    case text(TextField, CompiledMatcher)
    /// Words in NFC and folded.
    case word(WordField, [[UInt8]])
    case flag(FlagField, Bool)
    case number(NumberField, NumberComparison)
    /// A path by its number among all paths of the program.
    case field(Int, CompiledValue)
    case variable(Int, CompiledValue)
    case inState([Int])
    case time(TimeWindow)
    /// The number tells one `chance` of the program from another.
    case chance(Double, number: Int)
    case command(CommandCondition)
    /// About a variable that the file does not have.
    case never
}

enum CompiledValue {
    case text(CompiledMatcher)
    case number(NumberComparison)
    case flag(Bool)

    init(_ matcher: ValueMatcher) throws(CompileFault) {
        switch matcher {
        case .text(let matcher): self = .text(try CompiledMatcher(matcher))
        case .number(let comparison): self = .number(comparison)
        case .flag(let flag): self = .flag(flag)
        }
    }
}

/// Compiles the conditions of one file, and counts what they share.
struct ConditionCompiler {
    let variables: [String: Int]
    let states: [String: Int]
    private(set) var paths: [[String]] = []
    private(set) var chances = 0

    init(variables: [String: Int], states: [String: Int]) {
        self.variables = variables
        self.states = states
    }

    mutating func compile(_ condition: Condition) throws(CompileFault) -> CompiledCondition {
        switch condition.test {
        case .all(let conditions): return .all(try compile(conditions))
        case .any(let conditions): return .any(try compile(conditions))
        case .not(let condition): return .not(try compile(condition))
        case .text(let field, let matcher): return .text(field, try CompiledMatcher(matcher))
        case .word(let field, let words): return .word(field, words.map { CompiledMatcher.literal($0, exact: false) })
        case .flag(let field, let flag): return .flag(field, flag)
        case .number(let field, let comparison): return .number(field, comparison)
        case .field(let path, let value): return .field(number(of: path), try CompiledValue(value))
        case .variable(let name, let value):
            guard let index = variables[name] else { return .never }
            return .variable(index, try CompiledValue(value))
        case .inState(let names): return .inState(names.compactMap { states[$0] })
        case .time(let window): return .time(window)
        case .chance(let chance):
            chances += 1
            return .chance(chance, number: chances)
        case .command(let command): return .command(command)
        }
    }

    private mutating func compile(_ conditions: [Condition]) throws(CompileFault) -> [CompiledCondition] {
        var compiled: [CompiledCondition] = []
        for condition in conditions { compiled.append(try compile(condition)) }
        return compiled
    }

    private mutating func number(of path: [String]) -> Int {
        if let known = paths.firstIndex(of: path) { return known }
        paths.append(path)
        return paths.count - 1
    }
}
