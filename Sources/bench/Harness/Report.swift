import JSON

/// What a benchmark found: figures, side by side where several contenders did the same work.
struct Report {
    struct Figure {
        /// What was measured: `decode`.
        var what: String
        /// Who did it; the first of a row is the one that the others are compared with.
        var who: String
        var unit: String
        var samples: Samples
    }

    /// What a figure should be.
    enum Expectation {
        /// The first contender is at least so many times as good (a smaller value is better) as another.
        case ratio(what: String, over: String, atLeast: Double)
        case atMost(what: String, who: String, Double)
        case atLeast(what: String, who: String, Double)
    }

    let name: String
    private(set) var figures: [Figure] = []
    private(set) var expectations: [Expectation] = []
    private(set) var remarks: [String] = []

    init(_ name: String) { self.name = name }

    mutating func add(_ what: String, _ who: String, _ samples: Samples, unit: String) {
        figures.append(Figure(what: what, who: who, unit: unit, samples: samples))
    }

    mutating func add(_ what: String, _ who: String, _ value: Double, unit: String) {
        add(what, who, Samples([value]), unit: unit)
    }

    mutating func expect(_ expectation: Expectation) { expectations.append(expectation) }

    /// A line for people below the table.
    mutating func remark(_ text: String) { remarks.append(text) }

    // MARK: For programs

    /// One JSON object a figure, a line each.
    func json() -> String {
        figures.map { figure in
            JSONWriter.text { json in
                json.object { json in
                    json.member("name", "\(name).\(word(figure.what)).\(word(figure.who))")
                    json.member("value", rounded(figure.samples.median))
                    json.member("unit", figure.unit)
                    json.member("samples", figure.samples.count)
                }
            } + "\n"
        }.joined()
    }

    private func word(_ text: String) -> String {
        text.lowercased().split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }.joined(separator: "_")
    }

    /// Four digits that count.
    private func rounded(_ value: Double) -> Double { Double(short(value)) ?? value }

    // MARK: For people

    /// A row a thing measured, a column a contender, then how many times the first is as good as each other.
    func table() -> String {
        var whats: [String] = []
        var whos: [String] = []
        for figure in figures {
            if !whats.contains(figure.what) { whats.append(figure.what) }
            if !whos.contains(figure.who) { whos.append(figure.who) }
        }
        var rows = [[name] + whos + whos.dropFirst().map { "\($0)/\(whos.first ?? "")" }]
        for what in whats {
            var row = [what]
            for who in whos {
                let figure = self.figure(what, who)
                row.append(figure.map { "\(short($0.samples.median)) \($0.unit)" } ?? "")
            }
            for who in whos.dropFirst() { row.append(ratio(what, over: who).map { "\(short($0))x" } ?? "") }
            rows.append(row)
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + padding : padding + text
            }.joined(separator: "   ")
        }
        lines += expectations.map { verdict($0).line }
        lines += remarks
        return lines.joined(separator: "\n") + "\n"
    }

    var meetsExpectations: Bool { expectations.allSatisfy { verdict($0).isMet } }

    private func verdict(_ expectation: Expectation) -> (isMet: Bool, line: String) {
        let isMet: Bool
        let wanted: String
        switch expectation {
        case .ratio(let what, let other, let least):
            isMet = (ratio(what, over: other) ?? 0) >= least
            wanted = "\(what): \(short(least)) times \(other) or better"
        case .atMost(let what, let who, let most):
            let figure = figure(what, who)
            isMet = (figure?.samples.median ?? .infinity) <= most
            wanted = "\(what), \(who): \(short(most)) \(figure?.unit ?? "") or less"
        case .atLeast(let what, let who, let least):
            let figure = figure(what, who)
            isMet = (figure?.samples.median ?? 0) >= least
            wanted = "\(what), \(who): \(short(least)) \(figure?.unit ?? "") or more"
        }
        return (isMet, "\(isMet ? "met     " : "NOT MET ") expected \(wanted)")
    }

    private func figure(_ what: String, _ who: String) -> Figure? {
        figures.first { $0.what == what && $0.who == who }
    }

    private func ratio(_ what: String, over other: String) -> Double? {
        let row = figures.filter { $0.what == what }
        guard let first = row.first, let figure = figure(what, other), first.samples.median > 0 else { return nil }
        return figure.samples.median / first.samples.median
    }

    private func short(_ value: Double) -> String {
        guard value.isFinite, value != 0 else { return "\(value)" }
        var scale = 1.0
        while value.magnitude * scale < 1000, scale < 1e9 { scale *= 10 }
        let digits = (value * scale).rounded() / scale
        return digits.magnitude >= 1000 || digits == digits.rounded() ? "\(Int(digits))" : "\(digits)"
    }
}
