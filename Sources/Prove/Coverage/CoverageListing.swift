import JSON
import Rules

extension Coverage {
    /// The rule file's lines with what was reached in them, and what was not.
    ///
    /// - Parameter whole: all lines; else only those with something that was not reached.
    public func listing(whole: Bool = false, colour: Bool = false) -> String {
        var text = "\(visible(path)): \(percent) % covered (\(reached) of \(items.count))\n"
        let byLine = Dictionary(grouping: items) { $0.place.line }
        let lines = byLine.keys.max().map { whole ? Array(1...max($0, source.lineCount)) : byLine.keys.sorted() } ?? []
        for line in lines {
            let here = byLine[line] ?? []
            let missed = here.filter { $0.count == 0 }
            guard whole || !missed.isEmpty else { continue }
            let mark = here.isEmpty ? "" : missed.isEmpty ? "\(here.map(\.count).max() ?? 0)x" : "!"
            let content = visible(source.text(ofLine: line))
            let shown = "\(Self.right(mark, 6)) \(Self.right("\(line)", 5)) | \(content)"
            text += (colour && !missed.isEmpty ? "\u{1B}[31m\(shown)\u{1B}[0m" : shown) + "\n"
            for item in missed {
                let before = source.text(ofLine: line).unicodeScalars.prefix(item.place.column - 1)
                let indent = String(repeating: " ", count: visible(String(String.UnicodeScalarView(before))).count)
                text += "             | \(indent)^ \(item.missing)\n"
            }
        }
        return text
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

extension [Coverage] {
    /// Whole percents over all files, never rounded up.
    public var percent: Int {
        Coverage.percent(reduce(0) { $0 + $1.reached }, of: reduce(0) { $0 + $1.items.count })
    }
}

extension SourceText {
    var lineCount: Int { bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) } - (bytes.last == 0x0A ? 1 : 0) }

    /// Without its line break.
    func text(ofLine line: Int) -> String {
        let range = lines.range(ofLine: line)
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }
}
