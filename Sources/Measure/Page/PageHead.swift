/// The page's first screen: the verdict, what was run, and the figures that one looks for.
enum PageHead {
    static func html(_ record: RunRecord) -> String {
        let plan = record.plan
        var html = "<header class=\"\(record.verdict.rawValue)\">"
        html += "<p class=\"verdict\">\(verdict(record))</p>"
        html += "<h1>\(HTML.escaped(plan.file))</h1>"
        var facts: [String] = []
        if !plan.url.isEmpty { facts.append("<code>\(HTML.escaped(plan.url))</code>") }
        facts.append("\(Quantity.count(plan.devices)) device\(plan.devices == 1 ? "" : "s")")
        facts.append("\(record.seconds.short) s")
        facts.append(HTML.escaped(plan.schedule))
        if plan.runs > 1 { facts.append("\(plan.runs) runs merged") }
        if let shards = plan.shards {
            facts.append(
                shards.missing.isEmpty
                    ? "all \(shards.of) shards" : "<b class=\"bad\">\(shards.present.count) of \(shards.of) shards</b>")
        }
        facts.append("seed \(plan.seed)")
        html += "<p class=\"facts\">\(facts.joined(separator: " · "))</p>"
        if !record.generator.bottleneck.isEmpty {
            html += "<ul class=\"reasons\">"
            for reason in record.generator.bottleneck { html += "<li>\(HTML.escaped(reason))</li>" }
            html += "</ul>"
        }
        return html + "</header>\n<div class=\"tiles\">\(tiles(record))</div>\n"
    }

    /// The metric that users feel most, of those that were measured.
    static func main(_ record: RunRecord) -> Metric? {
        let measured = record.metrics.measured
        return [Metric.reply, .first, .promptDone, .ready, .connect].first { measured.contains($0) }
    }

    private static func verdict(_ record: RunRecord) -> String {
        let failed = record.judgements.count { !$0.isMet }
        let count = record.judgements.count
        return switch record.verdict {
        case .passed where count == 0: "Done <span>no thresholds, nothing judged</span>"
        case .passed: "Passed <span>\(count) of \(count) threshold\(count == 1 ? "" : "s") met</span>"
        case .failed where record.reachedNobody: "Failed <span>no device became ready</span>"
        case .failed: "Failed <span>\(failed) of \(count) threshold\(count == 1 ? "" : "s") not met</span>"
        case .bottleneck: "Bottleneck <span>the generator was the limit, so the run proves nothing</span>"
        }
    }

    private static func tiles(_ record: RunRecord) -> String {
        var tiles: [(name: String, figure: String, note: String)] = []
        if let main = main(record) {
            let values = record[main].values(at: [50, 99, 99.9, 100])
            tiles.append(("\(main.name) p50", Quantity.time(values[0]), "\(Quantity.count(record[main].count)) values"))
            tiles.append(("\(main.name) p99", Quantity.time(values[1]), "p99.9 \(Quantity.time(values[2]))"))
            tiles.append(("\(main.name) max", Quantity.time(values[3]), "mean \(Quantity.time(record[main].mean))"))
        }
        let counters = record.counters
        if record.seconds > 0 {
            let rates = [Counter.sent, .received].map { Quantity.compact(Double(counters[$0]) / record.seconds) }
            tiles.append(("sent", "\(rates[0])/s", "received \(rates[1])/s"))
        }
        let share = Evidence(record).value(of: .share(.errors))
        tiles.append(
            (
                "errors", Quantity.count(counters[.errors]),
                share.map { $0 == 0 ? "of \(Quantity.count(counters[.sent])) sent" : "\($0.short) % of sent" }
                    ?? "nothing sent"
            ))
        let most = record.series.points.map { $0.devices[.ready] }.max() ?? 0
        tiles.append(("devices", Quantity.count(counters[.devices]), "\(Quantity.count(most)) ready at once"))
        return tiles.map { tile in
            let isBad = tile.name == "errors" && counters[.errors] > 0
            return "<div class=\"tile\"><span>\(tile.name)</span><b class=\"\(isBad ? "bad" : "")\">\(tile.figure)</b>"
                + "<span class=\"note\">\(tile.note)</span></div>"
        }.joined()
    }
}
