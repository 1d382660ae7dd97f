import JSON

/// Rows of cells under each other: the first column to the left, figures to the right.
struct TextTable {
    private var rows: [[String]] = []
    /// Columns that are texts: their cells stand to the left.
    var texts: Set<Int> = [0]

    // Made visible here and not only in the line, so that the columns are as wide as what is shown.
    mutating func add(_ row: [String]) { rows.append(row.map { visible($0) }) }

    /// A line a row, without blanks at the end.
    func lines(indent: Int = 0) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                if column > 0 { line += "  " }
                line +=
                    texts.contains(column) ? cell.padded(behind: widths[column]) : cell.padded(before: widths[column])
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
