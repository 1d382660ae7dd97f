import JSON
import CUTF8Proc

// A line as a terminal shows it: tabs become blanks, what a terminal would act on becomes visible, and a long line is cut
// to a window round the place that is meant. Columns are counted as the terminal counts them.

/// A line of a file, ready to be shown with carets under a part of it.
struct SourceLine {
    private(set) var text = ""
    /// Columns before the carets.
    private(set) var indent = 0
    /// Columns that the carets take; at least one.
    private(set) var carets = 1

    /// How many columns are shown at most.
    static let width = 100
    private static let tab = 4

    init(_ source: SourceText, line: Int, marking range: Range<Int>) {
        let bytes = source.lines.range(ofLine: line)
        var cells: [(text: String, columns: Int)] = []
        var first: Int?
        var last: Int?
        var offset = bytes.lowerBound
        var column = 0
        for scalar in source.lines.text(ofLine: line).unicodeScalars {
            if offset >= range.lowerBound, first == nil { first = cells.count }
            let cell =
                source.secrets.contains(where: { $0.contains(offset) })
                ? (text: "•", columns: 1) : Self.cell(scalar, column)
            cells.append(cell)
            column += cell.columns
            offset += UTF8.width(scalar)
            if offset <= range.upperBound { last = cells.count }
        }
        let start = min(first ?? cells.count, cells.count)
        let end = min(max(last ?? start, start), cells.count)
        let window = Self.window(cells.map(\.columns), start, end)
        text = (window.lowerBound > 0 ? "…" : "") + cells[window].map(\.text).joined()
        if window.upperBound < cells.count { text += "…" }
        indent = (window.lowerBound > 0 ? 1 : 0) + cells[window.lowerBound..<start].reduce(0) { $0 + $1.columns }
        carets = max(1, cells[start..<min(end, max(start, window.upperBound))].reduce(0) { $0 + $1.columns })
    }

    /// The cells that are shown: all, or as many as fit, with some before the place that is meant.
    private static func window(_ columns: [Int], _ start: Int, _ end: Int) -> Range<Int> {
        guard columns.reduce(0, +) > width else { return 0..<columns.count }
        var lower = start
        var room = width / 3
        while lower > 0, room >= columns[lower - 1] {
            lower -= 1
            room -= columns[lower]
        }
        var upper = lower
        room = width
        while upper < columns.count, room >= columns[upper] {
            room -= columns[upper]
            upper += 1
        }
        return lower..<upper
    }

    private static func cell(_ scalar: Unicode.Scalar, _ column: Int) -> (text: String, columns: Int) {
        if scalar == "\t" {
            let columns = tab - column % tab
            return (String(repeating: " ", count: columns), columns)
        }
        let shown = visible(String(scalar))
        if shown.unicodeScalars.count > 1 { return (shown, shown.unicodeScalars.count) }
        return (shown, max(0, Int(utf8proc_charwidth(Int32(bitPattern: scalar.value)))))
    }
}
