import Random
import Testing
import Time

@testable import Measure

@Suite("A run.json")
struct RunRecordTests {
    @Test("is read back as it was written")
    func roundTrip() throws {
        let record = try RunRecord.sample()
        let again = try RunRecord(json: record.json)
        #expect(again == record)
        #expect(again.json == record.json)
        let failed = try RunRecord.sample(bottleneck: ["send lag p99 was 40 ms"])
        #expect(try RunRecord(json: failed.json) == failed)
    }

    @Test("of nothing is read back too, and its thresholds are not met")
    func empty() throws {
        var record = RunRecord(plan: PlanRecord(file: "a.json"), started: WallTime(milliseconds: 0), seconds: 0)
        record.judge([try .parse(name: "errors", want: "< 0.1%"), try .parse(name: "errors", want: "== 0")])
        #expect(record.judgements.map(\.isMet) == [false, false])
        #expect(record.verdict == .failed)
        #expect(try RunRecord(json: record.json) == record)
    }

    @Test("of devices that were all refused has failed, however slow the generator was")
    func refused() throws {
        let late = GeneratorRecord(workers: 1, cores: 2, bottleneck: ["send lag p99 was 90 ms"])
        func verdict(errors: Int) -> Verdict {
            let meter = Meter(tags: ["a"])
            meter.count(.devices, by: 3)
            for _ in 0..<errors { meter.error("net.connect") }
            _ = meter.endSecond(0)
            var record = meter.record(
                plan: PlanRecord(file: "p.load.json", devices: 3), started: WallTime(milliseconds: 0), seconds: 1,
                generator: late)
            record.judge([])
            return record.verdict
        }
        #expect(verdict(errors: 3) == .failed)
        #expect(verdict(errors: 2) == .bottleneck)
    }

    @Test("of ten shards, merged in any order, is the run.json of one run that measured the same")
    func shards() throws {
        // The same values: by one meter, and by ten that share them out.
        let whole = Meter(tags: ["a"])
        let parts = (0..<10).map { _ in Meter(tags: ["a"]) }
        var numbers = SplitMix(seed: 5)
        for second in 0..<20 {
            for index in 0..<500 {
                let took = Interval.microseconds(numbers.latency())
                for meter in [whole, parts[index % 10]] {
                    meter.record(.reply, took, tag: index % 3 == 0 ? 0 : nil)
                    meter.count(.sent)
                    if index % 100 == 0 { meter.error("code \(index % 7)") }
                    if index % 125 == 0 { meter.close("1006") }
                    if second == 0 { meter.move(from: nil, to: .ready) }
                }
            }
            for meter in parts + [whole] { _ = meter.endSecond(second) }
        }
        func record(_ meter: Meter, _ shards: [Int]) throws -> RunRecord {
            var record = meter.record(
                plan: PlanRecord(file: "p.load.json", devices: 500, shards: .init(of: 10, present: shards)),
                started: WallTime(milliseconds: 1000), seconds: 20, generator: GeneratorRecord(workers: 0, cores: 0))
            record.judge([try .parse(name: "reply.p99", want: "< 60s")])
            return record
        }
        let expected = try record(whole, Array(1...10))
        var order = Array(0..<10)
        order.shuffle(using: &numbers)
        var merged: RunRecord?
        for index in order {
            let shard = try RunRecord(json: try record(parts[index], [index + 1]).json)
            if merged == nil { merged = shard } else { try merged?.merge(run: shard) }
        }
        #expect(merged == expected)
        #expect(merged?.json == expected.json)
        #expect(merged?.verdict == .passed)
    }

    @Test("that lacks a shard is judged as failed, and says so")
    func missingShard() throws {
        var record = try RunRecord.sample(shard: (1, 3))
        try record.merge(run: try .sample(seed: 2, shard: (3, 3)))
        let judgement = try #require(record.judgements.last)
        #expect(judgement.threshold.name == "shards" && judgement.threshold.want == "== 3")
        #expect(judgement.got == 2 && !judgement.isMet)
        #expect(record.verdict == .failed)
        #expect(try RunRecord(json: record.json) == record)
        try record.merge(run: try .sample(seed: 3, shard: (2, 3)))
        #expect(!record.judgements.contains { $0.threshold.name == "shards" })
    }

