import Drive
import Measure
import Testing
import Time

@testable import Load

@Suite("What workers and their parent say to each other")
struct RecordsTests {
    private func bytes(_ records: WorkerRecord...) -> [UInt8] {
        var bytes: [UInt8] = []
        for record in records { record.write(into: &bytes) }
        return bytes
    }

    @Test("records are read however the pipe cuts them", arguments: [1, 7, 1000])
    func pieces(_ length: Int) throws {
        let meter = Meter()
        meter.record(.reply, .milliseconds(5))
        meter.count(.sent, by: 3)
        let point = meter.endSecond(4)
        let record = meter.record(
            plan: PlanRecord(file: "p"), started: WallTime(milliseconds: 0), seconds: 5, generator: GeneratorRecord())
        let all = bytes(
            .ready, .second(point), .fault(ExitFault(.badConfiguration, "no \"server\"", hint: "--url")), .end(record))
        var reader = RecordReader()
        var seen: [String] = []
        for start in stride(from: 0, to: all.count, by: length) {
            reader.add(all[start..<min(start + length, all.count)])
            while case .record(let record) = reader.next() {
                switch record {
                case .ready: seen.append("ready")
                case .second(let read): seen.append(read == point ? "second" : "another second")
                case .fault(let fault): seen.append("\(fault.code.rawValue) \(fault.message) \(fault.hint ?? "")")
                case .end(let read):
                    seen.append(read[.reply].count == 1 && read.counters[.sent] == 3 ? "end" : "another end")
                }
            }
        }
        #expect(seen == ["ready", "second", "78 no \"server\" --url", "end"])
    }

    @Test(
        "what is no record is told, and nothing is read behind it",
        arguments: [[0x58, 0, 0, 0, 0], [0x53, 0, 0, 0, 1, 0x7B], [0x52, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func broken(_ bytes: [UInt8]) {
        var reader = RecordReader()
        reader.add(bytes)
        guard case .broken = reader.next() else {
            Issue.record("it was read")
            return
        }
    }

    @Test("orders are lines, and read back the same")
    func orders() throws {
        let rate: Rate = try #require(Rate(count: 12.5))
        for order in [WorkerOrder.start(Instant(nanoseconds: 77)), .rate(rate), .stop] {
            #expect(WorkerOrder(line: order.line.dropLast()) == order)
        }
        for line in ["", "start", "start x", "stop now", "rate 0", "go"] {
            #expect(WorkerOrder(line: line[...]) == nil)
        }
    }
}
