// The plots of a whole run's values: how they are distributed, and the curve of their percentiles.

enum DistributionPlots {
    /// Bars of equal width: how large a part of the values lies where. A long tail would press the body into one bar: it is
    /// left to the curve, and said.
    static func bars(_ metric: Metric, _ histogram: Histogram) -> String {
        let body = body(of: histogram)
        let (low, high) = (Double(Swift.max(histogram.min, 1)), Double(histogram.value(at: body)) + 1)
        let isLogarithmic = high > low * 20
        let drawings = [Plot.Size.wide, .narrow].map { size in
            let x = isLogarithmic ? Axis.times(from: low, to: high) : narrow(low, high, ticks: size.ticks)
            let edges = edges(x, bars: size.width > 400 ? 56 : 36, width: high / 1000)
            let parts = parts(histogram, edges)
            var plot = Plot(
                size, x: x, y: .counts(upTo: (parts.max() ?? 0) * 100) { "\(Axis.trimmed($0.text(digits: 3))) %" })
            for (index, part) in parts.enumerated() where part > 0 {
                let share = Quantity.percent(part.rounded(toDigits: 6))
                let title = "\(Quantity.time(edges[index])) – \(Quantity.time(edges[index + 1])): \(share)"
                plot.bar(from: edges[index], to: edges[index + 1], height: part * 100, "bar", title: title)
            }
            for (name, percentile) in [("p50", 50.0), ("p90", 90), ("p99", 99)] where percentile <= body {
                plot.mark(Double(histogram.value(at: percentile)), name, name)
            }
            return plot.svg(label: "distribution of \(metric.name)")
        }
        let count = Quantity.count(histogram.count)
        return HTML.figure(
            title: "\(metric.name), distribution",
            note: (body < 100
                ? "the lowest \(Axis.trimmed(body.text(digits: 1))) % of \(count) values; the rest reaches \(Quantity.time(histogram.max))"
                : "share of \(count) values") + (isLogarithmic ? ", log scale" : ""), drawings)
    }

    /// The percentile up to which the middle half of the values still takes a twelfth of the range.
    private static func body(of histogram: Histogram) -> Double {
        let quartiles = histogram.values(at: [25, 75])
        let room = Swift.max((quartiles[1] - quartiles[0]) * 12, 1)
        return [100.0, 99.9, 99.5, 99, 98, 95].first { histogram.value(at: $0) - histogram.min <= room } ?? 90
    }

    /// An axis that does not begin at 0.
    private static func narrow(_ low: Double, _ high: Double, ticks: Int) -> Axis {
        let step = Axis.step(high - low, ticks: ticks - 2)
        let start = (low / step).rounded(.down) * step
        let end = (high / step).rounded(.up) * step
        return Axis(
            low: start, high: end,
            ticks: (0...Int((end - start) / step + 0.5)).map {
                let value = start + Double($0) * step
                return .init(value: value, label: value == 0 ? "0" : Axis.brief(value))
            })
    }

    /// - Parameter width: bars are not thinner than a place of the histogram, or they would show its places.
    private static func edges(_ x: Axis, bars: Int, width: Double) -> [Double] {
        if x.isLogarithmic {
            let (low, high) = (Logarithm.base10(x.low), Logarithm.base10(x.high))
            return (0...bars).map { Logarithm.power10(low + (high - low) * Double($0) / Double(bars)) }
        }
        let bars = Swift.max(Swift.min(bars, Int((x.high - x.low) / Swift.max(width, 1))), 1)
        return (0...bars).map { x.low + (x.high - x.low) * Double($0) / Double(bars) }
    }

    /// The part of the values between two edges each; a place that lies across an edge counts for both by its width.
    private static func parts(_ histogram: Histogram, _ edges: [Double]) -> [Double] {
        var parts = [Double](repeating: 0, count: edges.count - 1)
        var index = 0
        for bar in histogram.bars {
            let (low, high) = (Double(bar.lowest), Double(bar.highest) + 1)
            while index + 1 < parts.count, edges[index + 1] <= low { index += 1 }
            var at = index
            while at < parts.count {
                let isFirst = at == 0
                let from = isFirst ? low : Swift.max(low, edges[at])
                let to = Swift.min(high, edges[at + 1])
                if to > from { parts[at] += (to - from) / (high - low) * Double(bar.count) }
                if edges[at + 1] >= high { break }
                at += 1
            }
        }
        return parts.map { $0 / Double(Swift.max(histogram.count, 1)) }
    }

    // MARK: The curve

    /// Time by percentile, where each nine takes the same room: a long tail is seen for what it is.
    static func curve(_ metric: Metric, _ histogram: Histogram, before: Histogram?) -> String {
        let nines = Swift.max(2, Swift.min(Logarithm.base10(Double(histogram.count)), 6))
        let labels = ["0", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"]
        let ticks = labels.indices.map { Axis.Tick(value: Double($0), label: labels[$0]) }
        let x = Axis(low: 0, high: nines, ticks: ticks + [.init(value: 0.30103, label: "50 %")])
        let runs = [histogram, before].compactMap { $0 }.filter { !$0.isEmpty }
        let y = Axis.times(from: Double(runs.map(\.min).min() ?? 0), to: Double(runs.map(\.max).max() ?? 0))
        let places = (0...120).map { nines * Double($0) / 120 }
        let percentiles = places.map { 100 * (1 - Logarithm.power10(-$0)) }
        func points(_ histogram: Histogram) -> [Plot.Point?] {
            zip(places, histogram.values(at: percentiles)).map { .init(x: $0, y: Double($1)) }
        }
        let drawings = [Plot.Size.wide, .narrow].map { size in
            var plot = Plot(size, x: x, y: y)
            if let before, !before.isEmpty { plot.line(points(before), "before") }
            plot.line(points(histogram), "now")
            if size.name == Plot.Size.wide.name {
                let values = histogram.values(at: percentiles)
                for index in 0..<places.count - 1 {
                    plot.hover(
                        from: places[index], to: places[index + 1],
                        "\(percentiles[index].text(digits: 3)) % in \(Quantity.time(values[index])) or less")
                }
            }
            return plot.svg(label: "\(metric.name) by percentile")
        }
        return HTML.figure(
            title: "\(metric.name) by percentile",
            note: "each step is a nine more" + (y.isLogarithmic ? ", log scale" : ""),
            legend: before == nil ? [] : [("now", "this run"), ("before", "before")], drawings)
    }
}
