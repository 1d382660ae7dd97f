import Testing

@testable import Measure

@Suite("A threshold")
struct ThresholdTests {
    @Test("is read in every form that the plan may write")
    func forms() throws {
        let forms: [(String, String, Threshold.Subject, Threshold.Relation, Double)] = [
            ("reply.p99", "< 250ms", .metric(.reply, .percentile(99)), .below, 250),
            ("reply.p999", "<=1s", .metric(.reply, .percentile(99.9)), .atMost, 1000),
            ("reply.p99.9", "  <  1.5 s ", .metric(.reply, .percentile(99.9)), .below, 1500),
            ("reply.p5", "> 10us", .metric(.reply, .percentile(5)), .above, 0.01),
            ("edit_gap.mean", "< 800µs", .metric(.editGap, .mean), .below, 0.8),
            ("prompt_done.max", "< 5s", .metric(.promptDone, .max), .below, 5000),
            ("lag.p100", "< 5ms", .metric(.lag, .max), .below, 5),
            ("connect.min", "> 0ms", .metric(.connect, .min), .above, 0),
            ("ready.count", ">= 9900", .metric(.ready, .count), .atLeast, 9900),
            ("errors", "< 0.1%", .share(.errors), .below, 0.1),
            ("errors", "== 0", .counter(.errors), .equal, 0),
            ("bytes_in", "> 1000", .counter(.bytesIn), .above, 1000),
            ("sent.rate", ">= 1900/s", .rate(.sent), .atLeast, 1900),
            ("received.rate", "> 5", .rate(.received), .above, 5),
        ]
        for (name, want, subject, relation, limit) in forms {
            let threshold = try Threshold.parse(name: name, want: want)
            #expect(threshold.subject == subject, "\(name) \(want)")
            #expect(threshold.relation == relation, "\(name) \(want)")
            #expect((threshold.limit - limit).magnitude < 1e-9, "\(name) \(want)")
        }
    }

    @Test("that is none says which of its texts is wrong, where, and what to write")
    func faults() {
        func fault(_ name: String, _ want: String) -> String {
            do throws(ThresholdFault) {
                _ = try Threshold.parse(name: name, want: want)
                return "none"
            } catch {
                let part = error.part == .name ? "name" : "want"
                return
                    "\(part)[\(error.range.lowerBound)..<\(error.range.upperBound)]: \(error.message) (\(error.hint))"
            }
        }
        let metrics =
            "metrics: connect, upgrade, ready, typing, first, edit_gap, reply, prompt_done, media, lag; "
            + "counters: devices, sent, received, errors, closes, lost, repeated, reordered, reconnects, bytes_in, bytes_out"
        #expect(fault("replies.p99", "< 1s") == "name[0..<7]: there is no metric and no counter “replies” (\(metrics))")
        #expect(fault("", "< 1s") == "name[0..<0]: there is no metric and no counter “” (\(metrics))")
        let statistics = "(write reply.p99, or one of count, mean, min, max, p50, p90, p99.9)"
        #expect(fault("reply", "< 1s") == "name[0..<5]: a metric needs a statistic \(statistics)")
        for name in ["reply.p0", "reply.p101.5", "reply.p9.9.9", "reply.", "reply.px", "reply.p-1", "reply.pinf"] {
            let rest = name.dropFirst(6)
            #expect(fault(name, "< 1s") == "name[6..<\(name.utf8.count)]: “\(rest)” is no statistic \(statistics)")
        }
        #expect(fault("errors.p99", "< 1") == "name[7..<10]: a counter has no “p99” (write errors, or errors.rate)")
        #expect(
            fault("reply.p99", "250ms")
                == "want[0..<1]: a threshold begins with a comparison (one of <, <=, >, >= and ==, such as \"< 250ms\")"
        )
        #expect(fault("reply.p99", " =< 1s").hasPrefix("want[1..<3]: “=<” is no comparison"))
        #expect(fault("reply.p99", "").hasPrefix("want[0..<0]: a threshold begins with a comparison"))
        #expect(
            fault("reply.p99", "< ms")
                == "want[2..<4]: a number is due behind the comparison (such as \"< 250ms\", \"< 0.1%\" or \"< 9900\")")
        #expect(fault("reply.p99", "< 1.2.3ms").hasPrefix("want[2..<9]: a number is due"))
        #expect(
            fault("reply.p99", "< 250")
                == "want[5..<5]: the time needs a unit (times are in us, ms or s, such as \"< 250ms\")")
        #expect(fault("reply.p99", "< 2 h").hasPrefix("want[4..<5]: “h” is no unit of reply.p99"))
        #expect(fault("ready.count", "> 5ms").hasPrefix("want[3..<5]: “ms” is no unit of ready.count"))
        #expect(fault("sent", "> 5%") == "want[3..<4]: sent has no share (compare it with a number)")
        #expect(fault("errors", "< 5 ‰").hasPrefix("want[4..<7]: “‰” is no unit of errors"))
        #expect(fault("shards", "== 5").hasPrefix("name[0..<6]: there is no metric"))
    }

    @Test("is judged on what was measured, and not met without samples")
    func judging() throws {
        let record = try RunRecord.sample(seconds: 20, stall: nil)
        func judged(_ name: String, _ want: String) throws -> String {
            let judgement = Evidence(record).judge(try .parse(name: name, want: want))
            return "\(judgement.isMet ? "met" : "not met"): \(judgement.gotText)"
        }
        #expect(try judged("ready.count", ">= 1000") == "met: 1,000")
        #expect(try judged("reply.p50", "< 50ms") == "not met: 52.0 ms")
        #expect(try judged("sent.rate", ">= 200/s") == "met: 200/s")
        #expect(try judged("errors", "< 0.1%") == "met: 0 %")
        #expect(try judged("errors", "== 0") == "met: 0")
        #expect(try judged("media.p99", "< 1s") == "not met: no samples")
        #expect(try judged("media.count", ">= 0") == "not met: no samples")
    }

    @Test("is judged on some seconds of a series as on a run")
    func windows() throws {
        let record = try RunRecord.sample(seconds: 30, stall: 20)
        let threshold = try Threshold.parse(name: "reply.p99", want: "< 250ms")
        let points = record.series.points
        #expect(Evidence(points[10..<20]).judge(threshold).isMet)
        #expect(!Evidence(points[18..<23]).judge(threshold).isMet)
        #expect(Evidence(points[0..<0]).judge(threshold).got == nil)
        #expect(Evidence(points[12..<14]).judge(try .parse(name: "errors", want: "== 0")).isMet)
    }
}
