// The plots over time: percentiles of a metric, rates, and devices by state.

struct TimePlots {
    let series: Series
    let stages: [PlanRecord.Stage]
    let judgements: [Judgement]
    private let end: Double

    init(_ record: RunRecord) {
        series = record.series
        stages = record.plan.stages
        judgements = record.judgements
        end = Double(Swift.max(series.points.count, 1) * series.interval)
    }

    private func start(_ index: Int) -> Double { Double(index * series.interval) }
    private func middle(_ index: Int) -> Double { (Double(index) + 0.5) * Double(series.interval) }
    private var each: String { series.interval == 1 ? "each second" : "each \(series.interval) s" }

    /// A drawing for each size, with the stages behind and the titles of the points before it.
    private func drawings(
        y: Axis, label: String, titles: (Int) -> String, _ draw: (inout Plot) -> Void
    ) -> [String] {
        [Plot.Size.wide, .narrow].map { size in
            var plot = Plot(size, x: .clock(upTo: end, ticks: size.ticks), y: y)
            for (index, stage) in stages.enumerated() {
                plot.band(stage.name, from: stage.from, to: stage.to, isDark: index % 2 == 1)
            }
            draw(&plot)
            // A phone has no pointer to rest.
            if size.name == Plot.Size.wide.name {
                for index in series.points.indices {
                    plot.hover(from: start(index), to: start(index + 1), titles(index))
                }
            }
            return plot.svg(label: label)
        }
    }

    // MARK: Percentiles

    static let lines: [(style: String, name: String, percentile: Double)] = [
        ("max", "max", 100), ("p99", "p99", 99), ("p90", "p90", 90), ("p50", "p50", 50),
    ]

    /// nil: the metric has no values in the series.
    func percentiles(of metric: Metric) -> String? {
        let values: [[Int]?] = series.points.map { point in
            point[metric].isEmpty ? nil : point[metric].histogram.values(at: [50, 90, 99, 100])
        }
        let measured = values.compactMap(\.self)
        guard let least = measured.map({ $0[0] }).min(), let most = measured.map({ $0[3] }).max() else { return nil }
        let limits = judgements.compactMap { judgement -> (value: Double, name: String)? in
            guard case .metric(metric, let statistic) = judgement.threshold.subject, statistic != .count,
                judgement.threshold.limit * 1000 <= Double(most) * 4
            else { return nil }
            return (judgement.threshold.limit * 1000, judgement.threshold.name + " " + judgement.threshold.want)
        }
        let highest = limits.reduce(Double(most)) { Swift.max($0, $1.value * 1.02) }
        let y = Axis.times(from: Double(least), to: highest)
        let drawings = drawings(y: y, label: "\(metric.name) over time, percentiles") { index in
            guard let values = values[index] else { return "\(LivePanel.clock(start(index)))\nno values" }
            return "\(LivePanel.clock(start(index)))  \(Quantity.count(series.points[index][metric].count)) values\n"
                + zip(["p50", "p90", "p99", "max"], values).map { "\($0) \(Quantity.time($1))" }.joined(separator: "\n")
        } _: { plot in
            for limit in limits { plot.limit(limit.value, limit.name) }
            for (index, line) in Self.lines.enumerated() {
                plot.line(
                    values.enumerated().map { place, values in
                        values.map { .init(x: middle(place), y: Double($0[3 - index])) }
                    }, line.style)
            }
        }
        return HTML.figure(
            title: "\(metric.name) over time", note: "percentiles of \(each)" + (y.isLogarithmic ? ", log scale" : ""),
            legend: Self.lines.reversed().map { ($0.style, $0.name) }, drawings)
    }

    // MARK: Rates

    func rates() -> String {
        rates(of: [(.sent, "sent"), (.received, "received")], title: "Rates", note: "frames a second")
    }

    /// nil: there was none.
    func trouble() -> String? {
        let lines: [(Counter, String)] = [
            (.errors, "errors"), (.closes, "closes"), (.lost, "lost"), (.reconnects, "reconnects"),
        ]
        let shown = lines.filter { line in series.points.contains { $0.counters[line.0] > 0 } }
        return shown.isEmpty ? nil : rates(of: shown, title: "Trouble", note: "a second")
    }

    private func rates(of lines: [(counter: Counter, style: String)], title: String, note: String) -> String {
        func rate(_ index: Int, _ counter: Counter) -> Double {
            Double(series.points[index].counters[counter]) / Double(series.interval)
        }
        let most = lines.flatMap { line in series.points.indices.map { rate($0, line.counter) } }.max() ?? 0
        let drawings = drawings(y: .counts(upTo: most), label: "\(title) over time") { index in
            LivePanel.clock(start(index)) + "\n"
                + lines.map { "\($0.counter.name) \(Quantity.compact(rate(index, $0.counter)))/s" }.joined(
                    separator: "\n")
        } _: { plot in
            for line in lines {
                plot.line(series.points.indices.map { .init(x: middle($0), y: rate($0, line.counter)) }, line.style)
            }
        }
        return HTML.figure(title: title, note: note, legend: lines.map { ($0.style, $0.counter.name) }, drawings)
    }

    // MARK: Devices

    /// From the bottom up.
    private static let stack: [DeviceState] = [.ready, .greeting, .connecting, .waiting, .failed, .closed, .planned]

    func devices() -> String {
        let shown = Self.stack.filter { state in series.points.contains { $0.devices[state] > 0 } }
        let most = series.points.map(\.devices.total).max() ?? 0
        let drawings = drawings(y: .counts(upTo: Double(most)), label: "devices by state over time") { index in
            LivePanel.clock(start(index)) + "\n"
                + shown.map { "\(Quantity.count(series.points[index].devices[$0])) \($0.name)" }.joined(separator: "\n")
        } _: { plot in
            var floor = series.points.indices.map { _ in 0.0 }
            for state in shown {
                let upper = series.points.indices.map { floor[$0] + Double(series.points[$0].devices[state]) }
                plot.area(steps(upper), steps(floor), state.name)
                floor = upper
            }
        }
        return HTML.figure(
            title: "Devices by state", note: "at the end of \(each)", legend: shown.map { ($0.name, $0.name) }, drawings
        )
    }

    /// Held from a point's start to its end.
    private func steps(_ values: [Double]) -> [Plot.Point] {
        values.enumerated().flatMap { index, value in
            [Plot.Point(x: start(index), y: value), Plot.Point(x: start(index + 1), y: value)]
        }
    }
}
