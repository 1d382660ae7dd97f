import Testing
import Time

@testable import Measure

@Suite("A meter")
struct MeterTests {
    private func record(_ meter: Meter) -> RunRecord {
        meter.record(
            plan: PlanRecord(file: "a.json"), started: WallTime(milliseconds: 0), seconds: 1,
            generator: GeneratorRecord())
    }

    @Test("rounds to the nearest microsecond, and puts each second's values into the run's when the second ends")
    func seconds() {
        let meter = Meter()
        meter.record(.reply, Interval(nanoseconds: 1499))
        meter.record(.reply, Interval(nanoseconds: 1500))
        #expect(record(meter)[.reply].isEmpty)
        let point = meter.endSecond(0)
        #expect(point[.reply].count == 2)
        #expect(record(meter)[.reply].bars.map(\.lowest) == [1, 2])
        #expect(meter.endSecond(1)[.reply].isEmpty)
        #expect(record(meter)[.reply].count == 2)
    }

    @Test("keeps the values of tags apart, and all of them together; of a tag that there is not, only together")
    func tags() {
        let meter = Meter(tags: ["a", "b"])
        for tag in [0, 1, 1, nil, 2, -1] { meter.record(.first, .milliseconds(3), tag: tag) }
        #expect(meter.endSecond(0)[.first].count == 6)
        let record = record(meter)
        #expect(record[.first].count == 6)
        #expect(record.tags["a"]?[.first].count == 1)
        #expect(record.tags["b"]?[.first].count == 2)
        #expect(Meter(tags: (0..<100).map { "\($0)" }).tags.count == 64)
    }

    @Test("counts errors and closes by code, and devices by state")
    func counts() {
        let meter = Meter()
        meter.move(from: nil, to: .planned)
        meter.move(from: .planned, to: .ready)
        meter.error("http_503")
        meter.close("1006")
        meter.count(.bytesIn, by: 77)
        let point = meter.endSecond(0)
        #expect(point.devices[.ready] == 1 && point.devices[.planned] == 0)
        #expect(point.errors["http_503"] == 1 && point.counters[.errors] == 1)
        meter.error("http_503")
        _ = meter.endSecond(1)
        let record = record(meter)
        #expect(record.errors["http_503"] == 2 && record.counters[.errors] == 2)
        #expect(record.closes["1006"] == 1 && record.counters[.closes] == 1)
        #expect(record.counters[.bytesIn] == 77)
    }

    @Test("tells 256 codes apart, counts what comes beyond, and tames what a server made up")
    func codes() {
        var codes = CodeCounts()
        for index in 0..<1000 { codes.count("code-\(index)") }
        #expect(codes.counts.count == 257)
        #expect(codes[CodeCounts.other] == 744)
        #expect(codes.total == 1000)
        var tamed = CodeCounts()
        tamed.count("a\u{1B}[31m\u{202E}")
        tamed.count(String(repeating: "x", count: 1_000))
        #expect(tamed["a\u{FFFD}[31m\u{FFFD}"] == 1)
        #expect(tamed[String(repeating: "x", count: 64)] == 1)
    }

    @Test("a server that makes up codes makes no column of each in the series")
    func columns() {
        let meter = Meter()
        for second in 0..<20 {
            for index in 0..<300 { meter.error("e\(second).\(index)") }
            _ = meter.endSecond(second)
        }
        let record = meter.record(
            plan: PlanRecord(file: "p"), started: WallTime(milliseconds: 0), seconds: 20, generator: GeneratorRecord())
        let names = Set(record.series.points.flatMap(\.errors.counts.keys))
        #expect(names == Set(record.errors.counts.keys))
        #expect(names.count <= CodeCounts.most + 1)
        #expect(record.series.points.allSatisfy { $0.errors.total == 300 })
    }
}
