// The rule of gates: what must stand in an event's texts for a rule to match, as one list of literals of which one is enough
// to look closer. It may let through what does not match, never the other way round. It is laid over the folded, trimmed
// text, so literals of exact matchers are folded and trimmed for it too.

/// What a condition needs at least: one of these literals.
struct Gate {
    enum Key {
        /// The whole text.
        case whole([UInt8])
        /// Somewhere in the text; not empty.
        case part([UInt8])
    }
    var keys: [(field: TextField, key: Key)] = []

    /// How much it keeps out: longer literals and fewer of them are better.
    private var strength: Int {
        let shortest = keys.map { if case .part(let bytes) = $0.key { bytes.count } else { 64 } }.min() ?? 64
        return shortest * 4 - (Int.bitWidth - keys.count.leadingZeroBitCount)
    }

    /// The gate of a condition; nil if it may hold whatever the texts are.
    init?(_ condition: CompiledCondition) {
        switch condition {
        case .all(let conditions):
            guard let best = Self.strongest(conditions.compactMap { Gate($0) }) else { return nil }
            self = best
        case .any(let conditions):
            for condition in conditions {
                guard let gate = Gate(condition) else { return nil }
                keys += gate.keys
            }
        case .text(let field, let matcher):
            // Of a prompt's labels there are several.
            if field == .label { return nil }
            let gates = matcher.checks.compactMap { Gate($0, field, exact: matcher.exact) }
            guard let best = Self.strongest(gates) else { return nil }
            self = best
        case .never: break
        default: return nil
        }
    }

    private static func strongest(_ gates: [Gate]) -> Gate? { gates.max { $0.strength < $1.strength } }

    private init?(_ check: CompiledMatcher.Check, _ field: TextField, exact: Bool) {
        func folded(_ text: [UInt8]) -> [UInt8] {
            exact ? FoldTable.shared.folded(Whitespace.trimmed(text)) : text
        }
        func parts(_ texts: [[UInt8]]) -> [Key]? {
            let keys = texts.map(folded)
            return keys.contains(where: \.isEmpty) ? nil : keys.map { .part($0) }
        }
        let found: [Key]?
        switch check {
        case .equals(let texts): found = texts.texts.map { .whole(folded($0)) }
        case .contains(let texts), .startsWith(let texts), .endsWith(let texts): found = parts(texts)
        case .containsAny(let index): found = parts(index.literals)
        case .containsAll(let texts):
            found = texts.max { $0.count < $1.count }.flatMap { parts([$0]) }
        case .words(let phrases):
            found = parts(phrases.compactMap { $0.words.max { $0.count < $1.count } })
        case .glob(let globs):
            found = globs.reduce([]) { (keys: [Key]?, glob) in
                guard let keys else { return nil }
                if let literal = glob.literal { return keys + [.whole(folded(literal))] }
                return parts([glob.longestLiteral]).map { keys + $0 }
            }
        case .regex(let regexes):
            found = regexes.reduce([]) { (keys: [Key]?, regex) in
                guard let keys, let literals = regex.required else { return nil }
                return keys + literals.map { .part($0) }
            }
        case .longerThan, .shorterThan, .empty: found = nil
        }
        guard let found else { return nil }
        keys = found.map { (field, $0) }
    }
}
