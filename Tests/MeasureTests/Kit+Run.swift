import Random
import Time

@testable import Measure

extension RunRecord {
    /// A run of a minute, measured by a meter as a worker would: 1,000 devices arrive in ten seconds, then each second
    /// brings 200 texts that are answered after about 50 ms; at second 40 the server stalls for one.
    static func sample(
        seed: UInt64 = 1, seconds: Int = 60, stall: Int? = 40, slower: Double = 1, shard: (Int, Int)? = nil,
        thresholds: [(String, String)] = [("reply.p99", "< 250ms"), ("errors", "< 0.1%"), ("ready.count", ">= 1000")],
        bottleneck: [String] = []
    ) throws -> RunRecord {
        var numbers = SplitMix(seed: seed)
        let meter = Meter(tags: ["chat", "quiet"])
        let parts = shard?.1 ?? 1
        for _ in 0..<1000 / parts { meter.move(from: nil, to: .planned) }
        for second in 0..<seconds {
            if second < 10 {
                for _ in 0..<100 / parts {
                    meter.count(.devices)
                    meter.move(from: .planned, to: .ready)
                    meter.record(.connect, .microseconds(Int.random(in: 180...900, using: &numbers)))
                    meter.record(.upgrade, .microseconds(Int.random(in: 300...2000, using: &numbers)))
                    meter.record(.ready, .microseconds(Int.random(in: 900...6000, using: &numbers)))
                }
            }
            for index in 0..<200 / parts {
                meter.count(.sent)
                meter.count(.received, by: 4)
                meter.count(.bytesOut, by: 96)
                meter.count(.bytesIn, by: 410)
                var took = 50_000 * slower + Double(Int.random(in: 0...4000, using: &numbers))
                if index % 50 == 0 { took *= 1.6 }
                if second == stall { took += Double(Int.random(in: 0...1_000_000, using: &numbers)) }
                meter.record(.reply, .microseconds(Int(took)), tag: index % 2)
                meter.record(.typing, .microseconds(Int(took / 40)), tag: index % 2)
                meter.record(.lag, .microseconds(Int.random(in: 5...220, using: &numbers)))
            }
            if second == stall {
                for _ in 0..<4 / Swift.min(parts, 4) {
                    meter.error("timeout")
                    meter.close("1006")
                    meter.move(from: .ready, to: .waiting)
                }
            }
            if second == (stall ?? 0) + 3, stall != nil {
                for _ in 0..<4 / Swift.min(parts, 4) {
                    meter.count(.reconnects)
                    meter.move(from: .waiting, to: .ready)
                }
            }
            meter.recordLoopLag(.microseconds(Int.random(in: 1...300, using: &numbers)))
            _ = meter.endSecond(second)
        }
        var record = meter.record(
            plan: PlanRecord(
                file: "chat.load.json", bots: ["chat.json", "quiet.json"], url: "ws://127.0.0.1:8787/ws", devices: 1000,
                seed: 7, schedule: "open, 200/s",
                stages: [.init(name: "arrive", from: 0, to: 10), .init(name: "hold", from: 10, to: Double(seconds))],
                shards: shard.map { .init(of: $0.1, present: [$0.0]) }),
            started: WallTime(milliseconds: 1_772_359_200_000), seconds: Double(seconds),
            generator: GeneratorRecord(
                version: "0.1.0", workers: 2, cores: 2, cpuSeconds: 14.2, memory: 21_400_000, memoryBase: 19_600_000,
                bottleneck: bottleneck))
        var parsed: [Threshold] = []
        for (name, want) in thresholds { parsed.append(try Threshold.parse(name: name, want: want)) }
        record.judge(parsed)
        return record
    }
}

extension Interval {
    static func microseconds(_ count: Int) -> Interval { Interval(nanoseconds: Int64(count) * 1000) }
}
