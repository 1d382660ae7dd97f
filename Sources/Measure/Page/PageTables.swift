/// All figures of a run.
enum PageTables {
    static func metrics(_ record: RunRecord) -> String {
        var rows: [[String]] = []
        func add(_ name: String, _ histogram: Histogram) {
            let values = histogram.values(at: [50, 90, 99, 99.9, 100])
            rows.append(
                [name, Quantity.count(histogram.count), Quantity.time(histogram.mean)]
                    + values.map { Quantity.time($0) })
        }
        for metric in record.metrics.measured { add(metric.name, record[metric]) }
        for (tag, metrics) in record.tags.sorted(by: { $0.key < $1.key }) where record.tags.count > 1 {
            for metric in metrics.measured {
                add("<span class=\"note\">\(HTML.escaped(tag)):</span> \(metric.name)", metrics[metric])
            }
        }
        let clamped = record.metrics.measured.reduce(0) { $0.adding(record[$1].outOfRange) }
        let head = ["", "count", "mean", "p50", "p90", "p99", "p99.9", "max"]
        var html = "<section><h2>All metrics</h2>"
        html += rows.isEmpty ? "<p>Nothing was measured.</p>" : HTML.table(head: head, rows: rows)
        if clamped > 0 {
            html += "<p class=\"bad\">\(Quantity.count(clamped)) values were over an hour and counted as an hour.</p>"
        }
        return html + "</section>\n"
    }

    static func traffic(_ record: RunRecord) -> String {
        let counters = record.counters
        func count(_ counter: Counter) -> String { Quantity.count(counters[counter]) }
        var rows = [
            ["devices", count(.devices)], ["frames sent", count(.sent)], ["frames received", count(.received)],
            ["bytes out", Quantity.bytes(Double(counters[.bytesOut]))],
            ["bytes in", Quantity.bytes(Double(counters[.bytesIn]))], ["errors", count(.errors)],
        ]
        rows += codes(record.errors)
        rows.append(["closes", count(.closes)])
        rows += codes(record.closes)
        rows += [
            ["texts without a reply", count(.lost)], ["messages repeated", count(.repeated)],
            ["parts or edits out of order", count(.reordered)], ["reconnects", count(.reconnects)],
        ]
        return "<section><h2>Traffic</h2>" + HTML.table(head: ["", ""], rows: rows, style: "plain") + "</section>"
    }

    private static func codes(_ codes: CodeCounts) -> [[String]] {
        let shown = codes.sorted.prefix(12).map {
            ["<span class=\"code\">\(HTML.escaped($0.code))</span>", Quantity.count($0.count)]
        }
        let rest = codes.sorted.dropFirst(12).reduce(0) { $0.adding($1.count) }
        return shown + (rest > 0 ? [["<span class=\"code\">other codes</span>", Quantity.count(rest)]] : [])
    }

    static func generator(_ record: RunRecord) -> String {
        let generator = record.generator
        var rows = [
            ["workers", "\(generator.workers)"], ["cores", "\(generator.cores)"],
            ["CPU", "\(generator.cpuSeconds.short) s"],
        ]
        if record.seconds > 0, generator.cores > 0 {
            let part = generator.cpuSeconds / record.seconds / Double(generator.cores)
            rows.append(["CPU, part of the cores", Quantity.percent(part.rounded(toDigits: 3))])
        }
        let sent = record.counters[.sent]
        if sent > 0 {
            rows.append(["CPU for 100,000 frames sent", "\((generator.cpuSeconds / Double(sent) * 100_000).short) s"])
        }
        rows.append(["memory", Quantity.bytes(Double(generator.memory))])
        if generator.memoryBase > 0 {
            rows.append(["before the first device", Quantity.bytes(Double(generator.memoryBase))])
        }
        let devices = record.counters[.devices]
        if devices > 0, generator.memory > generator.memoryBase {
            let each = Double(generator.memory - generator.memoryBase) / Double(devices)
            rows.append(["memory a device", Quantity.bytes(each)])
        }
        for (name, histogram) in [("send lag", record[.lag]), ("loop lag", generator.loopLag)] where !histogram.isEmpty
        {
            let values = histogram.values(at: [50, 99, 100])
            rows.append(["\(name) p50, p99, max", values.map { Quantity.time($0) }.joined(separator: ", ")])
        }
        return "<section><h2>Generator</h2>" + HTML.table(head: ["", ""], rows: rows, style: "plain") + "</section>"
    }
}
