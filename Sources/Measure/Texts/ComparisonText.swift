extension Comparison {
    /// A table for a terminal.
    ///
    /// - Parameter name: what the older run is called.
    public func text(with name: String, colour: Bool = false) -> String {
        var table = TextTable()
        table.texts = [0, 5]
        table.add(["", "before", "now", "change", "noise", ""])
        for row in rows {
            table.add([
                row.name, row.figure(row.before), row.figure(row.now), row.changeText, row.noiseText,
                row.meaning == .unknown ? "" : row.meaning.words,
            ])
        }
        var lines = [StyledLine("compared with \(name)", .bold)]
        for (index, text) in table.lines().enumerated() {
            let style: StyledLine.Style =
                index == 0
                ? .dim : rows[index - 1].meaning == .worse ? .red : rows[index - 1].meaning == .better ? .green : .plain
            lines.append(StyledLine(text, style))
        }
        if rows.contains(where: { $0.meaning == .unknown && $0.change != nil && $0.unit != "%" }) {
            lines.append(StyledLine("no noise: a run of under \(Self.fewestPoints) points says nothing about it", .dim))
        }
        return lines.map { $0.text(width: .max, colour: colour) + "\n" }.joined()
    }
}

extension Comparison.Meaning {
    var words: String {
        switch self {
        case .better: "better"
        case .worse: "worse"
        case .withinNoise: "within noise"
        case .unknown: "noise unknown"
        }
    }
}

extension Comparison.Row {
    func figure(_ value: Double?) -> String {
        guard let value else { return "–" }
        switch unit {
        case "ms": return Quantity.time(value * 1000)
        case "%": return value == 0 ? "0 %" : "\(value.short) %"
        default: return "\(Quantity.compact(value))\(unit)"
        }
    }

    /// `+12.3 %`
    var changeText: String { change.map { Self.signed($0) } ?? "–" }

    var noiseText: String { noise.map { "±\(($0 * 100).text(digits: 1)) %" } ?? "–" }

    private static func signed(_ part: Double) -> String {
        let text = (part * 100).text(digits: 1)
        return (text.hasPrefix("-") ? text : "+" + text) + " %"
    }
}
