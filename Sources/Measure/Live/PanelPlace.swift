/// Where a panel stands on a terminal, and how it is drawn over itself: from its first line on, each line in the place of the old
/// one, so that nothing flickers. The cursor is left below it, and is never hidden.
public struct PanelPlace {
    /// Characters of the lines that are drawn.
    private var widths: [Int] = []

    public init() {}

    /// What to write to have these lines there instead.
    ///
    /// - Parameter width: characters of a line now. A terminal that became narrower has broken what was longer into several.
    public mutating func draw(_ lines: [String], width: Int) -> String {
        let text = up(width) + lines.map { "\u{1B}[2K" + $0 + "\n" }.joined() + "\u{1B}[J"
        widths = lines.map { Self.width(of: $0) }
        return text
    }

    /// What to write to have it gone.
    public mutating func erase(width: Int) -> String {
        let text = widths.isEmpty ? "" : up(width) + "\u{1B}[J"
        widths = []
        return text
    }

    private func up(_ width: Int) -> String {
        let rows = widths.reduce(0) { $0 + Swift.max(1, ($1 + width - 1) / Swift.max(width, 1)) }
        return rows > 0 ? "\r\u{1B}[\(rows)A" : "\r"
    }

    /// Characters of a line without its colours.
    private static func width(of line: String) -> Int {
        var count = 0
        var isCode = false
        for character in line {
            if character == "\u{1B}" { isCode = true }
            if !isCode { count += 1 }
            if isCode, character == "m" { isCode = false }
        }
        return count
    }
}
