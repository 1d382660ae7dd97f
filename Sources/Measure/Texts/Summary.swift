/// A run as a terminal shows it at its end: figures first, the verdict in the last line, where the eye is.
public enum Summary {
    /// - Parameter isPart: the record is a part of a run, which is judged as a whole elsewhere.
    public static func text(_ record: RunRecord, isPart: Bool = false, colour: Bool = false) -> String {
        var lines = head(record)
        lines.append(StyledLine())
        lines += metrics(record)
        lines += traffic(record)
        if !record.judgements.isEmpty, !isPart { lines += [StyledLine()] + thresholds(record.judgements) }
        lines.append(StyledLine())
        lines += isPart ? partVerdict(record) : verdict(record)
        return lines.map { $0.text(width: .max, colour: colour) + "\n" }.joined()
    }

    private static func head(_ record: RunRecord) -> [StyledLine] {
        let plan = record.plan
        var title = StyledLine(plan.file, .bold)
        if !plan.url.isEmpty { title.add(" against \(plan.url)") }
        var facts = [
            "\(Quantity.count(plan.devices)) device\(plan.devices == 1 ? "" : "s")",
            "\(record.seconds.short) s" + (plan.wasCutShort(at: record.seconds) ? " of \(plan.lasts.short) s" : ""),
            plan.schedule,
            "seed \(plan.seed)",
        ]
        if plan.runs > 1 { facts.append("\(plan.runs) runs merged") }
        if let shards = plan.shards {
            facts.append(
                shards.missing.isEmpty
                    ? "all \(shards.of) shards" : "\(shards.present.count) of \(shards.of) shards")
        }
        return [title, StyledLine(facts.joined(separator: ", "), .dim)]
    }

    private static func metrics(_ record: RunRecord) -> [StyledLine] {
        let measured = record.metrics.measured
        if measured.isEmpty { return [StyledLine("nothing was measured", .yellow), StyledLine()] }
        var table = TextTable()
        table.add(["", "count", "mean", "p50", "p90", "p99", "p99.9", "max"])
        func add(_ name: String, _ histogram: Histogram) {
            let values = histogram.values(at: [50, 90, 99, 99.9, 100])
            table.add(
                [name, Quantity.count(histogram.count), Quantity.time(histogram.mean)]
                    + values.map { Quantity.time($0) })
        }
        for metric in measured { add(metric.name, record[metric]) }
        for (tag, metrics) in record.tags.sorted(by: { $0.key < $1.key }) where record.tags.count > 1 {
            for metric in metrics.measured { add("  \(tag): \(metric.name)", metrics[metric]) }
        }
        return table.lines().enumerated().map { StyledLine($1, $0 == 0 ? .dim : .plain) } + [StyledLine()]
    }

    private static func traffic(_ record: RunRecord) -> [StyledLine] {
        let counters = record.counters
        func rate(_ counter: Counter) -> String {
            record.seconds > 0 ? " (\(Quantity.compact(Double(counters[counter]) / record.seconds))/s)" : ""
        }
        var table = TextTable()
        table.texts = [0, 1]
        func row(_ name: String, _ text: String) { table.add([name, text]) }
        row("devices", Quantity.count(counters[.devices]))
        row("sent", "\(Quantity.count(counters[.sent]))\(rate(.sent)), \(Quantity.bytes(Double(counters[.bytesOut])))")
        row(
            "received",
            "\(Quantity.count(counters[.received]))\(rate(.received)), \(Quantity.bytes(Double(counters[.bytesIn])))")
        row("errors", codes(counters[.errors], record.errors))
        row("closes", codes(counters[.closes], record.closes))
        row(
            "texts",
            "\(Quantity.count(counters[.lost])) lost, \(Quantity.count(counters[.repeated])) repeated, "
                + "\(Quantity.count(counters[.reordered])) reordered")
        row("reconnects", Quantity.count(counters[.reconnects]))
        for (name, text) in generator(record) { row(name, text) }
        return table.lines().map { StyledLine($0) }
    }

