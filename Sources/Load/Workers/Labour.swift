import Drive
import Measure
import Time

/// What does the work of a run: a shard in this process, or several workers.
protocol Labour: AnyObject {
    var events: LabourEvents { get set }
    /// Gets ready; `events.ready` follows.
    func prepare() throws(ExitFault)
    func begin(at start: Instant)
    func setRate(_ rate: Rate)
    /// Says nothing new, lets replies come, and ends.
    func stop()
    /// Ends it at once.
    func abandon()
}

struct LabourEvents {
    /// All is read, and nothing has been connected.
    var ready: () -> Void = {}
    /// A second of one worker is over.
    var second: (_ worker: Int, SeriesPoint) -> Void = { _, _ in }
    /// All that was measured, of all workers together.
    var ended: (RunRecord) -> Void = { _ in }
    var failed: (ExitFault) -> Void = { _ in }
}
