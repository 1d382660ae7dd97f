import Testing

@testable import Measure

@Suite("A series")
struct SeriesTests {
    private func point(_ second: Int, sent: Int, ready: Int, reply: Int? = nil) -> SeriesPoint {
        var point = SeriesPoint(second: second)
        point.counters[.sent] = sent
        point.devices[.ready] = ready
        if let reply {
            var histogram = Histogram()
            histogram.record(reply)
            point[.reply] = PackedHistogram(histogram)
        }
        return point
    }

    @Test("keeps a point a second, and fills seconds that were left out")
    func gaps() {
        var series = Series()
        series.append(point(0, sent: 1, ready: 5))
        series.append(point(3, sent: 2, ready: 6))
        #expect(series.points.map(\.second) == [0, 1, 2, 3])
        #expect(series.points.map { $0.counters[.sent] } == [1, 0, 0, 2])
        #expect(series.points.map { $0.devices[.ready] } == [5, 5, 5, 6])
    }

    @Test("never has more than 600 points, loses no count, and shows the devices as they were last")
    func bounded() {
        var series = Series()
        for second in 0..<5000 { series.append(point(second, sent: 1, ready: second, reply: second)) }
        #expect(series.interval == 16)
        #expect(series.points.count == 313)
        #expect(series.points.reduce(0) { $0 + $1.counters[.sent] } == 5000)
        #expect(series.points.reduce(0) { $0 + $1[.reply].count } == 5000)
        #expect(series.points[0].devices[.ready] == 15)
        #expect(series.points[1].second == 16)
    }

    @Test("takes seconds however far away without more memory")
    func farAway() {
        var series = Series()
        series.append(point(0, sent: 1, ready: 1))
        series.append(point(.max, sent: 1, ready: 1))
        #expect(series.points.count <= Series.most)
        #expect(series.points.reduce(0) { $0 + $1.counters[.sent] } == 2)
        var negative = Series()
        negative.append(point(.min, sent: 1, ready: 1))
        #expect(negative.points.count == 1)
    }

    @Test("of two workers is the sum of both, second by second, however long their points are")
    func merging() {
        var long = Series()
        for second in 0..<1000 { long.append(point(second, sent: 1, ready: 10)) }
        var short = Series()
        for second in 0..<100 { short.append(point(second, sent: 1, ready: 3)) }
        var sum = long
        sum.merge(short)
        var other = short
        other.merge(long)
        #expect(sum == other)
        #expect(sum.interval == 2)
        #expect(sum.points.prefix(50).allSatisfy { $0.counters[.sent] == 4 && $0.devices[.ready] == 13 })
        #expect(sum.points.suffix(400).allSatisfy { $0.counters[.sent] == 2 && $0.devices[.ready] == 13 })
    }

    @Test("that began later has no devices before")
    func shift() {
        var first = Series()
        var later = Series()
        for second in 0..<4 {
            first.append(point(second, sent: 1, ready: 1))
            later.append(point(second, sent: 1, ready: 7))
        }
        first.merge(later, shift: 2)
        #expect(first.points.map { $0.counters[.sent] } == [1, 1, 2, 2, 1, 1])
        #expect(first.points.map { $0.devices[.ready] } == [1, 1, 8, 8, 8, 8])
    }

    @Test("has points that a worker tells in one line, which reads back as it was")
    func lines() throws {
        var first = point(7, sent: 3, ready: 2, reply: 50_000)
        first.errors.count("timeout", by: 2)
        first.closes.count("1006")
        #expect(try SeriesPoint(json: first.json) == first)
        #expect(try SeriesPoint(json: SeriesPoint(second: 0).json) == SeriesPoint(second: 0))
        #expect(throws: RecordFault.self) { try SeriesPoint(json: Array("{\"second\": 1}".utf8)) }
        #expect(throws: RecordFault.self) { try SeriesPoint(json: []) }
    }
}