    @Test("does not merge with what is not of its run")
    func misfits() throws {
        func fault(_ a: (Int, Int)?, _ b: (Int, Int)?) throws -> String? {
            var record = try RunRecord.sample(seconds: 2, stall: nil, shard: a)
            let other = try RunRecord.sample(seconds: 2, stall: nil, shard: b)
            do throws(MergeFault) { try record.merge(run: other) } catch {
                return error.description
            }
            return nil
        }
        #expect(try fault((1, 4), (1, 4)) == "shard 1/4 is there twice")
        #expect(try fault((1, 4), (2, 5)) == "one run is divided into 4 shards, the other into 5")
        #expect(try fault((1, 4), nil) == "one run is a shard, the other is a whole run")
        #expect(try fault(nil, nil) == "this run is there twice")
    }

    @Test("is told from others by its ids, also within a sum")
    func identity() throws {
        var first = try RunRecord.sample(seconds: 2, stall: nil)
        var second = first
        (first.ids, second.ids) = (["1"], ["2"])
        var sum = first
        try sum.merge(run: second)
        #expect(sum.ids == ["1", "2"])
        #expect(sum.plan.runs == 2 && sum.plan.devices == 2000)
        #expect(try RunRecord(json: sum.json) == sum)
        for other in [first, second, sum] {
            let before = sum
            #expect(throws: MergeFault(message: "this run is there twice", hint: "its figures would count double")) {
                try sum.merge(run: other)
            }
            #expect(sum == before)
        }
        // A sum of two runs of a plan is of the plan.
        var third = first
        third.ids = ["3"]
        try sum.merge(run: third)
        #expect(sum.plan.devices == 3000)
    }

    @Test("does not merge with a run of another plan, and the fault says what is another")
    func otherPlans() throws {
        func differs(_ change: (inout PlanRecord) -> Void) throws -> String {
            var record = try RunRecord.sample(seconds: 2, stall: nil)
            record.plan.digest = "a"
            var other = record
            (record.ids, other.ids) = (["1"], ["2"])
            change(&other.plan)
            do throws(MergeFault) { try record.merge(run: other) } catch {
                #expect(error.hint == "report each plan by itself, or set one beside the other with --compare")
                #expect(error.message.hasPrefix("this is a run of another plan: "))
                return String(error.message.dropFirst("this is a run of another plan: ".count))
            }
            return "no"
        }
        #expect(try differs { $0.url = "ws://b" } == "server ws://b, not ws://127.0.0.1:8787/ws")
        #expect(try differs { $0.devices = 9 } == "devices 9, not 1000")
        #expect(try differs { $0.bots = [] } == "bots none, not chat.json, quiet.json")
        #expect(try differs { $0.schedule = "closed" } == "schedule closed, not open, 200/s")
        #expect(
            try differs { $0.stages.removeLast() }
                == "stages arrive 0 to 10 s, not arrive 0 to 10 s, hold 10 to 2 s")
        #expect(try differs { $0.digest = "b" } == "the files that it was read from are others")
        #expect(
            try differs {
                $0.url = ""
                $0.devices = 1
            } == "server none, not ws://127.0.0.1:8787/ws; devices 1, not 1000")
        #expect(try differs { $0.seed = 8 } == "no")
        #expect(try differs { $0.file = "/elsewhere/chat.load.json" } == "no")
        #expect(try differs { $0.digest = nil } == "no")
    }

    @Test("of one shard does not merge with a shard of another seed")
    func otherSeed() throws {
        var record = try RunRecord.sample(seconds: 2, stall: nil, shard: (1, 2))
        var other = try RunRecord.sample(seconds: 2, stall: nil, shard: (2, 2))
        other.plan.seed = 8
        #expect(throws: MergeFault.self) { try record.merge(run: other) }
        other.plan.seed = 7
        try record.merge(run: other)
    }

    @Test(
        "of two that followed each other has the rate of their time, not of the pause between",
        arguments: [
            60.0, 900, 90_000,
        ])
    func pause(apart: Double) throws {
        var first = try RunRecord.sample(seconds: 20, stall: nil)
        first.ids = ["a"]
        var second = try RunRecord.sample(seed: 2, seconds: 30, stall: nil)
        second.ids = ["b"]
        second.plan = first.plan
        second.started = first.started + .milliseconds(Int64(apart * 1000))
        var ahead = first
        try ahead.merge(run: second)
        var back = second
        try back.merge(run: first)
        for merged in [ahead, back] {
            #expect(merged.started == first.started)
            #expect(merged.seconds == first.seconds + second.seconds)
            #expect(merged.series.points.count == 50)
            #expect(Evidence(merged).value(of: .rate(.sent)) == 200)
        }
    }

    @Test("that was stopped says of how much it is")
    func cutShort() throws {
        var record = try RunRecord.sample(seconds: 20, stall: nil)
        #expect(!Summary.text(record).contains(" s of "))
        record.seconds = 7
        #expect(Summary.text(record).contains("7.00 s of 20.0 s, "))
    }

    @Test("in which no device was even started has failed")
    func nobodyStarted() throws {
        var record = RunRecord(
            plan: PlanRecord(file: "a.json", devices: 3), started: WallTime(milliseconds: 0), seconds: 0)
        record.judge([])
        #expect(record.verdict == .failed)
        #expect(Summary.text(record).hasSuffix("FAILED: no device became ready\n"))
        #expect(try RunRecord(json: record.json) == record)
    }

    @Test("in which no device became ready has failed, whatever its thresholds say")
    func nobodyReady() throws {
        var record = RunRecord(plan: PlanRecord(file: "a.json"), started: WallTime(milliseconds: 0), seconds: 1)
        record.counters[.devices] = 3
        record.judge([try .parse(name: "devices", want: "== 3")])
        #expect(record.judgements.map(\.isMet) == [true, false])
        #expect(record.verdict == .failed)
        #expect(Summary.text(record).hasSuffix("✗ ready    >= 1  0\n\nFAILED: no device became ready\n"))
        #expect(ReportPage.html(record).contains("Failed <span>no device became ready</span>"))
        let again = try RunRecord(json: record.json)
        #expect(again == record)
        // Another part of the run may have done better.
        record[.ready].record(1000)
        record.judge()
        #expect(record.judgements.map(\.threshold.name) == ["devices"] && record.verdict == .passed)
    }

    @Test("of a later start is placed in time by the clocks")
    func laterStart() throws {
        var first = try RunRecord.sample(seconds: 20, stall: nil)
        var later = first
        later.started = WallTime(milliseconds: first.started.milliseconds + 15_000)
        var backwards = later
        try backwards.merge(run: first)
        try first.merge(run: later)
        #expect(first.seconds == 35)
        #expect(first.series.points.count == 35)
        #expect(first.series.points.map { $0.counters[.sent] }.reduce(0, +) == 8000)
        #expect(first.series.points[17].counters[.sent] == 400)
        #expect(backwards.series == first.series)
        #expect(backwards.started == first.started && backwards.seconds == 35)
    }

    @Test("is judged anew when it is read: a file cannot claim what its figures do not show")
    func claims() throws {
        let record = try RunRecord.sample(thresholds: [("reply.p99", "< 1ms")])
        #expect(record.verdict == .failed)
        let text = String(decoding: record.json, as: UTF8.self)
            .replacing("\"failed\"", with: "\"passed\"").replacing("\"ok\":false", with: "\"ok\":true")
        #expect(try RunRecord(json: Array(text.utf8)).verdict == .failed)
    }
}
