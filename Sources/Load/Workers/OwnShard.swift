import Drive
import Measure
import Net
import Time

/// A run that one process does alone: its shard is on the loop that shows it.
final class OwnShard: Labour {
    var events = LabourEvents()
    private let setup: LoadSetup
    private let loop: Loop
    private var shard: Shard?

    init(_ setup: LoadSetup, loop: Loop) {
        self.setup = setup
        self.loop = loop
    }

    func prepare() throws(ExitFault) {
        DescriptorLimit.raise()
        let shard = try setup.shard(on: loop)
        self.shard = shard
        shard.secondEnded = { [unowned self] in events.second(0, $0) }
        shard.ended = { [unowned self] in
            guard let shard = self.shard else { return }
            events.ended(setup.record(of: shard))
        }
        loop.after(.zero) { [weak self] _ in self?.events.ready() }
    }

    func begin(at start: Instant) { shard?.begin(at: start) }
    func setRate(_ rate: Rate) { shard?.setRate(rate) }
    func stop() { shard?.stop() }
    func abandon() { shard = nil }
}
