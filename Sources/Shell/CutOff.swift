/// The marks by which a gateway says that it did not show a whole line.
enum CutOff {
    /// Where the line ends in one: `…`, `...` (not behind a `/`: `./...` is a path of Go), or the word "truncated" in any
    /// case, bare or in brackets. Blanks behind it do not count. Byte offsets; nil if there is none.
    static func mark(in scalars: [Unicode.Scalar]) -> Range<Int>? {
        var end = scalars.count
        while end > 0, scalars[end - 1].shellClass == .blank { end -= 1 }
        guard end > 0 else { return nil }
        if scalars[end - 1] == "…" { return range(scalars, end - 1, end) }
        if end >= 3, scalars[(end - 3)..<end].allSatisfy({ $0 == "." }) {
            return end > 3 && scalars[end - 4] == "/" ? nil : range(scalars, end - 3, end)
        }
        return word(in: scalars, end)
    }

    private static let closers: Set<Unicode.Scalar> = [")", "]", "}", ">", "*", "_", ".", "-", "!", "⟩", "】", "»", "›"]

    private static func word(in scalars: [Unicode.Scalar], _ end: Int) -> Range<Int>? {
        var last = end
        while last > 0, closers.contains(scalars[last - 1]) { last -= 1 }
        let word = "truncated".unicodeScalars
        guard last >= word.count else { return nil }
        let found = scalars[(last - word.count)..<last]
        let same = zip(found, word).allSatisfy { $0 == $1 || $0.value + 0x20 == $1.value }
        return same ? range(scalars, last - word.count, end) : nil
    }

    private static func range(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Range<Int> {
        let lower = scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
        return lower..<(lower + scalars[start..<end].reduce(0) { $0 + UTF8.width($1) })
    }
}
