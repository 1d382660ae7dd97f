/// Why a threshold is none: which of its two texts is wrong, and where.
public struct ThresholdFault: Error, Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case name, want
    }

    public let part: Part
    /// UTF-8 bytes of that text.
    public let range: Range<Int>
    public let message: String
    public let hint: String
}

extension Threshold {
    /// Reads a threshold of a plan.
    ///
    /// - Parameters:
    ///   - name: `METRIC.STATISTIC` with count, mean, min, max or a percentile such as p99 or p99.9 (also p999);
    ///     `COUNTER`; or `COUNTER.rate`.
    ///   - want: `<`, `<=`, `>`, `>=` or `==`, and a number: with us, ms or s for times, with % for a counter's share,
    ///     with or without `/s` for rates, alone for counts.
    public static func parse(name: String, want: String) throws(ThresholdFault) -> Threshold {
        var subject = try self.subject(name)
        let (relation, number, unit) = try parts(of: want)
        if case .counter(let counter) = subject, unit.text == "%" {
            subject = .share(counter)
            guard counter.shareBase != nil else {
                throw ThresholdFault(
                    part: .want, range: unit.range, message: "\(counter.name) has no share",
                    hint: "compare it with a number")
            }
        }
        guard let scale = scale(of: unit.text, for: subject) else {
            throw ThresholdFault(
                part: .want, range: unit.range,
                message: unit.text.isEmpty ? "the time needs a unit" : "“\(unit.text)” is no unit of \(name)",
                hint: hint(for: subject))
        }
        return Threshold(name: name, want: want, subject: subject, relation: relation, limit: number * scale)
    }

    // MARK: The name

    private static func subject(_ name: String) throws(ThresholdFault) -> Subject {
        let bytes = name.utf8.count
        let point = name.firstIndex(of: ".")
        let first = name[..<(point ?? name.endIndex)]
        let rest = point.map { name[name.index(after: $0)...] }
        let start = rest.map { bytes - $0.utf8.count } ?? bytes
        if let counter = Counter(name: first) {
            guard let rest else { return .counter(counter) }
            if rest == "rate" { return .rate(counter) }
            throw ThresholdFault(
                part: .name, range: start..<bytes, message: "a counter has no “\(rest)”",
                hint: "write \(first), or \(first).rate")
        }
        guard let metric = Metric(name: first) else {
            throw ThresholdFault(
                part: .name, range: 0..<first.utf8.count, message: "there is no metric and no counter “\(first)”",
                hint: "metrics: \(Metric.allCases.map(\.name).joined(separator: ", ")); "
                    + "counters: \(Counter.allCases.map(\.name).joined(separator: ", "))")
        }
        guard let rest, let statistic = statistic(rest) else {
            throw ThresholdFault(
                part: .name, range: rest == nil ? 0..<bytes : start..<bytes,
                message: rest.map { "“\($0)” is no statistic" } ?? "a metric needs a statistic",
                hint: "write \(first).p99, or one of count, mean, min, max, p50, p90, p99.9")
        }
        return .metric(metric, statistic)
    }

    private static func statistic(_ text: Substring) -> Statistic? {
        switch text {
        case "count": return .count
        case "mean": return .mean
        case "min": return .min
        case "max", "p100": return .max
        default: break
        }
        guard text.first == "p", text.utf8.count <= 12 else { return nil }
        var digits = String(text.dropFirst())
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        // p999 is 99.9, as run.json writes it.
        if digits.utf8.count > 2, digits.first == "9", !digits.contains(".") {
            digits.insert(".", at: digits.index(digits.startIndex, offsetBy: 2))
        }
        guard let value = Double(digits), value > 0, value <= 100 else { return nil }
        return .percentile(value)
    }

    // MARK: What is wanted

    private typealias Unit = (text: String, range: Range<Int>)

    private static func parts(of want: String) throws(ThresholdFault) -> (Relation, Double, Unit) {
        let bytes = Array(want.utf8)
        func skipBlanks(_ index: Int) -> Int { bytes[index...].firstIndex { $0 != 0x20 } ?? bytes.count }
        var index = skipBlanks(0)
        let start = index
        while index < bytes.count, [0x3C, 0x3D, 0x3E].contains(bytes[index]) { index += 1 }
        let sign = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let relation = Relation(rawValue: sign) else {
            throw ThresholdFault(
                part: .want, range: start..<Swift.max(index, Swift.min(start + 1, bytes.count)),
                message: sign.isEmpty ? "a threshold begins with a comparison" : "“\(sign)” is no comparison",
                hint: "one of <, <=, >, >= and ==, such as \"< 250ms\"")
        }
        index = skipBlanks(index)
        let digits = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) || bytes[index] == 0x2E { index += 1 }
        let text = String(decoding: bytes[digits..<index], as: UTF8.self)
        guard let number = Double(text), number.isFinite, text.utf8.count <= 20 else {
            throw ThresholdFault(
                part: .want, range: digits..<bytes.count, message: "a number is due behind the comparison",
                hint: "such as \"\(sign) 250ms\", \"\(sign) 0.1%\" or \"\(sign) 9900\"")
        }
        index = skipBlanks(index)
        let end = (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1
        let unit = index < end ? index..<end : index..<index
        return (relation, number, (String(decoding: bytes[unit], as: UTF8.self), unit))
    }

    /// How many of `unit` of Threshold one of these is; nil: it does not belong there.
    private static func scale(of unit: String, for subject: Subject) -> Double? {
        switch (subject, unit) {
        case (.metric(_, .count), ""), (.counter, ""), (.shards, ""), (.readiness, ""): 1
        case (.metric(_, .count), _): nil
        case (.metric, "us"), (.metric, "µs"): 0.001
        case (.metric, "ms"): 1
        case (.metric, "s"): 1000
        case (.share, "%"): 1
        case (.rate, ""), (.rate, "/s"): 1
        default: nil
        }
    }

    private static func hint(for subject: Subject) -> String {
        switch subject {
        case .metric(_, .count), .shards, .readiness: "a count is a number alone, such as \">= 9900\""
        case .metric: "times are in us, ms or s, such as \"< 250ms\""
        case .counter, .share: "a number alone, or a share such as \"< 0.1%\""
        case .rate: "a rate is a number a second, such as \">= 1900/s\""
        }
    }
}

extension Counter {
    /// What its share is a part of; nil: of nothing.
    var shareBase: Counter? {
        switch self {
        case .errors, .lost: .sent
        case .repeated, .reordered: .received
        case .closes, .reconnects: .devices
        case .devices, .sent, .received, .bytesIn, .bytesOut: nil
        }
    }
}
