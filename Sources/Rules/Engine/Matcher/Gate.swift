// The rule of gates: what must stand in an event's texts for a rule to match, as lists of which each must have one member
// there. A gate may let through what does not match, never the other way round. It is laid over the folded, trimmed text, so
// the literals of exact matchers are folded and trimmed for it too.

/// What a condition needs at least.
struct Gate {
    enum Key {
        /// The whole text.
        case whole([UInt8])
        /// Somewhere in the text; not empty.
        case part([UInt8])
        /// Whole words in a row; not empty.
        case words([[UInt8]])

        /// A literal that a text holds where the key is met.
        var literal: [UInt8] {
            switch self {
            case .whole(let text), .part(let text): text
            case .words(let words): words.max { $0.count < $1.count } ?? []
            }
        }
    }
    /// One of these is needed.
    typealias Clause = [(field: TextField, key: Key)]

    /// Of each clause one is needed. None: nothing is known.
    private(set) var clauses: [Clause] = []

    init(_ condition: CompiledCondition) {
        switch condition {
        case .all(let conditions): clauses = conditions.flatMap { Gate($0).clauses }
        case .any(let conditions):
            var union: Clause = []
            for condition in conditions {
                guard let clause = Gate(condition).best else { return }
                union += clause
            }
            clauses = [union]
        case .text(let field, let matcher):
            // Of a prompt's labels there are several.
            if field == .label { return }
            clauses = matcher.checks.flatMap { Self.lists(of: $0, exact: matcher.exact) }.map { list in
                list.map { (field, $0) }
            }
        case .never: clauses = [[]]
        default: break
        }
    }

    private var best: Clause? { clauses.min { Self.weakness($0.map(\.key)) < Self.weakness($1.map(\.key)) } }

    /// How much a list lets through, by its lengths alone.
    private static func weakness(_ keys: [Key]) -> Double { keys.reduce(0) { $0 + weakness($1) } }

    static func weakness(_ key: Key) -> Double {
        switch key {
        case .whole: 0.01
        case .words(let words) where words.count > 1: 0.1
        case .words, .part: Double(max(1, 1 << max(0, 24 - 4 * key.literal.count))) / 256
        }
    }

    private static func lists(of check: CompiledMatcher.Check, exact: Bool) -> [[Key]] {
        func folded(_ text: [UInt8]) -> [UInt8] {
            exact ? FoldTable.shared.folded(Whitespace.trimmed(text)) : text
        }
        /// Nothing, if one of the texts says nothing.
        func list(_ keys: [Key?]) -> [[Key]] {
            let known = keys.compactMap { $0 }
            return known.count == keys.count ? [known] : []
        }
        func part(_ text: [UInt8]) -> Key? {
            let text = folded(text)
            return text.isEmpty ? nil : .part(text)
        }
        switch check {
        case .equals(let texts): return [texts.texts.map { .whole(folded($0)) }]
        case .contains(let texts), .startsWith(let texts), .endsWith(let texts): return list(texts.map(part))
        case .containsAny(let index): return list(index.literals.map(part))
        case .containsAll(let texts): return texts.compactMap(part).map { [$0] }
        case .words(let phrases):
            return [
                phrases.filter { !$0.words.isEmpty }.map { .words($0.words.map { FoldTable.shared.folded($0) }) }
            ]
        case .glob(let globs):
            return list(globs.map { $0.literal.map { .whole(folded($0)) } ?? part($0.longestLiteral) })
        case .regex(let regexes):
            let lists = regexes.map { $0.required.map { $0.map { Key.part($0) } } }
            if lists.count == 1 { return lists[0] }
            let best = lists.compactMap { $0.min { weakness($0) < weakness($1) } }
            return best.count == lists.count ? [best.flatMap { $0 }] : []
        case .longerThan, .shorterThan, .empty: return []
        }
    }
}
