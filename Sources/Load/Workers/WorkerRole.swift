import CSystem
import Drive
import Measure
import Net
import Time

/// A worker process: it does what its parent tells it on standard input, and tells it what happens on standard output.
public final class WorkerRole {
    private let loop: Loop
    private let setup: LoadSetup
    private var shard: Shard?
    private var orders: PipeReader?
    private var line: [UInt8] = []

    public init(_ setup: LoadSetup, loop: Loop) {
        self.setup = setup
        self.loop = loop
    }

    /// Works until all is over, or the parent is gone.
    public func run() -> ExitCode {
        // A terminal's keys are for the parent.
        system_ignore_interrupt()
        DescriptorLimit.raise()
        do throws(ExitFault) {
            let shard = try setup.shard(on: loop)
            self.shard = shard
            shard.secondEnded = { [unowned self] point in tell(.second(point)) }
            shard.ended = { [unowned self] in end() }
            orders = try PipeReader(0, loop: loop) { [unowned self] bytes in
                heard(bytes)
            } ended: { [unowned self] in
                // Nobody is there to hear the end.
                loop.stop()
            }
            tell(.ready)
        } catch {
            tell(.fault(error))
            return error.code
        }
        loop.run()
        return .well
    }

    private func end() {
        guard let shard else { return }
        tell(.end(setup.record(of: shard)))
        loop.stop()
    }

    private func tell(_ record: WorkerRecord) {
        var bytes: [UInt8] = []
        record.write(into: &bytes)
        writeAll(bytes, to: 1)
    }

    private func heard(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                if line.count < 256 { line.append(byte) }
                continue
            }
            let text = String(decoding: line, as: UTF8.self)
            line.removeAll(keepingCapacity: true)
            switch WorkerOrder(line: text[...]) {
            case .start(let instant): shard?.begin(at: instant)
            case .rate(let rate): shard?.setRate(rate)
            case .stop: shard?.stop()
            case nil: break
            }
        }
    }
}
