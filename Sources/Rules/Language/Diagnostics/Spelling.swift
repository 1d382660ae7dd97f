/// "Did you mean": the known word that is nearest to what was written.
public enum Spelling {
    /// The nearest of `known`, if it is so near that it was likely meant: at most a third of the letters differ. To a word of
    /// one letter none other is near, to one of two just what has one letter more or less behind the first.
    public static func nearest(to word: String, in known: some Sequence<String>) -> String? {
        let written = Array(word.lowercased().unicodeScalars.prefix(64))
        guard !written.isEmpty else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let allowed = allowed(written, letters)
            guard abs(letters.count - written.count) <= allowed else { continue }
            let distance = distance(written, letters)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func allowed(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        switch min(a.count, b.count) {
        case 0...1: 0
        case 2: a.count != b.count && a[0] == b[0] ? 1 : 0
        default: max(1, max(a.count, b.count) / 3)
        }
    }

    /// The least number of letters to add, drop, change or swap with their neighbour (optimal string alignment).
    static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in 1...a.count {
            row[0] = i
            for j in 1...b.count {
                let change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
                row[j] = min(change, last[j] + 1, row[j - 1] + 1)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }

    /// The least number of letters to add, drop or change until `part` stands somewhere in `text` (Sellers, 1980).
    static func distance(of part: [Unicode.Scalar], within text: [Unicode.Scalar]) -> Int {
        var column = Array(0...part.count)
        var best = part.count
        for letter in text {
            var diagonal = column[0]
            for index in part.indices {
                let change = diagonal + (part[index] == letter ? 0 : 1)
                diagonal = column[index + 1]
                column[index + 1] = min(change, diagonal + 1, column[index] + 1)
            }
            best = min(best, column[part.count])
        }
        return best
    }
}