    private static func codes(_ total: Int, _ codes: CodeCounts) -> String {
        let named = codes.sorted.prefix(8).map { "\($0.code) \(Quantity.count($0.count))" }
        if named.isEmpty { return Quantity.count(total) }
        return "\(Quantity.count(total)): " + named.joined(separator: ", ") + (codes.counts.count > 8 ? ", …" : "")
    }

    private static func generator(_ record: RunRecord) -> [(name: String, text: String)] {
        let generator = record.generator
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var work = "\(counted(generator.workers, "worker")) on \(counted(generator.cores, "core")), CPU "
        work += "\(generator.cpuSeconds.short) s"
        if record.seconds > 0, generator.cores > 0 {
            let part = generator.cpuSeconds / record.seconds / Double(generator.cores)
            work += " (\(Quantity.percent(part.rounded(toDigits: 3))) of the cores)"
        }
        var rows = [(name: "generator", text: work)]
        if generator.memory > 0 {
            var memory = Quantity.bytes(Double(generator.memory))
            let devices = record.counters[.devices]
            if devices > 0, generator.memory > generator.memoryBase {
                let each = Double(generator.memory - generator.memoryBase) / Double(devices)
                memory += " (\(Quantity.bytes(each)) a device)"
            }
            rows.append(("memory", memory))
        }
        let lags = [("send", record[.lag]), ("loop", generator.loopLag)].filter { !$0.1.isEmpty }
        if !lags.isEmpty {
            rows.append(
                ("lag p99", lags.map { "\($0) \(Quantity.time($1.value(at: 99)))" }.joined(separator: ", ")))
        }
        return rows
    }

    private static func thresholds(_ judgements: [Judgement]) -> [StyledLine] {
        var table = TextTable()
        table.texts = [0, 1]
        for judgement in judgements {
            table.add([judgement.threshold.name, judgement.threshold.want, judgement.gotText])
        }
        return zip(table.lines(), judgements).map { text, judgement in
            var line = StyledLine(judgement.isMet ? "✓ " : "✗ ", judgement.isMet ? .green : .red)
            line.add(text)
            return line
        }
    }

    /// What a part can say by itself: only whether it did what it was to do.
    private static func partVerdict(_ record: RunRecord) -> [StyledLine] {
        record.isPartDone
            ? [StyledLine("done; `talaria report` judges this part with the others", .bold)] : verdict(record)
    }

    private static func verdict(_ record: RunRecord) -> [StyledLine] {
        switch record.verdict {
        case .passed where record.judgements.isEmpty:
            return [StyledLine("done; the plan has no thresholds, so nothing was judged", .bold)]
        case .passed:
            let count = record.judgements.count
            return [StyledLine("PASSED: \(count) of \(count) threshold\(count == 1 ? "" : "s") met", .green)]
        case .failed where record.reachedNobody:
            return [StyledLine("FAILED: no device became ready", .red)]
        case .failed:
            let failed = record.judgements.count { !$0.isMet }
            let count = record.judgements.count
            return [StyledLine("FAILED: \(failed) of \(count) threshold\(count == 1 ? "" : "s") not met", .red)]
        case .bottleneck:
            return [StyledLine("BOTTLENECK: the generator was the limit, so the run proves nothing", .red)]
                + record.generator.bottleneck.map { StyledLine("  \($0)", .yellow) }
        }
    }
}

extension Judgement {
    /// What was found, with its unit; or that there was nothing.
    var gotText: String {
        guard let got else { return "no samples" }
        switch threshold.unit {
        case "ms": return Quantity.time(got * 1000)
        case "%": return got == 0 ? "0 %" : "\(got.short) %"
        case "/s": return "\(Quantity.compact(got))/s"
        default: return got == got.rounded() && got.magnitude < 1e15 ? Quantity.count(Int(got)) : got.short
        }
    }
}
