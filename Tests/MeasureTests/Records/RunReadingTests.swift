import Random
import Testing

@testable import Measure

@Suite("Reading what may be no run.json")
struct RunReadingTests {
    /// The fault of a sample in which one text was replaced.
    private func fault(_ old: String, _ new: String) throws -> String? {
        let text = String(decoding: try RunRecord.sample(seconds: 3, stall: 1).json, as: UTF8.self)
        #expect(text.contains(old), "the sample has \(old)")
        return fault(text.replacing(old, with: new, maxReplacements: 1))
    }

    private func fault(_ text: String) -> String? {
        do throws(RecordFault) {
            _ = try RunRecord(json: Array(text.utf8))
            return nil
        } catch {
            return error.text(file: "a.json")
        }
    }

    @Test("says where it is no JSON, or no run")
    func strangers() {
        #expect(fault("") == "a.json:1:1: there is no JSON value in the file")
        #expect(fault("{\n  \"version\": 1,\n  \"metrics\": }") == "a.json:3:14: the key \"metrics\" has no value")
        let noRun = "this is no run.json: it has no \"version\" and \"metrics\" as `load --out` writes them"
        #expect(fault("[1]") == "a.json:1:1: \(noRun)")
        #expect(fault("{\"version\": 1, \"name\": \"a bot\", \"rules\": []}") == "a.json:1:1: \(noRun)")
        #expect(fault("{\"version\": 2, \"metrics\": {}}") == "a.json:1:13: version: run.json version 1 is read here")
        #expect(fault("{\"version\": 1, \"metrics\": {}}") == "a.json:1:1: \"started\" is missing")
        #expect(fault("// a comment\n{}") == "a.json:1:1: a run.json has no comments")
    }

    @Test("names the value that is not as it must be, with its place and the way to it")
    func values() throws {
        #expect(
            try fault("\"seconds\": 3", "\"seconds\": -3")
                == "a.json:7:14: seconds: a number from 0 to 1G is due")
        #expect(
            try fault("\"seconds\": 3", "\"seconds\": \"3\"") == "a.json:7:14: seconds: a number is due, not a text")
        #expect(
            try fault("\"devices\":1000,\"seed\"", "\"devices\":1.5,\"seed\"")
                == "a.json:5:111: plan.devices: a whole number from 0 to 2^53 is due")
        #expect(
            try fault("\"seed\":\"7\"", "\"seed\":\"-7\"") == "a.json:5:123: plan.seed: a whole number as a text is due"
        )
        #expect(
            try fault("2026-03-01T10:00:00Z", "yesterday")
                == "a.json:6:14: started: a time such as 2026-03-01T10:00:00Z is due")
        #expect(
            try fault("\"reply.p99\"", "\"reply.p101\"")
                == "a.json:4:26: thresholds[0].name: “p101” is no statistic")
        #expect(try fault("\"interval\":1", "\"interval\":3") == "a.json:14:25: series.interval: a power of two is due")
        #expect(
            try fault("\"points\":3", "\"points\":4")
                == "a.json:14:60: series.counters.devices: a list of 4, one for each point, is due, not 3")
        #expect(
            try fault("\"points\":3", "\"points\":601")
                == "a.json:14:36: series.points: a whole number from 0 to 600 is due")
    }

    @Test("refuses histograms that are damaged, of another layout, or of another count than is said")
    func histograms() throws {
        var series = Histogram(.series)
        series.record(5)
        let count = try #require(try fault("\"count\":300", "\"count\":301"))
        #expect(count.hasSuffix("metrics.connect.count: the histogram holds 300 values, not as many as are said here"))
        let damaged = try #require(try fault("\"histogram\":\"HISTFAAA", "\"histogram\":\"HISTFAAB"))
        #expect(
            damaged.contains("loop_lag.histogram: this is not a histogram in HdrHistogram's compressed V2 encoding"))
        let record = try RunRecord.sample(seconds: 3, stall: nil)
        let text = String(decoding: record.json, as: UTF8.self)
            .replacing(record[.connect].encoded, with: series.encoded)
        #expect(
            fault(text)?.hasSuffix("the histogram has 2 digits from 1 to 3600000000, which does not belong here")
                == true)
    }

    @Test("leaves members alone that it does not know")
    func unknownMembers() throws {
        #expect(try fault("{\n", "{\n  \"later\": [1, {}],\n") == nil)
        #expect(try fault("\"counters\": {", "\"counters\": {\"jumps\":-1,") == nil)
        #expect(try fault("\"metrics\": {", "\"metrics\": {\"jump\":\"high\",") == nil)
    }

    @Test("never trusts a byte: a seeded run of broken files is refused or read, and nothing more")
    func hostile() throws {
        let good = try RunRecord.sample(seconds: 3, stall: 1).json
        var numbers = SplitMix(seed: 6)
        for _ in 0..<30 {
            var bytes = good
            for _ in 0...Int.random(in: 0...2, using: &numbers) {
                let index = Int.random(in: 0..<bytes.count, using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &numbers)
                case 1:
                    bytes.removeSubrange(
                        index..<Swift.min(index + Int.random(in: 1...40, using: &numbers), bytes.count))
                default: bytes.insert(contentsOf: Array("9999999999999999".utf8), at: index)
                }
                if bytes.isEmpty { break }
            }
            guard let record = try? RunRecord(json: bytes) else { continue }
            // What was read can be shown.
            _ = Summary.text(record)
            _ = ReportPage.html(record)
            _ = Comparison(record, with: record)
        }
    }

    @Test("takes the largest counts that a file may have, in every text that is made of them")
    func largestCounts() throws {
        let text = String(decoding: try RunRecord.sample(seconds: 3, stall: 1).json, as: UTF8.self)
        let huge = text.replacing("\"sent\":600", with: "\"sent\":9007199254740992")
            .replacing("\"memory\":21400000", with: "\"memory\":9007199254740992")
        var record = try RunRecord(json: Array(huge.utf8))
        for round in 0..<70 {
            var other = record
            record.ids = ["a\(round)"]
            other.ids = ["b\(round)"]
            try record.merge(run: other)
        }
        #expect(record.counters[.sent] == .max)
        _ = Summary.text(record)
        _ = ReportPage.html(record)
        _ = record.json
    }
}
