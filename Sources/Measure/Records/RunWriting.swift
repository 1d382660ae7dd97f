import JSON

// run.json: strict JSON, a line a member, so that a fault's line number says something. docs/run-json.md describes it.

extension RunRecord {
    /// The record as the bytes of a run.json.
    public var json: [UInt8] { json() }

    /// The same, with a comparison as one member more.
    public func json(comparison: Comparison? = nil) -> [UInt8] {
        var lines: [String] = []
        lines.append(line("version") { $0.int(Self.version) })
        lines.append(line("verdict") { $0.string(verdict.rawValue) })
        lines.append(line("thresholds") { out in out.array { out in judgements.forEach { $0.write(to: &out) } } })
        lines.append(line("plan") { plan.write(to: &$0) })
        lines.append(line("started") { $0.string(started.iso8601) })
        lines.append(line("seconds") { $0.double(seconds.rounded(toDigits: 3)) })
        lines.append(line("counters") { counters.write(to: &$0) })
        lines.append(line("errors") { errors.write(to: &$0) })
        lines.append(line("closes") { closes.write(to: &$0) })
        lines.append(line("generator") { generator.write(to: &$0) })
        lines.append(line("metrics") { metrics.write(to: &$0) })
        lines.append(
            line("tags") { out in
                out.object { out in
                    for (tag, metrics) in tags.sorted(by: { $0.key < $1.key }) {
                        out.key(tag)
                        metrics.write(to: &out)
                    }
                }
            })
        lines.append(line("series") { series.write(to: &$0) })
        lines.append(line("ids") { out in out.array { out in ids.forEach { out.string($0) } } })
        if let comparison { lines.append(line("comparison") { comparison.write(to: &$0) }) }
        // Codes are a server's, names come from anywhere: a person may look at the file.
        return Array(visible(json: "{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
    }

    private func line(_ key: String, _ value: (inout JSONWriter) -> Void) -> String {
        "  \"\(key)\": " + JSONWriter.text(value)
    }
}

extension Judgement {
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("name", threshold.name)
            out.member("want", threshold.want)
            out.key("got")
            if let got { out.double(got.rounded(toDigits: 6)) } else { out.null() }
            if !threshold.unit.isEmpty { out.member("unit", threshold.unit) }
            out.member("ok", isMet)
        }
    }
}

extension Comparison {
    func write(to out: inout JSONWriter) {
        out.array { out in
            for row in rows {
                out.object { out in
                    out.member("name", row.name)
                    out.member("unit", row.unit)
                    for (key, value) in [
                        ("before", row.before), ("now", row.now), ("change", row.change), ("noise", row.noise),
                    ] {
                        out.key(key)
                        if let value { out.double(value.rounded(toDigits: 6)) } else { out.null() }
                    }
                    out.member("meaning", row.meaning.rawValue)
                }
            }
        }
    }
}

extension PlanRecord {
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("file", file)
            out.key("bots")
            out.array { out in bots.forEach { out.string($0) } }
            out.member("url", url)
            out.member("devices", devices)
            // As a text: many readers of JSON keep only 53 bits of a number.
            out.member("seed", "\(seed)")
            out.member("schedule", schedule)
            out.key("stages")
            out.array { out in
                for stage in stages {
                    out.object { out in
                        out.member("name", stage.name)
                        out.member("from", stage.from.rounded(toDigits: 3))
                        out.member("to", stage.to.rounded(toDigits: 3))
                    }
                }
            }
            if let shards {
                out.key("shards")
                out.object { out in
                    out.member("of", shards.of)
                    out.key("present")
                    out.array { out in shards.present.forEach { out.int($0) } }
                }
            }
            out.member("digest", ifPresent: digest)
            out.member("runs", runs)
        }
    }
}

extension GeneratorRecord {
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("version", version)
            out.member("workers", workers)
            out.member("cores", cores)
            out.member("cpu_seconds", cpuSeconds.rounded(toDigits: 3))
            out.member("memory", memory)
            out.member("memory_base", memoryBase)
            out.key("loop_lag")
            loopLag.writeFigures(to: &out)
            out.key("bottleneck")
            out.array { out in bottleneck.forEach { out.string($0) } }
        }
    }
}

extension Counters {
    func write(to out: inout JSONWriter) {
        out.object { out in
            for counter in Counter.allCases { out.member(counter.name, self[counter]) }
        }
    }
}

extension CodeCounts {
    func write(to out: inout JSONWriter) {
        out.object { out in
            for (code, count) in sorted { out.member(code, count) }
        }
    }
}

extension MetricSet {
    /// Only what was measured.
    func write(to out: inout JSONWriter) {
        out.object { out in
            for metric in measured {
                out.key(metric.name)
                self[metric].writeFigures(to: &out)
            }
        }
    }
}

extension Histogram {
    /// Count and figures in milliseconds, and the histogram itself.
    func writeFigures(to out: inout JSONWriter) {
        let values = values(at: [50, 90, 99, 99.9])
        out.object { out in
            out.member("count", count)
            out.member("mean", mean.rounded() / 1000)
            for (name, value) in zip(["p50", "p90", "p99", "p999"], values) { out.member(name, Double(value) / 1000) }
            out.member("max", Double(max) / 1000)
            out.member("unit", "ms")
            if outOfRange > 0 { out.member("out_of_range", outOfRange) }
            out.member("histogram", encoded)
        }
    }
}

extension Series {
    /// In columns, a value a point: easy to plot. Columns in which nothing stands are left out.
    func write(to out: inout JSONWriter) {
        out.object { out in
            out.member("interval", interval)
            out.member("points", points.count)
            out.key("counters")
            columns(Counter.allCases.map { counter in (counter.name, points.map { $0.counters[counter] }) }, to: &out)
            out.key("errors")
            columns(points.map(\.errors), to: &out)
            out.key("closes")
            columns(points.map(\.closes), to: &out)
            out.key("devices")
            columns(DeviceState.allCases.map { state in (state.name, points.map { $0.devices[state] }) }, to: &out)
            out.key("metrics")
            out.object { out in
                for metric in Metric.allCases where points.contains(where: { !$0[metric].isEmpty }) {
                    out.key(metric.name)
                    write(metric, to: &out)
                }
            }
        }
    }

    private func columns(_ codes: [CodeCounts], to out: inout JSONWriter) {
        let names = Set(codes.flatMap(\.counts.keys)).sorted()
        columns(names.map { name in (name, codes.map { $0[name] }) }, to: &out)
    }

    private func columns(_ columns: [(name: String, values: [Int])], to out: inout JSONWriter) {
        out.object { out in
            for (name, values) in columns where values.contains(where: { $0 != 0 }) {
                out.key(name)
                out.array { out in values.forEach { out.int($0) } }
            }
        }
    }

    private func write(_ metric: Metric, to out: inout JSONWriter) {
        let histograms = points.map { $0[metric].isEmpty ? nil : $0[metric].histogram }
        out.object { out in
            for (name, percentile) in [("p50", 50.0), ("p99", 99), ("max", 100)] {
                out.key(name)
                out.array { out in
                    for histogram in histograms {
                        if let histogram {
                            out.double(Double(histogram.value(at: percentile)) / 1000)
                        } else {
                            out.null()
                        }
                    }
                }
            }
            out.key("histogram")
            out.array { out in
                for histogram in histograms { if let histogram { out.string(histogram.encoded) } else { out.null() } }
            }
        }
    }
}

extension Double {
    /// To so many decimal digits, where it is small enough for that to mean something.
    func rounded(toDigits digits: Int) -> Double {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        return magnitude < 1e15 / scale ? (self * scale).rounded() / scale : self
    }
}
