import Foundation
import Measure
import Time

// What one recorded value costs, beside the least that it could: adding one to a place of an array. And PyPI's hdrhistogram,
// where a Python that has it is named: bench histogram .build/venv/bin/python

extension Benchmark {
    static let histogram = measuring(
        "histogram", arguments: "[PYTHON]",
        about: "records a value, beside an array increment and PyPI's hdrhistogram; merges and encodes"
    ) { arguments, report in
        let values = latencies(4096)
        let places = values.map { $0 & 32767 }
        var counts = [Int](repeating: 0, count: 32768)
        var histogram = Histogram()
        let meter = Meter(tags: ["bot"])
        let intervals = values.map { Interval(nanoseconds: Int64($0) * 1000) }
        let samples = Race().run([
            .init(who: "histogram") { for index in 0..<$0 { histogram.record(values[index & 4095]) } },
            .init(who: "array") { for index in 0..<$0 { counts[places[index & 4095]] &+= 1 } },
            .init(who: "meter") { for index in 0..<$0 { meter.record(.reply, intervals[index & 4095], tag: 0) } },
        ])
        consume(counts)
        for (who, samples) in zip(["histogram", "array", "meter"], samples) {
            report.add("record", who, samples, unit: "ns")
        }
        report.expect(.atMost(what: "record", who: "histogram", 20))
        report.expect(.atMost(what: "record", who: "meter", 20))

        var some = Histogram()
        for value in latencies(10_000) { some.record(value) }
        let encoded = some.encoded
        guard try Histogram(encoded: encoded) == some else { throw BenchmarkFault("what was encoded is not read back") }
        let rest = Race(rounds: 31).run([
            .init(who: "merge") { for _ in 0..<$0 { histogram.merge(some) } },
            .init(who: "encode") { for _ in 0..<$0 { consume(some.encoded) } },
            .init(who: "decode") { for _ in 0..<$0 { consume(try? Histogram(encoded: encoded)) } },
        ])
        for (what, samples) in zip(["merge", "encode", "decode"], rest) {
            report.add(what, "histogram", Samples([samples.median / 1000]), unit: "us")
        }
        report.remark("10,000 values are \(encoded.utf8.count) bytes encoded")
        if let python = arguments.first { report.add("record", "hdrhistogram", try theirs(python), unit: "ns") }
    }

    /// Around 50 ms with a long tail, in microseconds; the same each time.
    private static func latencies(_ count: Int) -> [Int] {
        var state: UInt64 = 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let draw = Int(state >> 40)
            return 48_000 + draw % 4096 + (draw % 97 == 0 ? draw % 1_000_000 : 0)
        }
    }

    private static func theirs(_ python: String) throws -> Double {
        let script = """
            import time
            from hdrh.histogram import HdrHistogram
            h = HdrHistogram(1, 3600000000, 3)
            values = [48000 + i * 2654435761 % 4096 for i in range(100000)]
            began = time.perf_counter()
            for value in values: h.record_value(value)
            print((time.perf_counter() - began) / len(values) * 1e9)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-c", script]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkFault("\(python) has no hdrhistogram: pip install hdrhistogram")
        }
        return value
    }
}
