/// Numbers as a row of small bars, from 0 to the largest of them.
enum Sparkline {
    private static let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The last `width` values, a character each; a blank where there is none.
    static func text(_ values: [Double?], width: Int) -> String {
        let values = values.suffix(Swift.max(width, 0))
        let most = values.compactMap(\.self).filter(\.isFinite).max() ?? 0
        return String(
            values.map { value -> Character in
                guard let value, value.isFinite else { return " " }
                guard most > 0, value > 0 else { return bars[0] }
                return bars[Swift.min(Int(value / most * 8), 7)]
            })
    }
}
