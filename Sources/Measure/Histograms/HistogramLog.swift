import Time

// HdrHistogram's log format, version 1.3: comment lines with `#`, a line of column names, and a line an interval with its
// tag, start and length in seconds, largest value, and the histogram. HdrHistogram's own tools plot and merge such files.

/// Histograms of intervals, each with a tag, as HdrHistogram's tools keep them in a `.hlog` file.
public struct HistogramLog: Hashable, Sendable {
    public struct Interval: Hashable, Sendable {
        /// What was measured; nil: nothing said. No comma, blank or line break.
        public var tag: String?
        /// Seconds since the log's start.
        public var start: Double
        /// Seconds.
        public var length: Double
        public var histogram: Histogram

        public init(tag: String?, start: Double, length: Double, histogram: Histogram) {
            self.tag = tag
            self.start = start
            self.length = length
            self.histogram = histogram
        }
    }

    /// A line that is not of the format.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// From 1.
        public let line: Int
        public let message: String

        public var description: String { "line \(line): \(message)" }
    }

    public var start: WallTime
    public var intervals: [Interval]
    /// How many of a histogram's units are one of the unit in which the column of the largest values is written.
    public var unitsInMaximum: Double

    /// - Parameter unitsInMaximum: 1000 shows microseconds as milliseconds.
    public init(start: WallTime, intervals: [Interval] = [], unitsInMaximum: Double = 1000) {
        self.start = start
        self.intervals = intervals
        self.unitsInMaximum = unitsInMaximum
    }

    /// Each point of a run's series, a metric a tag; two digits.
    public init(_ record: RunRecord) {
        self.init(start: record.started)
        for point in record.series.points {
            for metric in Metric.allCases where !point[metric].isEmpty {
                intervals.append(
                    Interval(
                        tag: metric.name, start: Double(point.second), length: Double(record.series.interval),
                        histogram: point[metric].histogram))
            }
        }
    }

    public var text: String {
        var text = "#[Histogram log format version 1.3]\n"
        text +=
            "#[StartTime: \(Self.seconds(Double(start.milliseconds) / 1000)) (seconds since epoch), \(start.iso8601)]\n"
        text += "#[BaseTime: \(Self.seconds(Double(start.milliseconds) / 1000)) (seconds since epoch)]\n"
        text += "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"
        for interval in intervals {
            if let tag = interval.tag { text += "Tag=\(tag)," }
            let maximum = Double(interval.histogram.max) / unitsInMaximum
            text += "\(Self.seconds(interval.start)),\(Self.seconds(interval.length)),\(Self.seconds(maximum)),"
            text += interval.histogram.encoded + "\n"
        }
        return text
    }

    /// Reads a log. The column of the largest values is not needed and not kept.
    public init(_ text: String) throws(Fault) {
        self.init(start: WallTime(milliseconds: 0))
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            number += 1
            if line.hasPrefix("#") {
                if let seconds = Self.startTime(line) { start = WallTime(milliseconds: Int64(seconds * 1000)) }
            } else if !line.isEmpty, !line.hasPrefix("\"") {
                intervals.append(try Self.interval(line, number))
            }
        }
    }

    private static func startTime(_ line: Substring) -> Double? {
        guard line.hasPrefix("#[StartTime: ") else { return nil }
        let rest = line.dropFirst("#[StartTime: ".count)
        guard let seconds = Double(rest.prefix { $0 != " " && $0 != "]" }), abs(seconds) < 1e12 else { return nil }
        return seconds
    }

    private static func interval(_ line: Substring, _ number: Int) throws(Fault) -> Interval {
        var fields = line.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
        var tag: String?
        if let first = fields.first, first.hasPrefix("Tag=") {
            tag = String(first.dropFirst(4))
            fields.removeFirst()
        }
        guard fields.count == 4 else {
            throw Fault(
                line: number, message: "expected a start, a length, a maximum and a histogram, with commas between")
        }
        guard let start = Double(fields[0]), let length = Double(fields[1]), start.isFinite, length.isFinite else {
            throw Fault(line: number, message: "the start and the length must be seconds")
        }
        do throws(Histogram.CodingFault) {
            return Interval(
                tag: tag, start: start, length: length, histogram: try Histogram(encoded: String(fields[3])))
        } catch {
            throw Fault(line: number, message: "\(error)")
        }
    }

    /// Three digits behind the point.
    private static func seconds(_ value: Double) -> String { value.text(digits: 3) }
}
