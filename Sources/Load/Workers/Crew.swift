import CSystem
import Drive
import Measure
import Net
import Time

// Worker processes: each has a part of the devices, on a loop of its own. They get ready, start at one instant, tell every
// second, and end with all that they measured. One that dies early makes the run's figures those of fewer devices, so it
// ends the run.

/// The worker processes of a run.
final class Crew: Labour {
    var events = LabourEvents()
    private let loop: Loop
    private let words: [String]
    private let count: Int
    private var workers: [Worker] = []
    private var sum: RunRecord?
    private var hasFailed = false

    private final class Worker {
        /// nil: it is gone.
        var process: ChildProcess?
        var reader: PipeReader?
        var records = RecordReader()
        var isReady = false
        /// It has told all.
        var hasEnded = false
    }

    /// - Parameter words: of the command line that the workers are to run, without their part.
    init(_ words: [String], count: Int, loop: Loop) {
        self.words = words
        self.count = count
        self.loop = loop
    }

    func prepare() throws(ExitFault) {
        DescriptorLimit.raise()
        for index in 0..<count {
            let worker = Worker()
            workers.append(worker)
            let process = try ChildProcess(
                ["load-worker"] + words + ["--part", "\(index + 1)/\(count)"], talks: true, loop: loop, isReady: {},
                hasEnded: { [weak self] in self?.gone(index, $0) })
            worker.process = process
            worker.reader = try PipeReader(process.output, loop: loop) { [weak self] bytes in
                self?.heard(bytes, index)
            } ended: {
            }
        }
    }

    func begin(at start: Instant) { order(.start(start)) }
    func setRate(_ rate: Rate) { order(.rate(rate)) }
    func stop() { order(.stop) }

    func abandon() {
        hasFailed = true
        for worker in workers {
            worker.reader?.end()
            guard let process = worker.process else { continue }
            worker.process = nil
            // It sees that nobody is there any more, or is ended.
            _ = close(process.input)
            process.kill()
        }
    }

    private func order(_ order: WorkerOrder) {
        for worker in workers where !worker.hasEnded {
            if let process = worker.process { writeAll(Array(order.line.utf8), to: process.input) }
        }
    }

    private func heard(_ bytes: ArraySlice<UInt8>, _ index: Int) {
        workers[index].records.add(bytes)
        while !hasFailed {
            switch workers[index].records.next() {
            case .more: return
            case .broken: return fail(ExitFault(.fault, "worker \(index + 1) says what cannot be read"))
            case .record(let record): take(record, index)
            }
        }
    }

    private func take(_ record: WorkerRecord, _ index: Int) {
        switch record {
        case .ready:
            workers[index].isReady = true
            if workers.count == count, workers.allSatisfy(\.isReady) { events.ready() }
        case .second(let point): events.second(index, point)
        case .fault(let fault): fail(fault)
        case .end(let record):
            workers[index].hasEnded = true
            if sum == nil { sum = record } else { sum?.merge(worker: record) }
            if let sum, workers.allSatisfy(\.hasEnded) { events.ended(sum) }
        }
    }

    private func gone(_ index: Int, _ ending: ChildProcess.Ending) {
        guard let process = workers[index].process else { return }
        workers[index].process = nil
        // What it said last may not have been read.
        workers[index].reader?.ready(0, .read)
        _ = close(process.input)
        guard !hasFailed, !workers[index].hasEnded else { return }
        fail(
            ExitFault(
                .fault, "worker \(index + 1) of \(count) (process \(process.id)) \(ending.text)",
                hint: "the run is over: what is left of it would be the figures of fewer devices"))
    }

    private func fail(_ fault: ExitFault) {
        guard !hasFailed else { return }
        hasFailed = true
        events.failed(fault)
    }
}
