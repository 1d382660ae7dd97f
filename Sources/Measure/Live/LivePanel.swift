/// A running run on a terminal: a few lines, drawn over each other each second.
public enum LivePanel {
    /// - Parameters:
    ///   - width: characters of the terminal; no line is longer.
    ///   - height: lines of it; where they are few, the first figures go before the others, and what is wrong before all.
    public static func lines(
        _ snapshot: LiveSnapshot, width: Int, height: Int = .max, colour: Bool
    ) -> [String] {
        var lines = [head(snapshot, width), devices(snapshot)]
        lines += flow(snapshot, width)
        if !snapshot.rows.isEmpty { lines += [StyledLine()] + table(snapshot, width) }
        var end = [StyledLine(), trouble(snapshot)]
        for warning in snapshot.warnings { end.append(StyledLine("! \(warning)", .yellow)) }
        if lines.count + end.count > height {
            end.removeFirst()
            lines = Array(lines.prefix(Swift.max(0, height - end.count)))
        }
        return (lines + end).prefix(Swift.max(height, 1)).map { $0.text(width: width, colour: colour) }
    }

    private static func head(_ snapshot: LiveSnapshot, _ width: Int) -> StyledLine {
        var line = StyledLine(snapshot.phase, .bold)
        line.add("  " + clock(snapshot.elapsed))
        guard let planned = snapshot.planned, planned > 0 else { return line }
        line.add(" / " + clock(planned) + "  ", .dim)
        let room = Swift.min(width - line.width, 40)
        guard room >= 10 else { return line }
        let done = Int((Swift.min(Swift.max(snapshot.elapsed / planned, 0), 1) * Double(room)).rounded())
        line.add(String(repeating: "━", count: done), .cyan)
        line.add(String(repeating: "─", count: room - done), .dim)
        return line
    }

    private static func devices(_ snapshot: LiveSnapshot) -> StyledLine {
        var line = StyledLine("devices   ", .dim)
        line.add("\(Quantity.count(snapshot.devices[.ready])) ready", .bold)
        for state in DeviceState.allCases where state != .ready && snapshot.devices[state] > 0 {
            line.add(" · ", .dim)
            line.add("\(Quantity.count(snapshot.devices[state])) \(state.name)", state == .failed ? .red : .plain)
        }
        return line
    }

    private static func flow(_ snapshot: LiveSnapshot, _ width: Int) -> [StyledLine] {
        [Counter.sent, .received].map { counter in
            var line = StyledLine(counter.name.padded(behind: 10), .dim)
            line.add("\(Quantity.compact(snapshot.rate(counter)))/s".padded(before: 9), .bold)
            line.add("  ")
            let history = snapshot.rates[counter.rawValue].map { Optional($0) }
            line.add(Sparkline.text(history, width: Swift.min(width - line.width, LiveView.window)), .cyan)
            return line
        }
    }

    private static func table(_ snapshot: LiveSnapshot, _ width: Int) -> [StyledLine] {
        var table = TextTable()
        table.add(["last \(LiveSnapshot.window) s", "count", "p50", "p90", "p99", "max"])
        for row in snapshot.rows {
            let values = [row.p50, row.p90, row.p99, row.max]
            table.add(
                [row.metric.name, Quantity.count(row.count)]
                    + values.map { row.count == 0 ? "–" : Quantity.time($0) })
        }
        let texts = table.lines()
        let column = (texts.map(\.count).max() ?? 0) + 3
        let room = Swift.min(width - column, LiveView.window)
        return texts.enumerated().map { index, text in
            var line = StyledLine(text.padded(behind: column), index == 0 ? .dim : .plain)
            if room >= 8 {
                if index == 0 {
                    line.add("p99, last minute", .dim)
                } else {
                    line.add(Sparkline.text(snapshot.rows[index - 1].history, width: room), .cyan)
                }
            }
            return line
        }
    }

    private static func trouble(_ snapshot: LiveSnapshot) -> StyledLine {
        var line = StyledLine()
        func add(_ name: String, _ counter: Counter, _ codes: [LiveSnapshot.Code]) {
            let count = snapshot.counters[counter]
            if line.width > 0 { line.add(" · ", .dim) }
            line.add("\(name) \(Quantity.count(count))", count > 0 ? .red : .dim)
            let named = codes.prefix(3).map { "\($0.code) \(Quantity.count($0.count))" }
            if !named.isEmpty {
                line.add(" (\(named.joined(separator: ", "))\(codes.count > 3 ? ", …" : ""))")
            }
        }
        add("errors", .errors, snapshot.errors)
        add("closes", .closes, snapshot.closes)
        add("lost", .lost, [])
        add("reconnects", .reconnects, [])
        return line
    }

    /// `0:07`, `12:05`, `1:02:33`.
    static func clock(_ seconds: Double) -> String {
        let seconds = seconds.isFinite ? Int(Swift.min(Swift.max(seconds, 0), 1e9)) : 0
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours = seconds / 3600
        if hours > 0 { return "\(hours):\(two(seconds / 60 % 60)):\(two(seconds % 60))" }
        return "\(seconds / 60):\(two(seconds % 60))"
    }
}
