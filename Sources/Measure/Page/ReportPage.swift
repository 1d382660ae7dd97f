// The report as one HTML file that needs nothing else: no script, no font and no picture from anywhere. First what decides
// (verdict, thresholds, the few figures), then what explains it (plots), then all figures.

/// A run as a page.
public enum ReportPage {
    /// - Parameters:
    ///   - before: an older run to compare with, and what it is called.
    public static func html(_ record: RunRecord, comparedWith before: (record: RunRecord, name: String)? = nil)
        -> String
    {
        var html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        html += "<meta name=\"color-scheme\" content=\"light dark\">\n"
        html +=
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
        html += "<link rel=\"icon\" href=\"data:,\">\n"
        html += "<title>\(HTML.escaped(record.plan.file)): \(record.verdict.rawValue)</title>\n"
        html += "<style>\n\(PageStyle.css)</style>\n</head>\n<body>\n<main>\n"
        html += PageHead.html(record)
        let judged = thresholds(record.judgements)
        let compared = before.map { comparison(Comparison(record, with: $0.record), record, $0.name) } ?? ""
        html +=
            judged.isEmpty || compared.isEmpty
            ? judged + compared : "<div class=\"pair judged\">\(judged)\(compared)</div>\n"
        html += plots(record, before?.record)
        html += PageTables.metrics(record)
        html += "<div class=\"pair\">\(PageTables.traffic(record))\(PageTables.generator(record))</div>\n"
        html += "<footer>\(footer(record))</footer>\n</main>\n</body>\n</html>\n"
        return html
    }

    private static func thresholds(_ judgements: [Judgement]) -> String {
        if judgements.isEmpty { return "" }
        let rows = judgements.map { judgement in
            [
                "<span class=\"\(judgement.isMet ? "ok" : "bad")\">\(judgement.isMet ? "✓" : "✗")</span> "
                    + HTML.escaped(judgement.threshold.name),
                HTML.escaped(judgement.threshold.want),
                "<b class=\"\(judgement.isMet ? "" : "bad")\">\(judgement.gotText)</b>",
            ]
        }
        return "<section><h2>Thresholds</h2>"
            + HTML.table(head: ["", "wanted", "measured"], rows: rows, style: "thresholds") + "</section>\n"
    }

    /// What changed, and what users wait for, is shown; the rest can be unfolded.
    private static func comparison(_ comparison: Comparison, _ record: RunRecord, _ name: String) -> String {
        let main = PageHead.main(record).map { "\($0.name)." } ?? ""
        func isShown(_ row: Comparison.Row) -> Bool {
            row.name.hasPrefix(main) || row.unit != "ms"
                || (row.meaning == .better || row.meaning == .worse) && !row.name.hasPrefix("lag.")
        }
        let head = ["", "before", "now", "change", "noise", ""]
        let shown = comparison.rows.filter(isShown)
        let others = comparison.rows.filter { !isShown($0) }
        var html = "<section><h2>Compared with \(HTML.escaped(name))</h2>"
        html += HTML.table(head: head, rows: shown.map(cells), style: "comparison")
        if !others.isEmpty {
            html += "<details><summary>\(others.count) more</summary>"
            html += HTML.table(head: head, rows: others.map(cells), style: "comparison") + "</details>"
        }
        return html
            + "<p class=\"note\">Noise: how far a change may lie off by chance, from how the seconds of both runs vary "
            + "(95 %, block bootstrap); so of twenty rows one is called a change by chance. What differs from one start of the "
            + "server to the next is not in it.</p></section>\n"
    }

    private static func cells(_ row: Comparison.Row) -> [String] {
        let style = row.meaning == .worse ? "bad" : row.meaning == .better ? "ok" : "note"
        let words = row.meaning == .unknown && row.noise == nil ? "" : row.meaning.words
        return [
            row.name, row.figure(row.before), row.figure(row.now), row.changeText, row.noiseText,
            "<span class=\"\(style)\">\(words)</span>",
        ]
    }

    private static func plots(_ record: RunRecord, _ before: RunRecord?) -> String {
        let times = TimePlots(record)
        let measured = record.metrics.measured
        let main = PageHead.main(record)
        var figures: [String] = []
        if let main, let figure = times.percentiles(of: main) { figures.append(figure) }
        if !record.series.isEmpty {
            figures += [times.rates(), times.devices()] + (times.trouble().map { [$0] } ?? [])
        }
        if let main {
            figures.append(DistributionPlots.bars(main, record[main]))
            figures.append(DistributionPlots.curve(main, record[main], before: before?[main]))
        }
        if main != .lag, let figure = times.percentiles(of: .lag) { figures.append(figure) }
        let others = measured.filter { $0 != main && $0 != .lag }.compactMap { times.percentiles(of: $0) }
        var html = "<section><h2>Over time and by size</h2><div class=\"plots\">\(figures.joined())</div>"
        if !others.isEmpty {
            html += "<details><summary>\(others.count) more over time: "
            html += measured.filter { $0 != main && $0 != .lag }.map(\.name).joined(separator: ", ")
            html += "</summary><div class=\"plots\">\(others.joined())</div></details>"
        }
        return html + "</section>\n"
    }

    private static func footer(_ record: RunRecord) -> String {
        let version = record.generator.version
        return "talaria\(version.isEmpty ? "" : " \(HTML.escaped(version))") · \(record.started.iso8601) · "
            + "percentiles are rounded up by less than 0.1 %, those of single seconds by less than 1 %"
    }
}
