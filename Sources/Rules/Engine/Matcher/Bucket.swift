// The rule of a bucket: for one trigger, only the rules that could match are looked at, in the order in which rules are
// tried. One pass over each text that rules look at finds them.

/// The rules of one trigger.
final class Bucket {
    /// Indices of rules, as they are tried: those with `in` first. A position is a place in here.
    let order: [Int]
    /// Positions of the rules that may match whatever the texts are, in order.
    private let always: [Int32]
    private let fields: [FieldIndex]
    /// Some rule has a `chance`.
    let hasChance: Bool

    /// One mark a position: the number of the event for which it was found.
    private var marks: [UInt32]
    private var event: UInt32 = 0
    private(set) var candidates: [Int32] = []
    private var found: [Int32] = []

    private struct FieldIndex {
        var field: TextField
        var whole: WholeIndex
        var parts: LiteralIndex
        /// By number of the literal, the positions that it lets through.
        var positions: [[Int32]]
    }

    init(order: [Int], gates: [Gate?], hasChance: Bool) {
        self.order = order
        self.hasChance = hasChance
        marks = Array(repeating: 0, count: order.count)
        always = order.indices.filter { gates[$0] == nil }.map { Int32($0) }
        var fields: [FieldIndex] = []
        for field in TextField.allCases {
            var whole: [(text: [UInt8], number: Int)] = []
            var literals: [[UInt8]] = []
            var numbers: [[UInt8]: Int] = [:]
            var positions: [[Int32]] = []
            for (position, gate) in gates.enumerated() {
                for (of, key) in gate?.keys ?? [] where of == field {
                    switch key {
                    case .whole(let text): whole.append((text, position))
                    case .part(let text):
                        if numbers[text] == nil {
                            numbers[text] = literals.count
                            literals.append(text)
                            positions.append([])
                        }
                        positions[numbers[text] ?? 0].append(Int32(position))
                    }
                }
            }
            if whole.isEmpty && literals.isEmpty { continue }
            fields.append(
                FieldIndex(
                    field: field, whole: WholeIndex(whole), parts: LiteralIndex(literals), positions: positions))
        }
        self.fields = fields
    }

    /// Puts the positions of the rules that could match into `candidates`, in order.
    func find(_ occurrence: borrowing Occurrence, _ reading: EventReading) {
        event &+= 1
        if event == 0 {
            for index in marks.indices { marks[index] = 0 }
            event = 1
        }
        found.removeAll(keepingCapacity: true)
        for index in fields {
            guard let subject = reading.subject(index.field, of: occurrence) else { continue }
            let folded = subject.folded
            let text = folded.span
            index.whole.find(text) { add(Int32($0)) }
            index.parts.scan(text) { literal in
                for position in index.positions[literal] { add(position) }
                return false
            }
        }
        found.sort()
        merge()
    }

    private func add(_ position: Int32) {
        if marks[Int(position)] == event { return }
        marks[Int(position)] = event
        found.append(position)
    }

    private func merge() {
        candidates.removeAll(keepingCapacity: true)
        var next = 0
        for position in always {
            while next < found.count, found[next] < position {
                candidates.append(found[next])
                next += 1
            }
            candidates.append(position)
        }
        candidates.append(contentsOf: found[next...])
    }
}
