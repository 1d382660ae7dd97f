// The rule of a bucket: for one trigger, only the rules that could match are looked at, in the order in which rules are
// tried. One pass over each text that rules look at finds them, by the clause of each rule's gate that lets least through;
// its other clauses are asked before the rule is.

/// The rules of one trigger.
final class Bucket {
    /// Indices of rules, as they are tried: those with `in` first. A position is a place in here.
    let order: [Int]
    /// Positions of the rules that may match whatever the texts are, in order.
    private let always: [Int32]
    private let fields: [FieldIndex]
    /// By position, clauses of which a text must hold one literal each, besides the one that found the rule.
    private let others: [[FieldClause]]
    private let hasOthers: [Bool]
    /// Some rule has a `chance`.
    let hasChance: Bool

    /// One mark a position: the number of the event for which it was found.
    private var marks: [UInt32]
    private var event: UInt32 = 0
    private(set) var candidates: [Int32] = []

    init(order: [Int], gates: [Gate?], hasChance: Bool) {
        self.order = order
        self.hasChance = hasChance
        marks = Array(repeating: 0, count: order.count)
        let clauses = gates.map { $0?.clauses ?? [] }
        let rarity = Rarity(clauses.joined().joined().map(\.key.literal))
        var always: [Int32] = []
        var others: [[FieldClause]] = []
        var filed: [TextField: [(key: Gate.Key, position: Int32)]] = [:]
        for (position, clauses) in clauses.enumerated() {
            let ranked = clauses.map { (clause: $0, weakness: rarity.weakness($0)) }.sorted {
                $0.weakness < $1.weakness
            }
            if ranked.isEmpty { always.append(Int32(position)) }
            for (field, key) in ranked.first?.clause ?? [] {
                filed[field, default: []].append((key, Int32(position)))
            }
            others.append(ranked.dropFirst().prefix(3).compactMap { FieldClause($0.clause) })
        }
        self.always = always
        self.others = others
        hasOthers = others.map { !$0.isEmpty }
        fields = TextField.allCases.compactMap { field in filed[field].map { FieldIndex(field, $0) } }
    }

    /// Puts the positions of the rules that could match into `candidates`, in order.
    func find(_ occurrence: borrowing Occurrence, _ reading: EventReading) {
        event &+= 1
        if event == 0 {
            for index in marks.indices { marks[index] = 0 }
            event = 1
        }
        // Moved out while they change, so that nothing is checked or counted at each step.
        var (found, marks) = (candidates, self.marks)
        (candidates, self.marks) = ([], [])
        found.removeAll(keepingCapacity: true)
        for index in fields {
            guard let subject = reading.subject(index.field, of: occurrence) else { continue }
            let folded = subject.folded
            index.scan(folded.span) { position in
                if marks[Int(position)] == event { return }
                marks[Int(position)] = event
                found.append(position)
            }
        }
        if !found.isEmpty {
            found.removeAll { position in
                if !hasOthers[Int(position)] { return false }
                for clause in others[Int(position)] where !clause.holds(occurrence, reading) { return true }
                return false
            }
            found.sort()
        }
        self.marks = marks
        candidates = always.isEmpty ? found : Self.merged(always, found)
    }

    private static func merged(_ a: [Int32], _ b: [Int32]) -> [Int32] {
        if b.isEmpty { return a }
        var merged: [Int32] = []
        merged.reserveCapacity(a.count + b.count)
        var next = 0
        for position in a {
            while next < b.count, b[next] < position {
                merged.append(b[next])
                next += 1
            }
            merged.append(position)
        }
        merged.append(contentsOf: b[next...])
        return merged
    }
}

/// Where the keys of one field are filed.
private final class FieldIndex {
    let field: TextField
    private let whole: HashIndex
    /// No whole text is longer.
    private let longestWhole: Int
    private let parts: LiteralIndex
    /// By number of the literal, the positions that it lets through.
    private let positions: [[Int32]]
    private let words: WordIndex?

    init(_ field: TextField, _ items: [(key: Gate.Key, position: Int32)]) {
        self.field = field
        var whole: [(hash: UInt64, number: Int)] = []
        var longestWhole = -1
        var literals: [[UInt8]] = []
        var numbers: [[UInt8]: Int] = [:]
        var positions: [[Int32]] = []
        var words: [(words: [[UInt8]], number: Int)] = []
        for (key, position) in items {
            switch key {
            case .whole(let text):
                whole.append((TextHash.of(text.span), Int(position)))
                longestWhole = max(longestWhole, text.count)
            case .words(let phrase): words.append((phrase, Int(position)))
            case .part(let text):
                let number = numbers[text] ?? literals.count
                if number == literals.count {
                    numbers[text] = number
                    literals.append(text)
                    positions.append([])
                }
                positions[number].append(position)
            }
        }
        self.whole = HashIndex(whole)
        self.longestWhole = longestWhole
        parts = LiteralIndex(literals)
        self.positions = positions
        self.words = words.isEmpty ? nil : WordIndex(words)
    }

    func scan(_ text: Span<UInt8>, _ found: (Int32) -> Void) {
        if text.count <= longestWhole { whole.find(TextHash.of(text)) { found(Int32(truncatingIfNeeded: $0)) } }
        words?.scan(text) { found(Int32(truncatingIfNeeded: $0)) }
        parts.scan(text) { literal in
            for position in positions[literal] { found(position) }
            return false
        }
    }
}

/// A clause of literals of one field.
private final class FieldClause {
    private let field: TextField
    private let literals: [[UInt8]]

    /// Nil for a clause that is not worth asking, or that spans several fields.
    init?(_ clause: Gate.Clause) {
        guard let field = clause.first?.field, clause.count <= 8, clause.allSatisfy({ $0.field == field }) else {
            return nil
        }
        self.field = field
        literals = clause.map(\.key.literal)
    }

    func holds(_ occurrence: borrowing Occurrence, _ reading: EventReading) -> Bool {
        guard let subject = reading.subject(field, of: occurrence) else { return false }
        let folded = subject.folded
        for literal in literals where ByteSearch.find(literal, in: folded.span) != nil { return true }
        return false
    }
}
