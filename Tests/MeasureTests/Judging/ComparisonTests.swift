import Testing

@testable import Measure

@Suite("A comparison of two runs")
struct ComparisonTests {
    private func row(_ name: String, _ comparison: Comparison) throws -> Comparison.Row {
        try #require(comparison.rows.first { $0.name == name })
    }

    @Test("of the same server with other luck is within its noise")
    func noise() throws {
        let comparison = Comparison(
            try .sample(seed: 1, seconds: 24, stall: nil), with: try .sample(seed: 2, seconds: 24, stall: nil))
        for name in ["reply.p50", "reply.p90", "reply.p99", "sent.rate"] {
            let row = try row(name, comparison)
            #expect(row.meaning == .withinNoise, "\(name): \(row.changeText) \(row.noiseText)")
            #expect(try #require(row.noise) < 0.05)
        }
    }

    @Test("with a server that is a tenth slower says worse, and the other way round better")
    func slower() throws {
        let fast = try RunRecord.sample(seed: 1, seconds: 24, stall: nil)
        let slow = try RunRecord.sample(seed: 2, seconds: 24, stall: nil, slower: 1.1)
        let worse = try row("reply.p50", Comparison(slow, with: fast))
        #expect(worse.meaning == .worse)
        #expect(try #require(worse.change) > 0.08)
        #expect(try row("reply.p50", Comparison(fast, with: slow)).meaning == .better)
    }

    @Test("with one stall in one of them knows that a single second says little about p99")
    func stall() throws {
        let calm = try RunRecord.sample(seed: 1, seconds: 40, stall: nil)
        let stalled = try RunRecord.sample(seed: 2, seconds: 40, stall: 30)
        let row = try row("reply.p99", Comparison(stalled, with: calm))
        #expect(try #require(row.change) > 1)
        #expect(row.meaning == .withinNoise)
    }

    @Test("of runs that are too short gives the change, and says that the noise is unknown")
    func short() throws {
        let record = try RunRecord.sample(seconds: 5, stall: nil)
        let comparison = Comparison(record, with: record)
        let row = try row("reply.p50", comparison)
        #expect(row.change == 0 && row.noise == nil && row.meaning == .unknown)
        #expect(
            comparison.text(with: "old.json").hasSuffix(
                "\nno noise: a run of under 10 points says nothing about it\n"))
    }

    @Test("is the same each time it is made")
    func deterministic() throws {
        let (a, b) = (try RunRecord.sample(seed: 1, seconds: 12), try RunRecord.sample(seed: 2, seconds: 12))
        #expect(Comparison(a, with: b) == Comparison(a, with: b))
    }
}
