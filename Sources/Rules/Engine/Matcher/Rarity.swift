/// How often literals are to be expected in texts. The rules' own literals are taken for a sample of the language that the
/// bot's texts are in: what stands in many of them is common.
struct Rarity {
    private var counts: [[UInt8]: Int] = [:]

    init(_ literals: [[UInt8]]) {
        let sample = Array(Set(literals))
        let index = LiteralIndex(sample)
        var counts = [Int](repeating: 0, count: sample.count)
        for text in sample {
            index.scan(text.span) { number in
                counts[number] += 1
                return false
            }
        }
        for (number, literal) in sample.enumerated() { self.counts[literal] = counts[number] }
    }

    /// How much a clause lets through.
    func weakness(_ clause: Gate.Clause) -> Double {
        clause.reduce(0) { sum, item in
            let count = if case .part(let text) = item.key { counts[text] ?? 1 } else { 1 }
            return sum + Double(count) + Gate.weakness(item.key)
        }
    }
}
