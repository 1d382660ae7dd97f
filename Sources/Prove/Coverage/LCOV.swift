/// Coverage as an lcov tracefile (geninfo(1)): rules are functions, conditions are branches (taken: held, failed), and a
/// line is hit as often as what stands in it.
public enum LCOV {
    public static func text(_ coverage: [Coverage]) -> String { coverage.map { record($0) }.joined() }

    private static func record(_ coverage: Coverage) -> String {
        var lines = ["TN:", "SF:\(coverage.path)"]
        let rules = coverage.items.filter { $0.kind == .rule }
        for rule in rules { lines.append("FN:\(rule.place.line),\(rule.rule)") }
        for rule in rules { lines.append("FNDA:\(rule.count),\(rule.rule)") }
        lines.append("FNF:\(rules.count)")
        lines.append("FNH:\(rules.count { $0.count > 0 })")

        let branches = coverage.items.filter { $0.kind == .held || $0.kind == .failed }
        for item in branches {
            // The column tells the conditions of one line apart; a branch is 0 where it held, 1 where it failed.
            let looks = branches.filter { $0.place == item.place && $0.rule == item.rule }.reduce(0) { $0 + $1.count }
            let taken = looks == 0 ? "-" : "\(item.count)"
            lines.append("BRDA:\(item.place.line),\(item.place.column),\(item.kind == .held ? 0 : 1),\(taken)")
        }
        lines.append("BRF:\(branches.count)")
        lines.append("BRH:\(branches.count { $0.count > 0 })")

        var hits: [Int: Int] = [:]
        for item in coverage.items { hits[item.place.line] = max(hits[item.place.line] ?? 0, item.count) }
        for (line, count) in hits.sorted(by: { $0.key < $1.key }) { lines.append("DA:\(line),\(count)") }
        lines.append("LF:\(hits.count)")
        lines.append("LH:\(hits.values.count { $0 > 0 })")
        lines.append("end_of_record")
        return lines.map { $0 + "\n" }.joined()
    }
}
