// A running run for Prometheus: its text format 0.0.4, https://prometheus.io/docs/instrumenting/exposition_formats.

/// The page that `--prometheus` serves.
public enum Prometheus {
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Upper ends of a histogram's buckets, in seconds.
    private static let ends: [(text: String, microseconds: Int)] = [
        ("0.001", 1000), ("0.0025", 2500), ("0.005", 5000), ("0.01", 10_000), ("0.025", 25_000), ("0.05", 50_000),
        ("0.1", 100_000), ("0.25", 250_000), ("0.5", 500_000), ("1", 1_000_000), ("2.5", 2_500_000),
        ("5", 5_000_000), ("10", 10_000_000), ("30", 30_000_000), ("60", 60_000_000),
    ]

    public static func text(_ view: LiveView) -> String {
        var text = family("talaria_load_devices", "gauge", "Devices by state.")
        let devices = view.devices
        for state in DeviceState.allCases {
            text += "talaria_load_devices{state=\"\(state.name)\"} \(devices[state])\n"
        }
        for counter in Counter.allCases where counter != .errors && counter != .closes {
            let name = "talaria_load_\(counter == .devices ? "started" : counter.name)_total"
            text += family(name, "counter", help(counter)) + "\(name) \(view.counters[counter])\n"
        }
        text += codes("talaria_load_errors_total", "Errors by code.", view.errors)
        text += codes("talaria_load_closes_total", "Connections that ended unasked, by close code.", view.closes)
        for metric in Metric.allCases { text += histogram(metric, view.histogram(of: metric)) }
        return text
    }

    private static func family(_ name: String, _ type: String, _ help: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private static func help(_ counter: Counter) -> String {
        switch counter {
        case .devices: "Devices that were started."
        case .sent: "Frames to the server."
        case .received: "Frames from the server."
        case .errors: "Errors."
        case .closes: "Connections that ended unasked."
        case .lost: "Texts that no reply came to."
        case .repeated: "Messages that came again after their end."
        case .reordered: "Parts and edits out of order."
        case .reconnects: "Attempts to connect after a device's first."
        case .bytesIn: "Bytes from the server."
        case .bytesOut: "Bytes to the server."
        }
    }

    private static func codes(_ name: String, _ help: String, _ codes: CodeCounts) -> String {
        family(name, "counter", help)
            + codes.sorted.map { "\(name){code=\"\(escaped($0.code))\"} \($0.count)\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0.isNewline ? "\\n" : String($0) }.joined()
    }

    private static func histogram(_ metric: Metric, _ histogram: Histogram) -> String {
        let name = "talaria_load_\(metric.name)_seconds"
        var text = family(name, "histogram", "How long \(metric.name) took.")
        for (end, microseconds) in ends {
            // Rounded: the part is a quotient of two counts.
            let below = (histogram.part(atMost: microseconds) * Double(histogram.count)).rounded()
            text += "\(name)_bucket{le=\"\(end)\"} \(Int(exactly: below) ?? histogram.count)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "\(name)_sum \((histogram.mean * Double(histogram.count) / 1e6).rounded(toDigits: 6))\n"
        return text + "\(name)_count \(histogram.count)\n"
    }
}
