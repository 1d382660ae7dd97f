import Rules

// What tests have reached of a rule file: each rule that fired, each condition that held and that failed, each action that
// ran. A number is counted, not a mark set, so that the listing tells how often.

/// What tests have reached of one rule file.
public struct Coverage: Sendable {
    /// One thing that a test can reach.
    public struct Item: Sendable, Hashable {
        public enum Kind: String, Sendable, Hashable {
            case rule
            /// A condition that held, and one that failed.
            case held, failed
            case action
        }
        public var kind: Kind
        /// Its rule's id.
        public var rule: String
        public var place: Place
        /// How often it was reached.
        public var count = 0

        /// What is to be done to reach it, for people.
        public var missing: String {
            switch kind {
            case .rule: "rule \(quoted(rule)) never fires"
            case .held: "a condition of \(quoted(rule)) never holds"
            case .failed: "a condition of \(quoted(rule)) never fails"
            case .action: "an action of \(quoted(rule)) never runs"
            }
        }
    }

    public let path: String
    let source: SourceText
    /// In file order.
    public private(set) var items: [Item] = []
    private var index: [Key: Int] = [:]

    private struct Key: Hashable {
        var rule: Int
        var kind: Item.Kind
        var place: Place
    }

    init(_ file: BotFile, source: SourceText) {
        path = file.path
        self.source = source
        for (number, rule) in file.rules.enumerated() {
            add(.rule, rule.place, of: rule, number)
            for leaf in rule.condition?.leaves ?? [] {
                add(.held, leaf.place, of: rule, number)
                add(.failed, leaf.place, of: rule, number)
            }
            for action in Self.actions(rule.actions) { add(.action, action.place, of: rule, number) }
        }
    }

    private mutating func add(_ kind: Item.Kind, _ place: Place, of rule: Rule, _ number: Int) {
        let key = Key(rule: number, kind: kind, place: place)
        guard index[key] == nil else { return }
        index[key] = items.count
        items.append(Item(kind: kind, rule: rule.id, place: place))
    }

    private static func actions(_ actions: [Action]) -> [Action] {
        actions.flatMap { action in
            if case .askAI(let ask) = action.step { return [action] + Self.actions(ask.onError) }
            return [action]
        }
    }

    private mutating func count(_ key: Key) {
        if let index = index[key] { items[index].count += 1 }
    }

    mutating func add(_ trace: Trace) {
        for rule in trace.rules {
            if rule.verdict.isFired { count(Key(rule: rule.rule, kind: .rule, place: rule.place)) }
            for outcome in rule.outcomes {
                count(Key(rule: rule.rule, kind: outcome.held ? .held : .failed, place: outcome.place))
            }
        }
    }

    mutating func add(_ action: ActionTrace, of rule: Int) {
        count(Key(rule: rule, kind: .action, place: action.place))
    }

    public var reached: Int { items.count { $0.count > 0 } }

    /// Whole percents, never rounded up: 100 only if all is reached.
    public var percent: Int { Self.percent(reached, of: items.count) }

    public static func percent(_ reached: Int, of all: Int) -> Int { all == 0 ? 100 : reached * 100 / all }
}
